import { Table, type TableColumnType } from 'antd'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { Ellipsis } from '../ellipsis/ellipsis.tsx'
import { type PageEndpoint, type Pair, type PickedRow, pairOf, togglePair } from './pair.ts'

export interface PickerColumn {
  readonly key: string
  readonly title: string
  /** px */
  readonly width?: number
  readonly render?: (row: PickedRow) => ReactNode
}

export type PickerQuery = Readonly<Record<string, string>>

export interface PickerTableProps {
  readonly list: PageEndpoint
  readonly columns: readonly PickerColumn[]
  /** Filters and sort; a change starts at page 1. */
  readonly query: PickerQuery
  /** Fields for value and label. */
  readonly store: string
  readonly text: string
  readonly pageSize: number
  readonly pageSizes: readonly number[]
  readonly isMulti: boolean
  readonly chosen: readonly Pair[]
  readonly onChoose: (chosen: readonly Pair[]) => void
  /** Single choice: accepts by Enter on the chosen row or by a double click. */
  readonly onAccept: () => void
  /** Characters shown of a cell; -1 = all. */
  readonly length?: number
  /** px: body height, and the width below which it scrolls sideways. */
  readonly scroll?: { readonly y?: number; readonly x?: number }
}

interface Paging {
  readonly page: number
  readonly size: number
  /** Filters that the page number refers to. */
  readonly of: string
}

function usePage({ list, query, pageSize }: PickerTableProps) {
  const key = JSON.stringify(query)
  const [paging, setPaging] = useState<Paging>({ page: 1, size: pageSize, of: key })
  // Also when filters return that were left on another page.
  if (paging.of !== key) setPaging({ page: 1, size: paging.size, of: key })
  const input = { query: { ...query, pageNo: paging.page, pageSize: paging.size } }
  const answer = useEndpoint(list, input)
  const { records = [], total = 0 } = answer.data ?? {}
  const turn = (page: number, size: number) => setPaging({ page: size === paging.size ? page : 1, size, of: key })
  return { ...answer, paging, turn, records, total }
}

const toColumn = ({ key, title, width, render }: PickerColumn, length: number): TableColumnType<PickedRow> => ({
  key,
  title,
  ...(width !== undefined && { width }),
  render: (_: unknown, row: PickedRow) => render?.(row) ?? <Ellipsis text={String(row[key] ?? '')} length={length} />,
})

/** Rows to choose from, paged. The choice is kept across pages and filters (WG-33). */
export function PickerTable(props: PickerTableProps) {
  const { columns, store, text, isMulti, chosen, onChoose, onAccept, pageSizes, length = -1, scroll } = props
  const { records, total, paging, turn, isFetching, error, refetch } = usePage(props)
  const keyOf = (row: PickedRow) => pairOf(row, store, text).value
  const toggle = (row: PickedRow) => onChoose(togglePair(chosen, pairOf(row, store, text), isMulti))
  const choosePage = (rows: readonly PickedRow[], isTicked: boolean) => {
    const pairs = rows.map((row) => pairOf(row, store, text))
    const others = chosen.filter(({ value }) => !pairs.some((pair) => pair.value === value))
    onChoose(isTicked ? [...others, ...pairs] : others)
  }
  return (
    <>
      {error && <ErrorBar message={error.message} onRetry={() => void refetch()} />}
      <Table<PickedRow>
        size="small"
        rowKey={keyOf}
        loading={isFetching}
        columns={columns.map((column) => toColumn(column, length))}
        dataSource={records}
        tableLayout="fixed"
        {...(scroll && { scroll })}
        locale={{ emptyText: <EmptyState title="没有符合条件的数据" /> }}
        rowSelection={{
          type: isMulti ? 'checkbox' : 'radio',
          selectedRowKeys: chosen.map(({ value }) => value),
          preserveSelectedRowKeys: true,
          onSelect: toggle,
          onSelectAll: (isTicked, _rows, changed) => choosePage(changed, isTicked),
          getCheckboxProps: (row) => ({ 'aria-label': `选择 ${pairOf(row, store, text).text}` }),
          getTitleCheckboxProps: () => ({ 'aria-label': '选择本页' }),
        }}
        onRow={(row) => ({
          onClick: (event) => {
            if (isPlainClick(event.target)) toggle(row)
            // Moves the focus to the choice, so that Enter works next.
            if (!isMulti) event.currentTarget.querySelector('input')?.focus()
          },
          ...(!isMulti && {
            onDoubleClick: onAccept,
            onKeyDown: (event) => {
              if (event.key !== 'Enter' || chosen.length === 0) return
              event.preventDefault()
              onAccept()
            },
          }),
          style: { cursor: 'pointer' },
        })}
        pagination={{
          size: 'small',
          current: paging.page,
          pageSize: paging.size,
          total,
          showSizeChanger: pageSizes.length > 1,
          pageSizeOptions: [...pageSizes],
          showTotal: (count, [from, to]) => `${from}-${to} 共 ${count} 条`,
          onChange: turn,
        }}
      />
    </>
  )
}

/** The checkbox of a row toggles by itself. */
const isPlainClick = (target: Element) => !target.closest('.ant-table-selection-column')
