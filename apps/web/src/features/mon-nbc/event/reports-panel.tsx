import { AGENT_CLASS } from '@natim/contract/dict'
import type { NbcEventDetail, NbcReport } from '@natim/contract/mon/nbc-event'
import { NBC_REPORT_KINDS, type NbcReportKind, nbcReportFields } from '@natim/contract/mon/nbc-report'
import { formatShortTime } from '@natim/domain/format'
import { App, Button } from 'antd'
import { useState } from 'react'
import { Panel } from '@/ui/panel.tsx'
import { Tag } from '@/ui/tag.tsx'
import { Can } from '@/widgets/can/can.tsx'
import styles from './event.module.css'
import { ReportForm } from './report-form.tsx'
import { useEventOrders } from './use-events.ts'

const KINDS = [1, 2, 3, 4, 5, 6] as const satisfies readonly NbcReportKind[]

interface Editing {
  readonly kind: NbcReportKind
  readonly report?: NbcReport
}

/** 报告 1–6: drafts and sent reports. */
export function ReportsPanel({ detail: { event, reports, mayLeave } }: { readonly detail: NbcEventDetail }) {
  const [editing, setEditing] = useState<Editing>()
  return (
    <Panel title="报告" meta="本网自定表单，1–6" isFlush>
      <ol className={styles.reports}>
        {KINDS.map((kind) => {
          const own = reports.filter((report) => report.kind === kind)
          return (
            <li key={kind}>
              <div className={styles.reportHead}>
                <b>
                  {kind} {NBC_REPORT_KINDS[kind]}
                </b>
                <Can I="mon:nbc:report">
                  <Button
                    type="link"
                    size="small"
                    aria-label={`起草${NBC_REPORT_KINDS[kind]}`}
                    onClick={() => setEditing({ kind })}
                  >
                    起草
                  </Button>
                </Can>
              </div>
              {own.map((report) => (
                <ReportLine
                  key={report.id}
                  report={report}
                  isHeld={kind > 1 && !mayLeave && !event.drill}
                  onEdit={() => setEditing({ kind, report })}
                />
              ))}
            </li>
          )
        })}
      </ol>
      {editing && (
        <ReportForm
          eventId={event.id}
          kind={editing.kind}
          report={editing.report}
          isDrill={event.drill}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Panel>
  )
}

interface ReportLineProps {
  readonly report: NbcReport
  /** A report with an assessment is not sent before verification. */
  readonly isHeld: boolean
  readonly onEdit: () => void
}

function ReportLine({ report, isHeld, onEdit }: ReportLineProps) {
  const { modal } = App.useApp()
  const orders = useEventOrders()
  const isSent = report.status === 'sent'
  const name = `第 ${report.seq} 份`
  const send = () =>
    void modal.confirm({
      title: `发出${NBC_REPORT_KINDS[report.kind]}`,
      content: '发出后不能修改。',
      okText: '发出',
      onOk: async () => void (await orders.sendReport(report)),
    })
  return (
    <details className={styles.report}>
      <summary>
        {name} <Tag tone={isSent ? 'success' : 'neutral'}>{isSent ? '已发出' : '草稿'}</Tag>
        <span className={styles.hint}>
          {isSent && report.sentMs !== null
            ? `${report.sentName} ${formatShortTime(report.sentMs)}`
            : `${report.authorName} ${formatShortTime(report.createMs)}`}
        </span>
      </summary>
      <dl className={styles.fields}>
        {nbcReportFields(report.kind)
          .filter(({ key }) => report.body[key] !== undefined)
          .map(({ key, label, unit, control }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{shownText(report.body[key], control, unit)}</dd>
            </div>
          ))}
      </dl>
      {!isSent && (
        <Can I="mon:nbc:report">
          <span className={styles.decisions}>
            <Button size="small" onClick={onEdit}>
              编辑
            </Button>
            <Button size="small" type="primary" disabled={isHeld} onClick={send}>
              发出
            </Button>
            {isHeld && <span className={styles.hint}>单台未核实，不能发出</span>}
          </span>
        </Can>
      )}
    </details>
  )
}

function shownText(value: unknown, control: string, unit = ''): string {
  if (control === 'agent') return AGENT_CLASS[value as keyof typeof AGENT_CLASS] ?? String(value)
  return `${String(value)} ${unit}`.trim()
}
