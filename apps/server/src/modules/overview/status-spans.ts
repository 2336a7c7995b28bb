import type { DeviceStatus } from '@natim/contract/dict'
import type { StatusSpan } from '@natim/contract/mon/device'

/** One row of the status log, epoch ms. */
export interface StatusChange {
  readonly tsMs: number
  readonly from: DeviceStatus
  readonly to: DeviceStatus
  readonly reason: string
}

/**
 * Status history over [fromMs, toMs), oldest first and without gaps: each span ends where the next one begins.
 * `changes` ascend in time and none is before `fromMs`; without any, the current status covers the whole range.
 */
export function statusSpans(
  changes: readonly StatusChange[],
  current: DeviceStatus,
  fromMs: number,
  toMs: number,
): StatusSpan[] {
  const spans: StatusSpan[] = []
  let status = changes[0]?.from ?? current
  let reason = ''
  let startMs = fromMs
  for (const change of changes) {
    if (change.tsMs >= toMs) break
    if (change.tsMs > startMs) spans.push({ fromMs: startMs, toMs: change.tsMs, status, reason })
    startMs = Math.max(change.tsMs, fromMs)
    status = change.to
    reason = change.reason
  }
  if (startMs < toMs) spans.push({ fromMs: startMs, toMs, status, reason })
  return spans
}

/** Milliseconds of [fromMs, toMs) spent in a status that the predicate accepts. */
export function timeInStatus(
  spans: readonly StatusSpan[],
  fromMs: number,
  toMs: number,
  accepts: (status: DeviceStatus) => boolean,
): number {
  let totalMs = 0
  for (const span of spans) {
    if (!accepts(span.status)) continue
    totalMs += Math.max(0, Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs))
  }
  return totalMs
}

/** Removes the time before the device was created, when it had no status, not even 未激活. */
export function spansSince(spans: readonly StatusSpan[], createdMs: number): StatusSpan[] {
  const [first, ...rest] = spans
  if (first?.status !== 'inactive' || first.fromMs >= createdMs) return [...spans]
  return first.toMs > createdMs ? [{ ...first, fromMs: createdMs }, ...rest] : rest
}
