import type { WallAlarm } from '@natim/contract/mon/wall'
import { severityAt } from '@natim/domain/wall'

/** Places with their most severe alarm at an instant, as a string for stable comparison: `[["120.6,31.3",2]]`. */
export function placeSeverity(alarms: readonly WallAlarm[], nowMs: number): string {
  const levels = new Map<string, number>()
  for (const alarm of alarms) {
    const { lng, lat, raisedMs, endedMs } = alarm
    if (lng === null || lat === null || raisedMs > nowMs || (endedMs !== null && endedMs <= nowMs)) continue
    const severity = severityAt(alarm, nowMs)
    const key = `${lng},${lat}`
    levels.set(key, Math.min(severity, levels.get(key) ?? severity))
  }
  return JSON.stringify([...levels])
}
