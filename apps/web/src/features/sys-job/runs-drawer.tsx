import { JOB_RUN_CAUSE, JOB_RUN_STATUS, JOB_RUNNING, type JobRun, jobExtraEndpoints } from '@natim/contract/system/job'
import { type JobRow } from '@natim/contract/system/job.resource'
import { nextRuns } from '@natim/domain/cron/next-runs'
import { NO_VALUE } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { Pagination } from 'antd'
import { useState } from 'react'
import { serverNow } from '@/lib/clock.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { SideDrawer } from '@/ui/side-drawer.tsx'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import styles from './runs-drawer.module.css'

const DRAWER_PX = 640
/** A phone scrolls it sideways. */
const TABLE_PX = 600
const PAGE_SIZE = 20
const NEXT_RUNS = 5
const REFRESH_MS = 5_000

interface RunsDrawerProps {
  readonly job: JobRow | undefined
  readonly onClose: () => void
}

/** Next runs of a job, and its past ones. */
export function RunsDrawer({ job, onClose }: RunsDrawerProps) {
  const title = job ? `${job.jobClassName_dictText}的执行情况` : ''
  return (
    <SideDrawer isOpen={job !== undefined} onClose={onClose} width={DRAWER_PX} title={title}>
      {job && <Runs key={job.id} job={job} />}
    </SideDrawer>
  )
}

function Runs({ job }: { readonly job: JobRow }) {
  const [pageNo, setPageNo] = useState(1)
  const query = { jobId: job.id, pageNo, pageSize: PAGE_SIZE }
  const { data, error, isLoading, refetch } = useEndpoint(
    jobExtraEndpoints.runs,
    { query },
    { refetchInterval: REFRESH_MS },
  )
  return (
    <div className={styles.body}>
      <section aria-label="接下来的执行时间">
        <h3 className="t-panel">接下来 {NEXT_RUNS} 次</h3>
        <ol className={styles.next}>
          {upcoming(job).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </section>
      <section aria-label="执行记录">
        <h3 className="t-panel">执行记录</h3>
        <DataTable
          label="执行记录"
          minWidth={TABLE_PX}
          columns={COLUMNS}
          rows={data?.records ?? []}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
          empty={<EmptyState title="还没有执行过" />}
        />
        <Pagination
          size="small"
          hideOnSinglePage
          current={pageNo}
          pageSize={PAGE_SIZE}
          total={data?.total ?? 0}
          showSizeChanger={false}
          onChange={setPageNo}
        />
      </section>
    </div>
  )
}

function upcoming({ status, cronExpression }: JobRow): readonly string[] {
  if (status !== JOB_RUNNING) return ['任务已停止，不会自动执行']
  try {
    const runs = nextRuns(cronExpression, { fromMs: serverNow(), count: NEXT_RUNS })
    return runs.length === 0 ? ['没有下一次执行时间'] : runs.map(formatGmt8)
  } catch (cause) {
    return [cause instanceof Error ? cause.message : String(cause)]
  }
}

const TONES: Readonly<Record<number, TagTone>> = { 0: 'info', 1: 'success', 2: 'error' }

const COLUMNS: readonly DataColumn<JobRun>[] = [
  { key: 'startTime', title: '开始时间', width: 160, render: (run) => <span className="num">{run.startTime}</span> },
  { key: 'cause', title: '触发', width: 130, isEllipsis: true, render: causeOf },
  {
    key: 'status',
    title: '结果',
    width: 72,
    render: ({ status }) => <Tag tone={TONES[status] ?? 'neutral'}>{statusOf(status)}</Tag>,
  },
  {
    key: 'durationMs',
    title: '耗时',
    width: 80,
    align: 'end',
    render: (run) => <span className="num">{duration(run.durationMs)}</span>,
  },
  { key: 'message', title: '说明', isEllipsis: true, render: ({ message }) => message ?? NO_VALUE },
]

const statusOf = (status: number) => JOB_RUN_STATUS[status as keyof typeof JOB_RUN_STATUS] ?? String(status)

function causeOf({ cause, requestedBy }: JobRun): string {
  return requestedBy === null ? JOB_RUN_CAUSE[cause] : `${requestedBy} ${JOB_RUN_CAUSE[cause]}`
}

function duration(ms: number | null): string {
  if (ms === null) return NO_VALUE
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}
