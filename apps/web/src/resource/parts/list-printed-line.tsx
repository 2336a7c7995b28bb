import { serverNow } from '@/lib/clock.ts'
import { PrintedLine } from '@/ui/printed-line.tsx'
import { useListContext } from '../context.ts'
import type { Resource } from '../define-resource.ts'
import type { Filters } from '../list-state.ts'
import { extentOf } from '../print-extent.ts'

export interface ListPrintedLineProps {
  /** Filters in words, where the fields of the resource do not say them. */
  readonly conditions?: readonly string[]
}

/** First line of a list on paper: its filters, how much of it there is, and when it was printed. The toolbar has it; pages with a head of their own put it below that. */
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

/** Filters in words, as far as their captions are known here. */
function conditionsOf({ fields }: Resource, filters: Filters, hasQuery: boolean): string[] {
  const told = Object.entries(filters).map(([name, value]) => {
    const field = fields[name]
    const text = String(value)
    const shown = field?.choices?.[text] ?? text.replaceAll('*', '')
    return `${field?.label ?? name}：${shown}`
  })
  return hasQuery ? [...told, '高级查询'] : told
}
