import { type CSSProperties, useId, useMemo } from 'react'
import { EmptyState } from '../empty-state.tsx'
import { ErrorBar, ErrorState } from '../error-state.tsx'
import { TableSkeleton } from '../skeleton.tsx'
import { BodyRow } from './body-row.tsx'
import { layColumns, TICK_WIDTH } from './data-column.ts'
import styles from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { Head } from './head.tsx'
import { tableEvents } from './table-events.ts'
import { useEdges } from './use-edges.ts'
import { useExpansion } from './use-expansion.ts'

/** From here on rows are laid out in groups, and only those in sight. */
const MANY_ROWS = 200
const GROUP_ROWS = 50
const SKELETON_ROWS = 6

function groupsOf<Row>(rows: readonly Row[], size: number): (readonly Row[])[] {
  const groups: (readonly Row[])[] = []
  for (let from = 0; from < rows.length; from += size) groups.push(rows.slice(from, from + size))
  return groups
}

/** The box of the head: all rows of the page that can be ticked. */
function headTick<Row>({ rows, rowKey, selection }: Pick<DataTableProps<Row>, 'rows' | 'rowKey' | 'selection'>) {
  if (!selection) return undefined
  const { kind, keys, isDisabled, onToggleAll } = selection
  if (kind === 'one' || !onToggleAll) return null
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

function Nothing<Row>({ error, isLoading, empty }: DataTableProps<Row>) {
  if (error) return <ErrorState {...error} />
  if (isLoading) return <TableSkeleton rows={SKELETON_ROWS} />
  return empty ?? <EmptyState />
}

/**
 * Rows to read, as a table of the document: sorted, ticked, opened, unfolded, fixed at the sides (design §8). Draws and
 * holds nothing but what is unfolded. A changed row is drawn alone, and showing a kept page again costs nothing.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowName, minWidth, density, sort, selection, expand, error, isLoading } = props
  const isMany = rows.length > MANY_ROWS
  const leads = (selection ? 1 : 0) + (expand ? 1 : 0)
  const laid = useMemo(() => layColumns(columns, leads * TICK_WIDTH, isMany), [columns, leads, isMany])
  const group = useId()
  const edges = useEdges()
  const expansion = useExpansion()
  const tick = selection && (selection.kind === 'one' ? 'radio' : 'checkbox')
  const role = isMany ? 'rowgroup' : undefined
  const hasOld = error !== undefined && rows.length > 0
  const draw = (row: Row) => {
    const id = rowKey(row)
    return (
      <BodyRow
        key={id}
        row={row}
        id={id}
        columns={laid}
        isFocusable={props.onOpen !== undefined || selection !== undefined}
        hasRoles={isMany}
        mark={props.markOf?.(row)}
        tick={tick}
        name={leads > 0 ? (rowName?.(row) ?? id) : undefined}
        group={group}
        isTicked={selection?.keys.has(id) ?? false}
        isTickDisabled={selection?.isDisabled?.(row) ?? false}
        expand={expand}
        isExpanded={expansion.keys.has(id)}
      />
    )
  }
  return (
    <>
      {hasOld && <ErrorBar {...error} />}
      <div
        ref={columns.some(({ fixed }) => fixed) || selection ? edges : undefined}
        className={[styles.scroller, props.className].filter(Boolean).join(' ')}
        data-density={density}
        data-wide={minWidth === undefined ? undefined : true}
        data-old={hasOld || undefined}
        style={minWidth === undefined ? undefined : ({ '--table-min-width': `${minWidth}px` } as CSSProperties)}
      >
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
            <colgroup>
              {Array.from({ length: leads }, (_, index) => (
                <col key={index} style={{ width: TICK_WIDTH }} />
              ))}
              {columns.map(({ key, width, from }) => (
                <col key={key} data-from={from} style={width === undefined ? undefined : { width }} />
              ))}
            </colgroup>
            <Head
              columns={laid}
              sort={sort}
              hasRoles={isMany}
              tick={headTick(props)}
              hasExpander={expand !== undefined}
            />
            {rows.length === 0 ? (
              <tbody>
                <tr className={styles.nothing}>
                  <td colSpan={columns.length + leads}>
                    <Nothing {...props} />
                  </td>
                </tr>
              </tbody>
            ) : (
              groupsOf(rows, isMany ? GROUP_ROWS : MANY_ROWS).map((part, index) => (
                <tbody key={index} role={role}>
                  {part.map(draw)}
                </tbody>
              ))
            )}
          </table>
        </div>
      </div>
    </>
  )
}
