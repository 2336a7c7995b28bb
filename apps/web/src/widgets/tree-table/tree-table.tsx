import { MESSAGES } from '@natim/contract/messages'
import { Spin, Table, type TableColumnType } from 'antd'
import { ApiError } from '@/lib/api/api-error.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { useWarning } from '../dict-select/use-dict.ts'
import { type DrawnRow, drawnRows } from './tree-rows.ts'
import { type TreeSource, useTreeRows } from './use-tree-rows.ts'

export interface TreeTableProps extends TreeSource {
  /** The first column has the expander. */
  readonly columns: readonly TableColumnType<DrawnRow>[]
}

const NONE: readonly never[] = []

/** A tree table whose levels are loaded when a row is first expanded (WG-70, WG-71). */
export function TreeTable({ columns, ...source }: TreeTableProps) {
  const { roots, expanded, children, expand, close } = useTreeRows(source)
  useWarning(isReported(roots.error) ? null : roots.error, 'error')
  return (
    <>
      {roots.error && <ErrorBar message={roots.error.message} onRetry={() => void roots.refetch()} />}
      <Table<DrawnRow>
        size="middle"
        rowKey="id"
        loading={roots.isLoading}
        columns={withLoadingRow(columns)}
        dataSource={drawnRows(roots.data ?? NONE, children)}
        pagination={false}
        locale={{ emptyText: <EmptyState /> }}
        expandable={{
          expandedRowKeys: [...expanded],
          onExpand: (isOpening, { id }) => (isOpening ? void expand(id) : close(id)),
        }}
      />
    </>
  )
}

/** Error statuses were already shown by the client. */
const isReported = (error: Error | null) => error instanceof ApiError && error.status !== 200

/** A placeholder row shows its text in the first cell; its other cells are empty. */
const withLoadingRow = (columns: readonly TableColumnType<DrawnRow>[]): TableColumnType<DrawnRow>[] =>
  columns.map((column, index) => ({
    ...column,
    render: (value: unknown, row, rowIndex) => {
      if (row.isLoading !== true) return column.render ? column.render(value, row, rowIndex) : String(value ?? '')
      return index === 0 ? <LoadingCell /> : null
    },
  }))

const LoadingCell = () => (
  <span className="t-secondary">
    <Spin size="small" /> {MESSAGES['search.loading']}
  </span>
)
