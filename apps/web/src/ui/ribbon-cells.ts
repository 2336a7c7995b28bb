import type { DeviceStatus } from '@natim/contract/dict'

/** State of one cell: `broken` = partly online, `none` = unknown. */
export type RibbonState = 'online' | 'broken' | 'offline' | 'fault' | 'maintenance' | 'none'

export interface RibbonCell {
  /** Half-open interval [fromMs, toMs), epoch ms. */
  readonly fromMs: number
  readonly toMs: number
  readonly state: RibbonState
  readonly reason?: string
}

/** A span of the status log; `statusSpan` of the contract fits. */
export interface StatusSpanInput {
  readonly fromMs: number
  readonly toMs: number
  readonly status: DeviceStatus
  readonly reason: string
}

/** Online share from which an hour counts as complete, and below which it counts as lost. */
const WHOLE_SHARE = 0.98
const LOST_SHARE = 0.5

const STATES: Readonly<Record<DeviceStatus, RibbonState>> = {
  online: 'online',
  offline: 'offline',
  fault: 'fault',
  maintenance: 'maintenance',
  inactive: 'none',
  retired: 'none',
}

function cellOf(fromMs: number, toMs: number, spans: readonly StatusSpanInput[]): RibbonCell {
  const parts = spans
    .map((span) => ({ span, ms: Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs) }))
    .filter(({ ms }) => ms > 0)
    .toSorted((a, b) => b.ms - a.ms)
  const longest = parts[0]
  if (!longest) return { fromMs, toMs, state: 'none' }
  const abnormal = parts.find(({ span }) => span.status !== 'online')
  const state = STATES[longest.span.status]
  // A short outage must stay visible in an online cell.
  if (state === 'online' && abnormal) return { fromMs, toMs, state: 'broken', reason: abnormal.span.reason }
  return { fromMs, toMs, state, reason: longest.span.reason }
}

/** Splits [fromMs, toMs) into `count` equal cells; each gets its longest-lasting status. */
export function cellsFromSpans(
  spans: readonly StatusSpanInput[],
  fromMs: number,
  toMs: number,
  count: number,
): RibbonCell[] {
  const width = (toMs - fromMs) / count
  return Array.from({ length: count }, (_, index) =>
    cellOf(fromMs + index * width, fromMs + (index + 1) * width, spans),
  )
}

/**
 * Cells from online shares 0–1, oldest first, each `stepMs` wide and the last ending at `toMs`.
 *
 * @param wholeShare share from which a cell counts as online; higher for a single device than for a group
 */
export function cellsFromShares(
  shares: readonly (number | null)[],
  toMs: number,
  stepMs: number,
  wholeShare = WHOLE_SHARE,
): RibbonCell[] {
  const start = toMs - shares.length * stepMs
  return shares.map((share, index) => {
    const cell = { fromMs: start + index * stepMs, toMs: start + (index + 1) * stepMs }
    if (share === null) return { ...cell, state: 'none' }
    const state = share >= wholeShare ? 'online' : share >= LOST_SHARE ? 'broken' : 'offline'
    return { ...cell, state, reason: `在线 ${(share * 100).toFixed(1)} %` }
  })
}
