import type { AlarmStats, StatsQuery } from '@natim/contract/mon/alarm-stats'
import { formatNumber, formatShare } from '@natim/domain/format'
import { useState } from 'react'
import { useIsPhone } from '@/lib/use-media.ts'
import { Panel } from '@/ui/panel.tsx'
import { BarList } from './bar-list.tsx'
import { FigureTable } from './figure-table.tsx'
import styles from './heat.module.css'
import { HEAT_STEPS, HeatGrid } from './heat-grid.tsx'
import { ExportStats, ViewToggle } from './panel-tools.tsx'
import { hourText, WEEKDAYS } from './stats-text.ts'

interface HeatPanelProps {
  readonly stats: AlarmStats
  readonly query: StatsQuery
}

const TABLE_HEAD = ['星期', ...Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))]

/** 时段分布: when alarms occur, and what causes the densest hour. On a phone by day only. */
export function HeatPanel({ stats: { heat }, query }: HeatPanelProps) {
  const [isTable, setIsTable] = useState(false)
  const isPhone = useIsPhone()
  const max = Math.max(0.01, ...heat.perHour.flat())
  return (
    <Panel
      title="时段分布"
      meta={`起 / 小时 · ${query.days} 天均值`}
      actions={
        <>
          {!isTable && !isPhone && <Scale max={max} />}
          <ViewToggle of="heat" isTable={isTable} onChange={setIsTable} />
          <ExportStats panel="heat" query={query} />
        </>
      }
    >
      {isTable ? (
        <FigureTable
          label="时段分布"
          head={TABLE_HEAD}
          minWidth={1_100}
          lines={heat.perHour.map((day, index) => [
            WEEKDAYS[index] ?? '',
            ...day.map((value) => (value === 0 ? '0' : formatNumber(value, 1))),
          ])}
        />
      ) : isPhone ? (
        <BarList
          rows={heat.perHour.map((day, index) => ({
            name: WEEKDAYS[index] ?? '',
            value: day.reduce((sum, value) => sum + value, 0),
            text: `${formatNumber(day.reduce((sum, value) => sum + value, 0))} 起 / 天`,
          }))}
        />
      ) : (
        <HeatGrid perHour={heat.perHour} worst={heat.worst} max={max} />
      )}
      <HeatFacts heat={heat} />
    </Panel>
  )
}

const Scale = ({ max }: { readonly max: number }) => (
  <span className={styles.scale} aria-hidden>
    0
    {Array.from({ length: HEAT_STEPS }, (_, index) => (
      <i key={index} className={styles.cell} data-step={index + 1} />
    ))}
    {formatNumber(max, max < 10 ? 1 : 0)}
  </span>
)

function HeatFacts({ heat: { worst, morningShare, nightShare } }: { readonly heat: AlarmStats['heat'] }) {
  if (worst === null) return null
  return (
    <dl className={styles.facts}>
      <dt>最密</dt>
      <dd>
        <b>
          {WEEKDAYS[worst.weekday - 1]} {hourText(worst.hour)}
        </b>{' '}
        {formatNumber(worst.perHour, 1)} 起 / 小时，{worst.topDay.slice(5)} 一天占{' '}
        {formatShare(worst.topDayN / worst.n, 0)}
      </dd>
      <dt>工作日早间</dt>
      <dd>
        <b>占 {formatShare(morningShare, 0)}</b> 08–12 时
      </dd>
      <dt>夜班 00–08</dt>
      <dd>
        <b>占 {formatShare(nightShare, 0)}</b>
      </dd>
    </dl>
  )
}
