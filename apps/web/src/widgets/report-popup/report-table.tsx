import { PAGE_SIZE_OPTIONS } from '@natim/contract/constants'
import type { ReportColumns, ReportRecord } from '@natim/contract/system/report'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { Table, type TableColumnType } from 'antd'
import { captionsOf, dictOption } from '../dict-select/dict-option.ts'
import { withRowKeys } from './popup-fields.ts'
import type { ReportPage, ReportSort } from './popup-query.ts'
import styles from './report-popup.module.css'

/** Chosen rows by key; kept across pages. */
export type ChosenRows = ReadonlyMap<string, ReportRecord>

interface ReportTableProps {
  readonly report: ReportColumns
  readonly rows: readonly ReportRecord[]
  readonly total: number
  readonly page: ReportPage
  readonly sort: ReportSort | undefined
  readonly isLoading: boolean
  readonly isMulti: boolean
  readonly chosen: ChosenRows
  readonly onChoose: (chosen: ChosenRows) => void
  readonly onPage: (page: ReportPage) => void
  readonly onSort: (sort: ReportSort | undefined) => void
}

interface KeyedRow {
  readonly key: string
  readonly row: ReportRecord
}

const DEFAULT_WIDTH_PX = 140
const CHECKBOX_PX = 44

function cellText(
  { customRender, dataIndex }: ReportColumns['columns'][number],
  report: ReportColumns,
  row: ReportRecord,
) {
  const value = row[dataIndex]
  if (value === null || value === undefined || value === '') return NO_VALUE
  const items = customRender === undefined ? undefined : report.dictOptions[customRender]
  return items === undefined ? String(value) : captionsOf(items.map(dictOption), String(value))
}

const ORDERS = { asc: 'ascend', desc: 'descend' } as const

function columnsOf(report: ReportColumns, sort: ReportSort | undefined): TableColumnType<KeyedRow>[] {
  return report.columns.map((column) => ({
    key: column.dataIndex,
    title: column.title,
    align: column.align,
    // Without a given width it takes the remaining space, so that the checkbox column does not.
    ...(column.width !== undefined && { width: column.width }),
    ellipsis: true,
    sorter: column.sorter,
    sortOrder: sort?.column === column.dataIndex ? ORDERS[sort.order] : null,
    render: (_value, { row }) => cellText(column, report, row),
  }))
}

/** Toggles a row; single choice keeps the last one. */
function toggled(chosen: ChosenRows, { key, row }: KeyedRow, isMulti: boolean): ChosenRows {
  const next = new Map(isMulti ? chosen : [])
  if (chosen.has(key)) next.delete(key)
  else next.set(key, row)
  return next
}

/** Rows of a report. A click anywhere on a row toggles it (WG-57). */
export function ReportTable(props: ReportTableProps) {
  const { report, rows, total, page, sort, isLoading, isMulti, chosen, onChoose, onPage, onSort } = props
  const keyed = withRowKeys(rows)
  const columns = columnsOf(report, sort)
  const width = report.columns.reduce((sum, column) => sum + (column.width ?? DEFAULT_WIDTH_PX), CHECKBOX_PX)
  return (
    <Table<KeyedRow>
      size="small"
      className={styles.table ?? ''}
      columns={columns}
      dataSource={keyed}
      loading={isLoading}
      scroll={{ x: width }}
      showSorterTooltip={false}
      rowSelection={{
        columnWidth: CHECKBOX_PX,
        hideSelectAll: !isMulti,
        selectedRowKeys: [...chosen.keys()],
        preserveSelectedRowKeys: true,
        onSelect: (record) => onChoose(toggled(chosen, record, isMulti)),
        onSelectAll: (isOn, _all, changed) => {
          const next = new Map(chosen)
          for (const { key, row } of changed) {
            if (isOn) next.set(key, row)
            else next.delete(key)
          }
          onChoose(next)
        },
        getCheckboxProps: (record) => ({ 'aria-label': `选择第 ${keyed.indexOf(record) + 1} 行` }),
        getTitleCheckboxProps: () => ({ 'aria-label': '选择本页' }),
      }}
      onRow={(record) => ({ onClick: () => onChoose(toggled(chosen, record, isMulti)) })}
      pagination={{
        size: 'small',
        current: page.pageNo,
        pageSize: page.pageSize,
        total,
        showSizeChanger: true,
        pageSizeOptions: [...PAGE_SIZE_OPTIONS],
        showTotal: (count, [from, to]) => `${from}-${to} 共 ${formatNumber(count)} 条`,
      }}
      onChange={({ current = 1, pageSize = page.pageSize }, _filters, sorter, { action }) => {
        if (action === 'paginate') onPage({ pageNo: pageSize === page.pageSize ? current : 1, pageSize })
        const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
        if (action === 'sort')
          onSort(order ? { column: String(columnKey), order: order === 'ascend' ? 'asc' : 'desc' } : undefined)
      }}
    />
  )
}
