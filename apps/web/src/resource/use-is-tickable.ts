import type { ReactNode } from 'react'
import type { Resource, ResourceRow } from './define-resource.ts'
import { useMay } from './use-may.ts'

/** Whether the signed-in user may use any action on ticked rows; otherwise there are no checkboxes. */
export function useIsTickable<Row extends ResourceRow, K extends string>(
  { endpoints }: Resource<Row, K>,
  selectionActions: ReactNode,
): boolean {
  const mayExport = useMay(endpoints.exportXls)
  const mayRemove = useMay(endpoints.removeMany)
  const mayUpdate = useMay(endpoints.updateMany)
  const mayAct = useMay(endpoints.actMany)
  if (mayExport || mayRemove || mayUpdate || mayAct) return true
  // The endpoints of the page's own actions are not known here; the page has checked the rights.
  const isOwnAction = !endpoints.removeMany && !endpoints.updateMany && !endpoints.actMany
  return selectionActions !== undefined && isOwnAction
}
