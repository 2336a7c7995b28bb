import type { AlarmStats, RuleStats, StatsQuery } from '@natim/contract/mon/alarm-stats'
import { rule } from '@natim/contract/mon/rule.resource'
import { ENOUGH_ALARMS, FALSE_SHARE_LIMIT } from '@natim/domain/alarm/tuning'
import { formatNumber, formatShare, NO_VALUE } from '@natim/domain/format'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useIsPhone } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { Panel } from '@/ui/panel.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { ExportStats } from './panel-tools.tsx'
import styles from './rules.module.css'
import { minutesText, percentText } from './stats-text.ts'

interface RulesPanelProps {
  readonly stats: AlarmStats
  readonly query: StatsQuery
}

/** Edit page of the rule, with a longer 持续 prefilled if that is the hint. */
const rulePath = ({ ruleId, hint }: RuleStats) =>
  `/mon/alarm/rule/${ruleId}${hint?.forS == null ? '' : `?forS=${hint.forS}`}`

/** 误报率与调整建议: rules with many false alarms, and suggested adjustments. */
export function RulesPanel({ stats: { rules }, query }: RulesPanelProps) {
  const isPhone = useIsPhone()
  const mayOpen = R.useMay(rule.endpoints.get)
  const columns = useMemo(() => columnsFor(mayOpen), [mayOpen])
  return (
    <Panel
      title="误报率与调整建议"
      meta={`按规则 · 误报率降序，再按次数 · 刻线 ${formatShare(FALSE_SHARE_LIMIT, 0)}`}
      actions={
        <>
          <span className="t-caption">预计按同期报警的持续时长</span>
          <ExportStats panel="rules" query={query} />
        </>
      }
      isFlush
    >
      {isPhone ? (
        <ul className={styles.cards}>
          {rules.map((row) => (
            <RuleCard key={row.ruleId} row={row} mayOpen={mayOpen} />
          ))}
        </ul>
      ) : (
        // A scrollable region must be reachable by keyboard.
        <div className={styles.scroller} tabIndex={isPhone ? undefined : 0} role="group" aria-label="各规则，可滚动">
          <DataTable label="误报率与调整建议" columns={columns} rows={rules} rowKey={keyOf} minWidth={760} />
        </div>
      )}
    </Panel>
  )
}

const keyOf = ({ ruleId }: RuleStats) => ruleId
/** Share at which a bar is full; puts the tick at 60 % of it. */
const BAR_END = FALSE_SHARE_LIMIT / 0.6

function columnsFor(mayOpen: boolean): DataColumn<RuleStats>[] {
  const number = { align: 'end', width: 76 } as const
  return [
    { key: 'code', title: '规则', width: 76, render: (row) => <RuleCode row={row} mayOpen={mayOpen} /> },
    {
      key: 'name',
      title: '名称',
      width: 180,
      render: ({ severity, name }) => (
        <span className={styles.name} title={name}>
          <SeverityGlyph level={severity} size={15} /> <span className="ellipsis">{name}</span>
        </span>
      ),
    },
    { ...number, key: 'alarms', title: '次数', width: 60, render: ({ alarms }) => formatNumber(alarms) },
    { key: 'falseShare', title: '误报率 %', width: 136, render: (row) => <FalseShare row={row} /> },
    { ...number, key: 'ack', title: '确认 min', render: ({ ackMs }) => minutesText(ackMs) },
    { ...number, key: 'resolve', title: '处置 min', render: ({ resolveMs }) => minutesText(resolveMs) },
    { key: 'hint', title: '调整建议', isEllipsis: true, render: ({ hint }) => hint?.text ?? NO_VALUE },
    { ...number, key: 'fewer', title: '预计次数', render: (row) => <Fewer row={row} /> },
    {
      key: 'try',
      title: '',
      width: 68,
      align: 'end',
      isScreenOnly: true,
      render: (row) => <TryLink row={row} mayOpen={mayOpen} />,
    },
  ]
}

const RuleCode = ({ row, mayOpen }: { readonly row: RuleStats; readonly mayOpen: boolean }) =>
  mayOpen ? <Link to={`/mon/alarm/rule/${row.ruleId}`}>{row.code || NO_VALUE}</Link> : <>{row.code || NO_VALUE}</>

const TryLink = ({ row, mayOpen }: { readonly row: RuleStats; readonly mayOpen: boolean }) =>
  mayOpen && row.hint ? <Link to={rulePath(row)}>{row.hint.forS === null ? '打开' : '试运行'}</Link> : null

function Fewer({ row: { hint } }: { readonly row: RuleStats }) {
  if (hint?.fewer == null) return <>{NO_VALUE}</>
  return (
    <span title={`其中真实 ${hint.fewerReal ?? 0} 起`}>{hint.fewer === 0 ? '0' : `−${formatNumber(hint.fewer)}`}</span>
  )
}

/** Number, bar, and the threshold tick. */
function FalseShare({ row: { falseShare, judged } }: { readonly row: RuleStats }) {
  if (falseShare === null)
    return (
      <span className={styles.share} title={`已判定 ${judged} 起，不足 ${ENOUGH_ALARMS} 起`}>
        <span>{NO_VALUE}</span> <span className="t-tertiary">样本不足</span>
      </span>
    )
  const isOver = falseShare > FALSE_SHARE_LIMIT
  return (
    <span className={styles.share} data-over={isOver || undefined}>
      <span>{percentText(falseShare)}</span>
      <span className={styles.track} aria-hidden>
        <i style={{ inlineSize: `${Math.min(100, (falseShare / BAR_END) * 100)}%` }} />
      </span>
    </span>
  )
}

const RuleCard = ({ row, mayOpen }: { readonly row: RuleStats; readonly mayOpen: boolean }) => (
  <li className={styles.card}>
    <div className={styles.cardHead}>
      <span className={styles.name}>
        <SeverityGlyph level={row.severity} size={16} /> <span className="ellipsis">{row.name}</span>
      </span>
      <b>{formatNumber(row.alarms)} 起</b>
    </div>
    <FalseShare row={row} />
    <p className="t-caption">
      确认 {minutesText(row.ackMs)} min · 处置 {minutesText(row.resolveMs)} min
    </p>
    {row.hint && (
      <p className={styles.cardHead}>
        <span>
          {row.hint.text}
          {row.hint.fewer !== null && (
            <>
              （预计 <Fewer row={row} /> 起）
            </>
          )}
        </span>
        <TryLink row={row} mayOpen={mayOpen} />
      </p>
    )}
  </li>
)
