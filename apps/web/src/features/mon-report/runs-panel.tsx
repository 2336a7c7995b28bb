import { PlayCircleOutlined } from '@ant-design/icons'
import {
  monReportEndpoints,
  REPORT_CAUSES,
  REPORT_FILES_KEPT_DAYS,
  REPORT_STATES,
  type ReportRun,
} from '@natim/contract/mon/mon-report'
import { formatShortTime, NO_VALUE } from '@natim/domain/format'
import { parseGmt8 } from '@natim/domain/time'
import { App, Button } from 'antd'
import { useMemo, useState } from 'react'
import * as R from '@/resource/index.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import styles from './report.module.css'
import { isUnderWay, type Runs, saveReport } from './use-reports.ts'

interface RunsPanelProps {
  readonly name: string
  readonly runs: Runs
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

const TONES: Readonly<Record<ReportRun['state'], TagTone>> = {
  waiting: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'error',
  cancelled: 'neutral',
}
/** Any instant of the day in (00:00, 24:00] identifies its period. */
const NOON = '12:00:00'

/** Runs of a definition, newest first. Enter shows one, D downloads it, R reruns it. */
export function RunsPanel({ name, runs, chosen, onChoose }: RunsPanelProps) {
  const { data = [], error, isLoading, refetch } = runs.runs
  const mayRun = R.useMay(monReportEndpoints.run)
  const columns = useMemo(() => columnsOf(runs.rerun, onChoose, mayRun), [runs.rerun, onChoose, mayRun])
  const onKeyDown = (event: React.KeyboardEvent) => {
    const run = data.find(({ id }) => id === chosen)
    if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'd' && run.state === 'done') void saveReport(run, 'xlsx')
    else if (event.key === 'r' && mayRun && !isUnderWay(run)) void runs.rerun(run.id)
    else return
    event.preventDefault()
  }
  return (
    <Panel
      isFlush
      title={`${name} · 运行`}
      actions={mayRun && <RunButton runs={runs} onRun={onChoose} />}
      {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts of the table inside */}
      <div onKeyDown={onKeyDown}>
        <DataTable
          label={`${name}的运行记录`}
          minWidth={560}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          onOpen={({ id }) => onChoose(id)}
          empty={<EmptyState title="还没有运行" hint="点「运行」生成最近一个完整时段的报告" />}
        />
      </div>
      <p className={styles.note}>文件保留 {REPORT_FILES_KEPT_DAYS} 天，数据快照长期保留，可按原版次重新下载</p>
    </Panel>
  )
}

/** Runs the latest complete period, or the one that contains a given day. */
function RunButton({ runs, onRun }: { readonly runs: Runs; readonly onRun: (id: string) => void }) {
  const [date, setDate] = useState<string>()
  const start = async () => {
    const at = date === undefined ? undefined : parseGmt8(`${date} ${NOON}`)
    const run = await runs.run(at)
    if (run) onRun(run.id)
  }
  return (
    <span className={styles.run}>
      <span className={styles.date}>
        <DateInput
          value={date}
          onChange={(next) => setDate(next === '' ? undefined : next)}
          placeholder="最近时段"
          aria-label="报告日期"
        />
      </span>
      <Button icon={<PlayCircleOutlined aria-hidden />} loading={runs.isBusy} onClick={() => void start()}>
        运行
      </Button>
    </span>
  )
}

function columnsOf(
  rerun: Runs['rerun'],
  onChoose: (id: string) => void,
  mayRun: boolean,
): readonly DataColumn<ReportRun>[] {
  return [
    { key: 'period', title: '周期', width: 130, render: (run) => <b className="num">{run.periodText}</b> },
    { key: 'revision', title: '版次', width: 50, align: 'end', render: (run) => run.revision },
    { key: 'state', title: '状态', width: 112, render: (run) => <State run={run} /> },
    {
      key: 'done',
      title: '完成时间',
      width: 104,
      render: (run) => <span className="num">{run.doneMs === null ? NO_VALUE : formatShortTime(run.doneMs)}</span>,
    },
    { key: 'cause', title: '来由', width: 80, isEllipsis: true, render: (run) => REPORT_CAUSES[run.cause] },
    {
      key: 'actions',
      title: '操作',
      width: 104,
      isScreenOnly: true,
      render: (run) => (
        <span className={styles.links}>
          {run.state === 'done' && (
            <>
              <R.TextLink label={`预览 ${run.periodText} 第 ${run.revision} 版`} onClick={() => onChoose(run.id)}>
                预览
              </R.TextLink>
              <R.TextLink
                label={`下载 ${run.periodText} 第 ${run.revision} 版`}
                onClick={() => void saveReport(run, 'xlsx')}
              >
                下载
              </R.TextLink>
            </>
          )}
          {run.state === 'failed' && <Cause run={run} />}
          {mayRun && run.state === 'failed' && (
            <R.TextLink label={`重跑 ${run.periodText}`} onClick={() => void rerun(run.id)}>
              重跑
            </R.TextLink>
          )}
        </span>
      ),
    },
  ]
}

function State({ run }: { readonly run: ReportRun }) {
  if (run.isSuperseded && run.state === 'done') return <Tag>已被修订</Tag>
  if (run.stale !== null) return <Tag tone="warning">数据已修订</Tag>
  return (
    <Tag tone={TONES[run.state]}>
      {REPORT_STATES[run.state]}
      {run.state === 'running' && ` ${run.progress} %`}
    </Tag>
  )
}

function Cause({ run }: { readonly run: ReportRun }) {
  const { modal } = App.useApp()
  const tell = () =>
    void modal.error({ title: `${run.name} ${run.periodText} 生成失败`, content: run.error, okText: '知道了' })
  return (
    <R.TextLink label={`原因 ${run.periodText}`} onClick={tell}>
      原因
    </R.TextLink>
  )
}
