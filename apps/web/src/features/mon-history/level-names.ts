import type { TsSeries } from '@natim/contract/mon/timeseries'
import type { HistoryPageState } from './history-state.ts'

export const LEVEL_NAMES: Readonly<Record<HistoryPageState['level'], string>> = {
  auto: '自动',
  raw: '原始',
  '1m': '分钟',
  '1h': '小时',
  '1d': '日',
}

/** Names of the levels in the response. */
export const answeredLevels = (series: readonly TsSeries[]): string[] => [
  ...new Set(series.map(({ agg }) => LEVEL_NAMES[agg])),
]
