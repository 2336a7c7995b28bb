import { CLOSE_CODE, SEVERITY } from '@natim/contract/dict'
import type { AlarmStats, StatsQuery } from '@natim/contract/mon/alarm-stats'
import { formatNumber, formatShare } from '@natim/domain/format'
import { useState } from 'react'
import { Panel } from '@/ui/panel.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { BarList } from './bar-list.tsx'
import { FigureTable } from './figure-table.tsx'
import { ExportStats, ViewToggle } from './panel-tools.tsx'
import styles from './stats.module.css'
import { minutesText } from './stats-text.ts'

interface EndingsPanelProps {
  readonly stats: AlarmStats
  readonly query: StatsQuery
}

const nameOf = ({ closeCode }: AlarmStats['endings'][number]) => (closeCode === null ? '未关闭' : CLOSE_CODE[closeCode])

/** 怎样结束: close codes, and the acknowledgement time of each level beside its target. */
export function EndingsPanel({ stats: { endings, severities, total }, query }: EndingsPanelProps) {
  const [isTable, setIsTable] = useState(false)
  return (
    <Panel
      title="怎样结束"
      meta={`按关闭原因 · ${formatNumber(total.alarms)} 起`}
      actions={
        <>
          <ViewToggle of="endings" isTable={isTable} onChange={setIsTable} />
          <ExportStats panel="endings" query={query} />
        </>
      }
    >
      {isTable ? (
        <FigureTable
          label="怎样结束"
          head={['关闭原因', '报警', '占比']}
          lines={endings.map((row) => [nameOf(row), formatNumber(row.n), formatShare(row.n / total.alarms)])}
        />
      ) : (
        <BarList
          rows={endings.map((row) => ({
            name: nameOf(row),
            value: row.n,
            text: formatNumber(row.n),
            note: formatShare(row.n / total.alarms),
            isAccent: row.closeCode === 'false',
          }))}
        />
      )}
      <div className={styles.levelsHead}>
        <span className="t-caption">确认 min / 目标</span>
        <ExportStats panel="severities" query={query} />
      </div>
      <ul className={styles.levels} aria-label="按级别的平均确认时长">
        {severities.map(({ severity, ackMs, targetMs }) => (
          <li key={severity}>
            <span>
              <SeverityGlyph level={severity} size={13} isDecorative /> {SEVERITY[severity]}
            </span>
            <span data-late={(ackMs !== null && targetMs !== null && ackMs > targetMs) || undefined}>
              <b>{minutesText(ackMs)}</b> {targetMs === null ? '不限' : `/ ${minutesText(targetMs)}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
