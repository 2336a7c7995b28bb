import { CheckCircleFilled } from '@ant-design/icons'
import type { ImportEndpoints, ImportJob, ImportKind, ImportRow } from '@natim/contract/system/import'
import { formatNumber } from '@natim/domain/format'
import { useQueryClient } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/http.ts'
import { endpointKey, useEndpoint } from '../../lib/query/use-endpoint.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import styles from './import-workbench.module.css'
import { RowCell } from './row-cell.tsx'

export interface CheckedRowsProps {
  readonly endpoints: ImportEndpoints
  readonly job: ImportJob
  readonly kind: ImportKind
  readonly onJob: (job: ImportJob) => void
  /** Corrections are sent one at a time: the server accepts none while it checks another. */
  readonly onMend: (work: () => Promise<void>) => void
}

const PAGE_SIZE = 20
const NONE: Readonly<Record<ImportKind, string>> = {
  new: '没有新增的行',
  changed: '没有要更新的行',
  same: '没有相同的行',
  wrong: '没有错误的行，可以提交了',
}

/** Rows of one kind. Corrected rows stay in place, with their new state, until the page changes. */
export function CheckedRows({ endpoints, job, kind, onJob, onMend }: CheckedRowsProps) {
  const [pageNo, setPageNo] = useState(1)
  const queryClient = useQueryClient()
  const input = { query: { id: job.id, kind, pageNo, pageSize: PAGE_SIZE } }
  const { data, error, refetch, isPlaceholderData } = useEndpoint(endpoints.rows, input, { gcTime: 0 })
  const columns = job.columns.filter(({ key }) => (job.mapping[key] ?? null) !== null)

  async function send(rowNo: number, cells: Record<string, string>): Promise<void> {
    const answer = await call(endpoints.mend, { body: { id: job.id, rows: [{ rowNo, cells }] } })
    const mended = new Map(answer.rows.map((row) => [row.rowNo, row]))
    queryClient.setQueryData<typeof data>(
      endpointKey(endpoints.rows, input),
      (page) => page && { ...page, records: page.records.map((row) => mended.get(row.rowNo) ?? row) },
    )
    onJob(answer.job)
  }

  if (!data) {
    if (!error) return <TableSkeleton rows={8} columns={6} />
    return <ErrorState message={`加载失败：${error.message}`} onRetry={() => void refetch()} />
  }
  if (data.records.length === 0) return <EmptyState title={NONE[kind]} />
  return (
    <>
      <div className={styles.scroll} aria-busy={isPlaceholderData}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">行号</th>
              {columns.map(({ key, title, required }) => (
                <th key={key} scope="col">
                  {required && <span className={styles.star}>*</span>}
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.records.map((row) => (
              <CheckedRow
                key={row.rowNo}
                row={row}
                columns={columns}
                isEditable={kind === 'wrong'}
                onMend={(cells) => onMend(() => send(row.rowNo, cells))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Pagination
        className={styles.pages ?? ''}
        size="small"
        current={pageNo}
        pageSize={PAGE_SIZE}
        total={data.total}
        showSizeChanger={false}
        showTotal={(count, [from, to]) => `${from}-${to} 共 ${formatNumber(count)} 条`}
        onChange={setPageNo}
      />
    </>
  )
}

interface CheckedRowProps {
  readonly row: ImportRow
  readonly columns: ImportJob['columns']
  readonly isEditable: boolean
  readonly onMend: (cells: Record<string, string>) => void
}

function CheckedRow({ row, columns, isEditable, onMend }: CheckedRowProps) {
  const { rowNo, kind, cells, errors, before } = row
  return (
    <tr data-kind={kind}>
      <th scope="row" className={styles.number}>
        {rowNo} {isEditable && kind !== 'wrong' && <CheckCircleFilled className={styles.mended} aria-label="已改正" />}
        {errors[''] && <span className={styles.fault}>{errors['']}</span>}
      </th>
      {columns.map((column) => (
        <td key={column.key}>
          <RowCell
            column={column}
            rowNo={rowNo}
            text={cells[column.key] ?? ''}
            fault={errors[column.key]}
            before={before[column.key]}
            isEditable={isEditable}
            onMend={(text) => onMend({ [column.key]: text })}
          />
        </td>
      ))}
    </tr>
  )
}
