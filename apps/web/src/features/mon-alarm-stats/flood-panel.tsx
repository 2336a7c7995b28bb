import type { AlarmFlood, AlarmStats, StatsQuery } from '@natim/contract/mon/alarm-stats'
import { FLOOD_ALARMS } from '@natim/domain/alarm/flood'
import { formatNumber, formatShare, formatShortTime, NO_VALUE } from '@natim/domain/format'
import { useState } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/ui/panel.tsx'
import { alarmListPath } from '@/widgets/alarm/alarm-path.ts'
import { FigureTable } from './figure-table.tsx'
import styles from './flood.module.css'
import { FloodCurve } from './flood-curve.tsx'
import { ExportStats, ViewToggle } from './panel-tools.tsx'
import { minutesText } from './stats-text.ts'

interface FloodPanelProps {
  readonly stats: AlarmStats
  readonly query: StatsQuery
}

const TABLE_HEAD = ['时段', '报警', '10 min 最高', '主要规则', '区域', '确认 min', '升级']

/** 报警洪水: when alarms outran the operators, their causes and outcomes. */
export function FloodPanel({ stats, query }: FloodPanelProps) {
  const [isTable, setIsTable] = useState(false)
  const { floods } = stats
  return (
    <Panel
      title="报警洪水"
      meta="10 min 内的报警数 · 每段最大"
      actions={
        <>
          <span className="t-caption">达到 {FLOOD_ALARMS} 起 / 10 min 即记为一次</span>
          <ViewToggle of="floods" isTable={isTable} onChange={setIsTable} />
          <ExportStats panel="floods" query={query} />
        </>
      }
    >
      {isTable ? (
        <FigureTable
          label="报警洪水"
          head={TABLE_HEAD}
          minWidth={640}
          lines={floods.list.map((flood) => [
            spanText(flood),
            formatNumber(flood.alarms),
            `${flood.peak}`,
            flood.ruleName || NO_VALUE,
            flood.regions.join('、'),
            minutesText(flood.ackMs),
            `${flood.escalated}`,
          ])}
        />
      ) : (
        <div className={styles.body}>
          <FloodCurve stats={stats} />
          {floods.count === 0 ? (
            <p className="t-tertiary">{query.days} 天内没有报警洪水</p>
          ) : (
            <ol className={styles.list}>
              {floods.list.map((flood, index) => (
                <FloodItem key={flood.fromMs} n={index + 1} flood={flood} usualMs={stats.total.ackMs} />
              ))}
            </ol>
          )}
        </div>
      )}
    </Panel>
  )
}

const spanText = ({ fromMs, toMs }: AlarmFlood) => `${formatShortTime(fromMs)}–${formatShortTime(toMs).slice(6)}`

interface FloodItemProps {
  readonly n: number
  readonly flood: AlarmFlood
  readonly usualMs: number | null
}

function FloodItem({ n, flood, usualMs }: FloodItemProps) {
  const { fromMs, toMs, peak, alarms, ruleName, ruleShare, regions, devices, officers, ackMs, escalated } = flood
  const path = alarmListPath({ view: 'all', fromMs: String(fromMs - 1), toMs: String(toMs) })
  return (
    <li>
      <div className={styles.itemHead}>
        <span>
          <i className={styles.number}>{n}</i> {spanText(flood)}
        </span>
        <Link to={path}>看报警</Link>
      </div>
      <p>
        最高 {peak} 起，共 {alarms} 起、{devices} 台设备；
        {ruleName && `「${ruleName}」占 ${formatShare(ruleShare, 0)}；`}
        {regions.join('、')}
      </p>
      <p className="t-tertiary">
        {officers === 0 ? '无人确认' : `${officers} 人处理，确认 ${minutesText(ackMs)} min`}
        {officers > 0 && usualMs !== null && `（平时 ${minutesText(usualMs)}）`}
        {escalated > 0 && `，${escalated} 起超时升级`}
      </p>
    </li>
  )
}
