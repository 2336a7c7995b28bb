import { DownloadOutlined, PrinterOutlined, ReloadOutlined } from '@ant-design/icons'
import { monReportEndpoints, type ReportRun } from '@natim/contract/mon/mon-report'
import { REPORT_FORMATS, type ReportFormat } from '@natim/contract/mon/mon-report.resource'
import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { Tag } from '@/ui/tag.tsx'
import styles from './report.module.css'
import { isUnderWay, type Runs, saveReport } from './use-reports.ts'

interface PreviewProps {
  readonly run: ReportRun | undefined
  readonly runs: Runs
  readonly onRun: (id: string) => void
}

/** The document of a run, identical in print and PDF. */
export function Preview({ run, runs, onRun }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  if (run === undefined)
    return (
      <Panel className={styles.preview ?? ''}>
        <EmptyState title="还没有可预览的报告" hint="选择左侧的一次运行，或先运行一次" />
      </Panel>
    )
  const title = (
    <>
      {run.name} {run.periodText} <Tag tone="info">第 {run.revision} 版</Tag>
    </>
  )
  const isDone = run.state === 'done'
  return (
    <Panel
      isFlush
      className={styles.preview ?? ''}
      title={title}
      actions={isDone && <Actions run={run} runs={runs} onRun={onRun} onPrint={() => print(frame.current)} />}
    >
      {isDone ? (
        <Paper run={run} frame={frame} />
      ) : isUnderWay(run) ? (
        <div className={styles.paper} aria-busy>
          <TableSkeleton rows={14} columns={5} />
        </div>
      ) : (
        <ErrorState message={run.error ?? '没有生成报告'} />
      )}
    </Panel>
  )
}

/** Prints only the frame's page, which has its own header and footer. */
function print(frame: HTMLIFrameElement | null): void {
  frame?.contentWindow?.focus()
  frame?.contentWindow?.print()
}

interface ActionsProps {
  readonly run: ReportRun
  readonly runs: Runs
  readonly onRun: (id: string) => void
  readonly onPrint: () => void
}

function Actions({ run, runs, onRun, onPrint }: ActionsProps) {
  const mayRun = R.useMay(monReportEndpoints.rerun)
  const { data } = useEndpoint(monReportEndpoints.abilities, {}, { staleTime: Number.POSITIVE_INFINITY })
  const again = async () => {
    const next = await runs.rerun(run.id)
    if (next) onRun(next.id)
  }
  const formats = Object.entries(REPORT_FORMATS).map(([key, label]) => ({
    key,
    label:
      key === 'pdf' && data?.pdf ? (
        <span title={data.pdf}>
          {label}（{data.pdf}）
        </span>
      ) : (
        label
      ),
    disabled: key === 'pdf' && data?.pdf !== null,
    onClick: () => void saveReport(run, key as ReportFormat),
  }))
  return (
    <span className={styles.run}>
      {mayRun && (
        <Button icon={<ReloadOutlined aria-hidden />} loading={runs.isBusy} onClick={() => void again()}>
          重新生成
        </Button>
      )}
      <Button icon={<PrinterOutlined aria-hidden />} onClick={onPrint}>
        打印
      </Button>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items: formats }}>
        <Button type="primary" icon={<DownloadOutlined aria-hidden />}>
          下载
        </Button>
      </Dropdown>
    </span>
  )
}

interface PaperProps {
  readonly run: ReportRun
  readonly frame: React.RefObject<HTMLIFrameElement | null>
}

function Paper({ run, frame }: PaperProps) {
  // The header depends on the run's stale and superseded state.
  const found = `${run.stale?.atMs ?? 0}${run.isSuperseded}`
  const { data, error, refetch } = useEndpoint(monReportEndpoints.get, { query: { id: run.id } }, { staleTime: 0 })
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data?.html || data.run.id !== run.id)
    return (
      <div className={styles.paper} aria-busy>
        <TableSkeleton rows={14} columns={5} />
      </div>
    )
  return (
    <iframe
      key={found}
      ref={frame}
      className={styles.frame}
      title={`${run.name} ${run.periodText}`}
      // Scripts and forms are disabled; same-origin access lets this page print it.
      sandbox="allow-same-origin allow-modals"
      srcDoc={data.html}
    />
  )
}
