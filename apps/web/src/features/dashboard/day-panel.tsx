import { SEVERITY, type Severity } from '@natim/contract/dict'
import type { HomeSummary } from '@natim/contract/mon/home'
import { formatKpi, formatNumber } from '@natim/domain/format'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { Link } from 'react-router'
import { Panel } from '../../ui/panel.tsx'
import { SeverityGlyph } from '../../ui/severity-glyph.tsx'
import { alarmListPath } from '../../widgets/alarm/alarm-path.ts'
import styles from './day-panel.module.css'
import { HourBars } from './hour-bars.tsx'
import { countAxis, hourTotals } from './hour-scale.ts'

const LEVELS = [1, 2, 3, 4, 5] as const satisfies readonly Severity[]
// The worst level is drawn on top of the stack, so it comes last.
const ALARM_PARTS = LEVELS.map((level) => ({ colour: `var(--sev-${level})`, name: SEVERITY[level] })).toReversed()
const SAMPLE_PARTS = [{ colour: 'var(--series-1)', name: '样本' }]

/** Alarms by hour and level; without an alarm engine, the samples of the same hours. */
export function DayPanel({ home }: { readonly home: HomeSummary }) {
  const endMs = Math.ceil(home.atMs / HOUR_MS) * HOUR_MS
  if (home.alarmsByHour !== null) {
    const total = home.alarmsByHour.flat().reduce((sum, count) => sum + count, 0)
    return (
      <Panel
        title="24 小时报警"
        meta={`按小时和级别 · 共 ${formatNumber(total)} 起`}
        actions={<LevelLegend fromMs={endMs - DAY_MS} />}
      >
        <HourBars
          hours={home.alarmsByHour.map((levels) => levels.toReversed())}
          parts={ALARM_PARTS}
          endMs={endMs}
          label={`24 小时报警，共 ${formatNumber(total)} 起`}
        />
      </Panel>
    )
  }
  const hours = home.samplesByHour.map((count) => [count])
  const totals = hourTotals(hours)
  const total = formatKpi(totals.reduce((sum, count) => sum + count, 0))
  const { unitPrefix } = countAxis(Math.max(...totals, 0))
  return (
    <Panel title="24 小时样本" meta={`按小时 · ${unitPrefix}点 · 共 ${total}`}>
      <HourBars hours={hours} parts={SAMPLE_PARTS} endMs={endMs} label={`24 小时样本，共 ${total} 点`} />
    </Panel>
  )
}

/** Legend of the levels; each glyph links to the alarms of that level raised in these hours. */
function LevelLegend({ fromMs }: { readonly fromMs: number }) {
  return (
    <ul className={styles.legend}>
      {LEVELS.map((level) => (
        <li key={level}>
          <Link to={alarmListPath({ view: 'all', severity: String(level), fromMs: String(fromMs) })}>
            <SeverityGlyph level={level} size={12} isDecorative />
            {SEVERITY[level]}
          </Link>
        </li>
      ))}
    </ul>
  )
}
