import type { LaidColumn } from './data-column.ts'
import styles from './data-table.module.css'
import type { TableSort } from './table-sort.ts'
import { TickBox, type TickBoxProps } from './tick-box.tsx'

const ORDERS = { asc: 'ascending', desc: 'descending' } as const

/** Two carets, 12 px wide; the style sheet colours the active one. */
const SortMark = () => (
  <svg className={styles.sortMark} viewBox="0 0 12 20" width={12} height={20} aria-hidden="true">
    <path d="M10.1 8.1 6.2 3.6a.3.3 0 0 0-.43 0L1.93 8.1c-.14.17 0 .41.22.41h7.7c.24 0 .36-.24.22-.41z" />
    <path d="M9.85 11.9h-7.7c-.23 0-.36.25-.22.42l3.85 4.46a.3.3 0 0 0 .43 0l3.85-4.46c.14-.17.01-.42-.21-.42z" />
  </svg>
)

export interface HeadProps<Row> {
  readonly columns: readonly LaidColumn<Row>[]
  readonly sort: TableSort | undefined
  readonly hasRoles: boolean
  /** Select-all box; `null` reserves its space. */
  readonly tick: Pick<TickBoxProps, 'label' | 'isTicked' | 'isPartial' | 'isDisabled' | 'onChange'> | null | undefined
  readonly hasExpander: boolean
}

/** Column heads; the table handles clicks on sortable ones. */
export function Head<Row>({ columns, sort, hasRoles, tick, hasExpander }: HeadProps<Row>) {
  const role = hasRoles ? 'columnheader' : undefined
  return (
    <thead role={hasRoles ? 'rowgroup' : undefined}>
      <tr role={hasRoles ? 'row' : undefined}>
        {tick !== undefined && (
          <th role={role} scope="col" className={styles.tick}>
            {tick ? <TickBox type="checkbox" {...tick} /> : <span className="visually-hidden">选择</span>}
          </th>
        )}
        {hasExpander && (
          <th role={role} scope="col" className={styles.tick} data-second={tick === undefined ? undefined : true}>
            <span className="visually-hidden">展开</span>
          </th>
        )}
        {columns.map(({ key, title, isSortable, cellProps }) => {
          const order = sort?.key === key ? ORDERS[sort.order] : 'none'
          return (
            <th
              key={key}
              role={role}
              scope="col"
              aria-sort={isSortable ? order : undefined}
              data-sort={isSortable ? key : undefined}
              {...cellProps}
            >
              {isSortable ? (
                <button type="button" className={styles.sorter}>
                  <span>{title}</span>
                  <SortMark />
                </button>
              ) : (
                title
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
