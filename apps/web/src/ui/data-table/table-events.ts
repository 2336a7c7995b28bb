import type { ChangeEvent, MouseEvent } from 'react'
import type { DataTableProps } from './data-table-props.ts'
import { rowEvents } from './row-events.ts'
import { nextSort } from './table-sort.ts'

const closestData = (target: Element, name: string): string | undefined =>
  target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name]

/** Delegated events of a table: head, checkboxes, expanders and rows, by target in the DOM. */
export function tableEvents<Row>(
  { rows, rowKey, sort, onSort, selection, onOpen, onDoubleClick }: DataTableProps<Row>,
  toggleExpanded: (key: string) => void,
) {
  const rowOf = (key: string) => rows.find((row) => rowKey(row) === key)
  const toggle = (row: Row) => {
    if (!selection?.isDisabled?.(row)) selection?.onToggle(row)
  }
  const events = rowEvents({ rowOf, onOpen, onDoubleClick, onToggle: selection && toggle })
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.target)) return
    const column = closestData(event.target, 'sort')
    if (column !== undefined) onSort?.(nextSort(sort, column))
    else if (closestData(event.target, 'expander') !== undefined) {
      toggleExpanded(closestData(event.target, 'row') ?? '')
    } else events.onClick?.(event)
  }
  const onChange = (event: ChangeEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.target) || closestData(event.target, 'tick') === undefined) return
    const row = rowOf(closestData(event.target, 'row') ?? '')
    if (row) toggle(row)
  }
  return { ...events, onClick, onChange }
}
