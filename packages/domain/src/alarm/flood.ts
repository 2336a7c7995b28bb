import { MINUTE_MS } from '../time.ts'

/** More alarms than one operator can handle (ISA-18.2, EEMUA 191). */
export const FLOOD_ALARMS = 10
export const FLOOD_WINDOW_MS = 10 * MINUTE_MS
/** A flood ends when a window holds this many or fewer: hysteresis, so that single alarms do not end and restart it. */
export const FLOOD_OVER_ALARMS = 4

/** A stretch with more alarms than an operator can handle. Epoch ms of its first and last alarm. */
export interface Flood {
  readonly fromMs: number
  readonly toMs: number
  readonly alarms: number
  /** Highest count within ten minutes. */
  readonly peak: number
}

/** Alarm count in the ten minutes ending at each alarm, including it; `raisedMs` ascending. */
export function windowCounts(raisedMs: readonly number[]): number[] {
  let first = 0
  return raisedMs.map((ms, index) => {
    while ((raisedMs[first] ?? ms) <= ms - FLOOD_WINDOW_MS) first += 1
    return index - first + 1
  })
}

/**
 * Floods among alarms by raise time, ascending. One starts with the first alarm of a window (t − 10 min, t] that holds
 * {@link FLOOD_ALARMS}, and ends with the last alarm before a window holds no more than {@link FLOOD_OVER_ALARMS}.
 */
export function findFloods(raisedMs: readonly number[]): Flood[] {
  const counts = windowCounts(raisedMs)
  const floods: { first: number; last: number }[] = []
  let isFlooded = false
  for (const [index, count] of counts.entries()) {
    const current = floods.at(-1)
    if (isFlooded && current && count > FLOOD_OVER_ALARMS) {
      current.last = index
    } else {
      isFlooded = count >= FLOOD_ALARMS
      if (isFlooded) floods.push({ first: index - count + 1, last: index })
    }
  }
  return floods.map(({ first, last }) => ({
    fromMs: raisedMs[first] ?? 0,
    toMs: raisedMs[last] ?? 0,
    alarms: last - first + 1,
    peak: Math.max(...counts.slice(first, last + 1)),
  }))
}

/** The highest ten-minute count within each of `n` equal parts of (fromMs, toMs]. */
export function floodCurve(raisedMs: readonly number[], fromMs: number, toMs: number, n: number): number[] {
  const curve = Array.from({ length: n }, () => 0)
  const stepMs = (toMs - fromMs) / n
  for (const [index, count] of windowCounts(raisedMs).entries()) {
    const at = Math.ceil(((raisedMs[index] ?? 0) - fromMs) / stepMs) - 1
    if (at >= 0 && at < n) curve[at] = Math.max(curve[at] ?? 0, count)
  }
  return curve
}
