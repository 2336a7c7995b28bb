import type { TsSeries } from '@natim/contract/mon/timeseries'
import { Segmented } from 'antd'
import { optionsOf } from '@/lib/options.ts'
import styles from './history-page.module.css'
import type { HistoryPageState } from './history-state.ts'
import { answeredLevels, LEVEL_NAMES } from './level-names.ts'

type Level = HistoryPageState['level']

const OPTIONS = optionsOf(LEVEL_NAMES)

interface LevelSelectProps {
  readonly value: Level
  /** The server falls back to another level where the requested one is not stored. */
  readonly series: readonly TsSeries[]
  readonly onChange: (level: Level) => void
}

/** Level of a point: a sample, or the mean of a minute, an hour or a day. */
export function LevelSelect({ value, series, onChange }: LevelSelectProps) {
  const answered = [...new Set(series.map(({ agg }) => agg))]
  const isOther = value === 'auto' || answered.some((level) => level !== value)
  return (
    <span className={styles.level}>
      <span id="history-level">级别</span>
      <Segmented<Level>
        size="small"
        aria-labelledby="history-level"
        options={OPTIONS}
        value={value}
        onChange={onChange}
      />
      {isOther && answered.length > 0 && <span>实为{answeredLevels(series).join('、')}</span>}
    </span>
  )
}
