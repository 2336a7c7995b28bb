import { accountEndpoints, type OwnLogRow } from '@natim/contract/system/identity-account'
import { NO_VALUE } from '@natim/domain/format'
import { Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import type { DataColumn } from '../../../ui/data-table/data-column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import styles from './own-log.module.css'

const KINDS = [
  { value: 'all', label: '全部' },
  { value: '1', label: '登录' },
  { value: '2', label: '操作' },
] as const
type Kind = (typeof KINDS)[number]['value']
const KIND_NAMES: Readonly<Record<number, string>> = { 1: '登录', 2: '操作', 3: '拒绝' }
const PAGE_SIZE = 10

const COLUMNS: readonly DataColumn<OwnLogRow>[] = [
  { key: 'createTime', title: '时间', width: 170, render: (row) => row.createTime },
  { key: 'logType', title: '类型', width: 70, render: (row) => KIND_NAMES[row.logType] ?? NO_VALUE },
  { key: 'logContent', title: '内容', isEllipsis: true, render: (row) => row.logContent },
  { key: 'ip', title: 'IP', width: 130, from: 'tablet', render: (row) => row.ip ?? NO_VALUE },
  {
    key: 'success',
    title: '结果',
    width: 70,
    render: (row) => (row.success ? '成功' : <Tag tone="error">失败</Tag>),
  },
]

/** The user's own sign-ins and operations, newest first. */
export function OwnLog() {
  const [{ kind, page }, setState] = useState<{ readonly kind: Kind; readonly page: number }>({ kind: 'all', page: 1 })
  const query = { pageNo: page, pageSize: PAGE_SIZE, ...(kind === 'all' ? {} : { logType: kind }) }
  const { data, error, refetch, isFetching } = useEndpoint(accountEndpoints.ownLog, { query })
  return (
    <Panel
      title="近期操作"
      meta={data && `共 ${data.total} 条`}
      actions={
        <Segmented
          size="small"
          aria-label="操作类型"
          options={[...KINDS]}
          value={kind}
          onChange={(next) => setState({ kind: next, page: 1 })}
        />
      }
      isFlush
      isReloading={isFetching && data !== undefined}
    >
      {error ? (
        <ErrorState message={`加载失败：${error.message}`} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <TableSkeleton rows={PAGE_SIZE} columns={4} />
      ) : data.total === 0 ? (
        <EmptyState title="没有操作记录" />
      ) : (
        <>
          <DataTable
            label="近期操作"
            className={styles.table}
            density="compact"
            columns={COLUMNS}
            rows={data.records}
            rowKey={({ id }) => id}
          />
          <Pagination
            className={styles.pager}
            size="small"
            current={page}
            pageSize={PAGE_SIZE}
            total={data.total}
            showSizeChanger={false}
            showTotal={(total, [from, to]) => `${from}-${to} 共 ${total} 条`}
            onChange={(next) => setState({ kind, page: next })}
          />
        </>
      )}
    </Panel>
  )
}
