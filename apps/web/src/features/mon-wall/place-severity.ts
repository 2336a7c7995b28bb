import type { WallAlarm } from '@natim/contract/mon/wall'

/** Places with their gravest alarm at an instant, as text that is the same while they are: `[["120.6,31.3",2]]`. */
export function placeSeverity(alarms: readonly WallAlarm[], nowMs: number): string {
  const levels = new Map<string, number>()
  for (const { lng, lat, severity, raisedMs, endedMs } of alarms) {
    if (lng === null || lat === null || raisedMs > nowMs || (endedMs !== null && endedMs <= nowMs)) continue
    const key = `${lng},${lat}`
    levels.set(key, Math.min(severity, levels.get(key) ?? severity))
  }
  return JSON.stringify([...levels])
}
