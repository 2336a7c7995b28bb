import { serverNow } from '@/lib/clock.ts'
import { PrintedLine } from '@/ui/printed-line.tsx'
import { useListContext } from '../context.ts'
import type { Resource } from '../define-resource.ts'
import type { Filters } from '../list-state.ts'
import { extentOf } from '../print-extent.ts'

export interface ListPrintedLineProps {
  /** Filters as text, where the resource fields do not describe them. */
  readonly conditions?: readonly string[]
}

/**
 * First line of a printed list: its filters, how much of it is printed, and the print time. The toolbar includes it;
 * pages with their own head place it below that.
 */
export function ListPrintedLine({ conditions }: ListPrintedLineProps) {
  const { resource, total, rows, state, query, printing } = useListContext()
  return (
    <PrintedLine
      conditions={conditions ?? conditionsOf(resource, state.filters, query !== undefined)}
      note={extentOf(total, printing.printed?.length ?? rows.length, printing.printed !== undefined)}
      now={serverNow}
    />
  )
}

/** Filters as text, as far as their labels are known here. */
function conditionsOf({ fields }: Resource, filters: Filters, hasQuery: boolean): string[] {
  const told = Object.entries(filters).map(([name, value]) => {
    const field = fields[name]
    const text = String(value)
    const shown = field?.choices?.[text] ?? text.replaceAll('*', '')
    return `${field?.label ?? name}：${shown}`
  })
  return hasQuery ? [...told, '高级查询'] : told
}
