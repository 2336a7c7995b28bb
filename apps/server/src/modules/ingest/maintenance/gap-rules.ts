import type { BackfilledGap, GapRow } from './gap.repository.ts'

/** domain §6.4 */
const GAP_AFTER_PERIODS = 2.5

/** Whether a silence of a channel is a gap; never for a channel without a period. */
export function isGap(silenceMs: number, periodMs: number): boolean {
  return periodMs > 0 && silenceMs > GAP_AFTER_PERIODS * periodMs
}

/** Expected samples in a gap; it starts where the first of them was due. */
export function expectedIn(fromMs: number, toMs: number, periodMs: number): number {
  return Math.max(0, Math.ceil((toMs - fromMs) / periodMs))
}

/** What remains of a gap after backfill: silences between its late samples that are gaps themselves. */
export function remainingGaps(gap: BackfilledGap, periodMs: number): GapRow[] {
  const rest: GapRow[] = []
  let previousMs = gap.fromMs - periodMs
  for (const sampleMs of [...gap.sampleMs, gap.toMs]) {
    if (isGap(sampleMs - previousMs, periodMs)) {
      const fromMs = previousMs + periodMs
      const expected = expectedIn(fromMs, sampleMs, periodMs)
      rest.push({ ...keyOf(gap), fromMs, toMs: sampleMs, expected, cause: gap.cause })
    }
    previousMs = sampleMs
  }
  return rest
}

const keyOf = ({ deviceNo, channelNo }: BackfilledGap) => ({ deviceNo, channelNo })
