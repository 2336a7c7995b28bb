import type { Column } from '../columns.tsx'
import type { ResourceRow } from '../define-resource.ts'

const isNumber = (key: string) => /^(?:id|code)$|Code$/.test(key)
const isName = (key: string) => /^name$|Name$/.test(key)

/**
 * Columns for a card: when the table starts with a number or code, the name becomes the card heading and the number
 * follows.
 */
export function headFirst<Row extends ResourceRow>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const [first] = columns
  const head = first && isNumber(first.key) ? columns.find(({ key }) => isName(key)) : undefined
  return head ? [head, ...columns.filter((column) => column !== head)] : columns
}
