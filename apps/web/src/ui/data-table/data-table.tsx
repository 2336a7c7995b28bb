import { type ChangeEvent, type MouseEvent, useId, useMemo } from 'react'
import { ErrorBar } from '../error-state.tsx'
import { LoadingStatus } from '../loading-status.tsx'
import { Body, isWaiting } from './body.tsx'
import { layColumns, TICK_WIDTH, widthsOf } from './data-column.ts'
import styles from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { Head } from './head.tsx'
import { rowEvents } from './row-events.ts'
import { nextSort } from './table-sort.ts'
import { useEdges } from './use-edges.ts'
import { useExpansion } from './use-expansion.ts'

/** Above this, rows are rendered in groups, only the visible ones. */
const MANY_ROWS = 200

/** Select-all box: all tickable rows of the page. */
function headTick<Row>(table: DataTableProps<Row>) {
  const { rows, rowKey, selection } = table
  if (!selection) return undefined
  const { kind, keys, isDisabled, onToggleAll } = selection
  // While loading, a select-all box would do nothing.
  if (kind === 'one' || !onToggleAll || isWaiting(table)) return null
  const able = rows.filter((row) => !isDisabled?.(row))
  const ticked = able.filter((row) => keys.has(rowKey(row))).length
  const isTicked = able.length > 0 && ticked === able.length
  return {
    label: '选择本页',
    isTicked,
    isPartial: ticked > 0 && !isTicked,
    isDisabled: able.length === 0,
    onChange: () => onToggleAll(able, !isTicked),
  }
}

/** Column widths, after those of `leads` checkboxes and expanders. */
function Widths<Row>({ columns, leads }: { columns: DataTableProps<Row>['columns']; leads: number }) {
  const widths = widthsOf(columns)
  return (
    <colgroup>
      {Array.from({ length: leads }, (_, index) => (
        <col key={index} data-screen style={{ width: TICK_WIDTH }} />
      ))}
      {columns.map(({ key, from, isScreenOnly }, index) => (
        <col
          key={key}
          data-from={from}
          data-screen={isScreenOnly || undefined}
          style={widths[index] === undefined ? undefined : { width: widths[index] }}
        />
      ))}
    </colgroup>
  )
}

/**
 * Read-only table with semantic markup: sorting, selection, opening, expanding, fixed columns (design §8). Stateless
 * except for expansion. A changed row re-renders alone, and showing a kept page again costs nothing.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, minWidth, sort, selection, expand, error, isLoading } = props
  const isMany = rows.length > MANY_ROWS
  const leads = (selection ? 1 : 0) + (expand ? 1 : 0)
  const laid = useMemo(() => layColumns(columns, leads * TICK_WIDTH, isMany), [columns, leads, isMany])
  const edges = useEdges()
  const expansion = useExpansion()
  const group = useId()
  const hasOld = error !== undefined && rows.length > 0
  return (
    <>
      {hasOld && <ErrorBar {...error} />}
      <div
        ref={columns.some(({ fixed }) => fixed) || selection ? edges : undefined}
        className={[styles.scroller, props.className].filter(Boolean).join(' ')}
        data-density={props.density}
        data-wide={minWidth === undefined ? undefined : true}
        data-old={hasOld || undefined}
        style={minWidth === undefined ? undefined : { '--table-min-width': `${minWidth}px` }}
      >
        {isWaiting(props) && <LoadingStatus />}
        {isLoading && rows.length > 0 && <span className={styles.progress} aria-hidden />}
        <div className={styles.content}>
          <span className={styles.side} data-side="before" />
          <span className={styles.side} data-side="after" />
          <table
            className={styles.table}
            role={isMany ? 'table' : undefined}
            aria-label={label}
            aria-busy={isLoading || undefined}
            data-many={isMany || undefined}
            data-openable={props.onOpen ? true : undefined}
            {...tableEvents(props, expansion.toggle)}
          >
            <Widths columns={columns} leads={leads} />
            <Head
              columns={laid}
              sort={sort}
              hasRoles={isMany}
              tick={headTick(props)}
              hasExpander={expand !== undefined}
            />
            <Body table={props} columns={laid} group={group} isMany={isMany} expandedKeys={expansion.keys} />
          </table>
        </div>
      </div>
    </>
  )
}

const closestData = (target: Element, name: string): string | undefined =>
  target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name]

/** Delegated events of a table: head, checkboxes, expanders and rows, by target in the DOM. */
function tableEvents<Row>(
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
