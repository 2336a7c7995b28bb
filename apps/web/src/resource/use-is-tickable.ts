import type { ReactNode } from 'react'
import type { Resource, ResourceRow } from './define-resource.ts'
import { useMay } from './use-may.ts'

/** Whether ticking rows leads to something that the signed-in user may do: else there are no boxes. */
export function useIsTickable<Row extends ResourceRow, K extends string>(
  { endpoints }: Resource<Row, K>,
  selectionActions: ReactNode,
): boolean {
  const mayExport = useMay(endpoints.exportXls)
  const mayRemove = useMay(endpoints.removeMany)
  const mayUpdate = useMay(endpoints.updateMany)
  const mayAct = useMay(endpoints.actMany)
  if (mayExport || mayRemove || mayUpdate || mayAct) return true
  // What these would call is not known here; the page asked.
  const isOwnAction = !endpoints.removeMany && !endpoints.updateMany && !endpoints.actMany
  return selectionActions !== undefined && isOwnAction
}
