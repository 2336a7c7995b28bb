import { useListContext } from './context.ts'
import { rowName } from './parts/row-name.ts'

/** Why an action will be refused for the ticked rows: it is for all of them or for none. */
export function useSelectionRefusal(action: string): string | undefined {
  const { resource, selection } = useListContext()
  const refused = selection.rows.find(({ refusals }) => refusals?.[action] !== undefined)
  return refused && `${rowName(resource, refused)}：${refused.refusals?.[action]}`
}
