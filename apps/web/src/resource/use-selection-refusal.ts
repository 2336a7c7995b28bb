import { useListContext } from './context.ts'
import { rowName } from './parts/row-name.ts'

/** Why an action would be refused for the ticked rows; it applies to all of them or none. */
export function useSelectionRefusal(action: string): string | undefined {
  const { resource, selection } = useListContext()
  const refused = selection.rows.find(({ refusals }) => refusals?.[action] !== undefined)
  return refused && `${rowName(resource, refused)}：${refused.refusals?.[action]}`
}
