import { MINUTE_MS } from '@natim/domain/time'
import { useTicker } from '@/ui/ticker.ts'
import type { TimeRange } from '@/widgets/chart/frame.ts'
import { fullRangeText } from './history-text.ts'

/** A range in words; one whose end is still to come says that it is under way. Current ranges end with this minute. */
export function useRangeText(range: TimeRange): string {
  const isRunning = useTicker((nowMs) => nowMs + MINUTE_MS < range.toMs && nowMs > range.fromMs)
  return `${fullRangeText(range)}${isRunning ? '（进行中）' : ''}`
}
