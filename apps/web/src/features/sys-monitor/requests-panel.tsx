import { monitorEndpoints, REQUESTS_SHOWN, type SeenRequest } from '@natim/contract/system/monitor'
import { formatClock, formatNumber, NO_VALUE } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { Segmented } from 'antd'
import { useListState } from '@/lib/list-state.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import { PartPanel } from './part-panel.tsx'
import styles from './requests-panel.module.css'

const DEFAULTS: { readonly failed: 'true' | 'false' } = { failed: 'false' }
const CHOICES = [
  { value: 'false', label: '全部' },
  { value: 'true', label: '失败' },
] as const

/** Latest requests to this process. */
export function RequestsPanel() {
  const [{ failed }, change] = useListState(DEFAULTS)
  const part = useEndpoint(monitorEndpoints.requests, { query: { failed } })
  return (
    <PartPanel
      title="最近请求"
      scope={`至多 ${REQUESTS_SHOWN} 条`}
      part={part}
      isFlush
      actions={
        <Segmented
          size="small"
          aria-label="请求范围"
          options={[...CHOICES]}
          value={failed}
          onChange={(value) => change({ failed: value })}
        />
      }
    >
      {(requests) => (
        // A scrollable region must be reachable by keyboard.
        <div className={styles.scroller} tabIndex={0} role="region" aria-label="最近请求，可滚动">
          <DataTable
            label="最近请求"
            density="compact"
            columns={COLUMNS}
            rows={requests}
            rowKey={({ id }) => id}
            empty={<EmptyState title={failed === 'true' ? '没有失败的请求' : '还没有请求'} />}
          />
        </div>
      )}
    </PartPanel>
  )
}

/** Successful calls are neutral. A business refusal has status 200. */
function toneOf({ status, failure }: SeenRequest): TagTone {
  if (status >= 500) return 'error'
  return failure === null ? 'neutral' : 'warning'
}

const COLUMNS: readonly DataColumn<SeenRequest>[] = [
  {
    key: 'atMs',
    title: '时间',
    width: 84,
    render: ({ atMs }) => (
      <time className="num" dateTime={new Date(atMs).toISOString()} title={formatGmt8(atMs)}>
        {formatClock(atMs)}
      </time>
    ),
  },
  { key: 'status', title: '状态', width: 64, render: (row) => <Tag tone={toneOf(row)}>{row.status}</Tag> },
  { key: 'method', title: '方法', width: 80, from: 'tablet', render: ({ method }) => method },
  { key: 'route', title: '路由', className: styles.route, render: ({ route }) => route },
  { key: 'failure', title: '失败原因', width: 200, isEllipsis: true, from: 'laptop', render: ({ failure }) => failure },
  {
    key: 'durationMs',
    title: '耗时（ms）',
    width: 80,
    align: 'end',
    render: ({ durationMs }) => <span className="num">{formatNumber(durationMs, 1)}</span>,
  },
  {
    key: 'username',
    title: '用户',
    width: 140,
    isEllipsis: true,
    from: 'tablet',
    render: ({ username }) => username ?? NO_VALUE,
  },
]
