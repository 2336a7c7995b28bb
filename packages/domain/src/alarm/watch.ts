import { SECOND_MS } from '../time.ts'
import { lineAt } from './baseline.ts'
import type { Comparison } from './comparison.ts'
import { reaches } from './hysteresis.ts'

/** One comparison with what it remembers; NaN = never, or no hold. All times are event time, epoch ms. */
export interface Watch {
  readonly comparison: Comparison
  /** Newest figure that was judged. */
  figure: number
  /** What it was compared with. */
  value: number
  judgedMs: number
  isTrue: boolean
  /** True, held long enough and often enough. */
  isFiring: boolean
  /** Has fired and was not left since. */
  isOn: boolean
  holdSinceMs: number
  clearSinceMs: number
  /** Newest verdicts, newest in the lowest bit. */
  verdicts: number
}

/** A line that moves is left this far below it. */
const LINE_CLEAR_SHARE = 0.9

export const createWatch = (comparison: Comparison): Watch => ({
  comparison,
  figure: Number.NaN,
  value: comparison.value,
  judgedMs: Number.NaN,
  isTrue: false,
  isFiring: false,
  isOn: false,
  holdSinceMs: Number.NaN,
  clearSinceMs: Number.NaN,
  verdicts: 0,
})

/** Takes a figure at an instant not before the last one; at the same instant it takes the place of the last verdict. */
export function judge(watch: Watch, figure: number, tsMs: number): void {
  const { comparison } = watch
  const { line } = comparison
  if (line) watch.value = lineAt(line, tsMs)
  const isTrue = reaches(figure, comparison.op, watch.value)
  if (comparison.m > 1) remember(watch, isTrue, tsMs)
  watch.figure = figure
  watch.judgedMs = tsMs
  watch.isTrue = isTrue
  if (isTrue) {
    watch.clearSinceMs = Number.NaN
    if (Number.isNaN(watch.holdSinceMs)) watch.holdSinceMs = tsMs
    watch.isFiring = tsMs - watch.holdSinceMs >= comparison.forS * SECOND_MS && isOftenEnough(watch)
    if (watch.isFiring) watch.isOn = true
    return
  }
  watch.holdSinceMs = Number.NaN
  watch.isFiring = false
  const clearValue = line ? lineAt(line, tsMs, LINE_CLEAR_SHARE) : comparison.clearValue
  if (!reaches(figure, comparison.clearOp, clearValue)) {
    watch.clearSinceMs = Number.NaN
    return
  }
  if (Number.isNaN(watch.clearSinceMs)) watch.clearSinceMs = tsMs
  if (tsMs - watch.clearSinceMs >= comparison.clearForS * SECOND_MS) watch.isOn = false
}

/** What nobody saw held for nothing: after a gap both holds begin anew. */
export function restartHolds(watch: Watch): void {
  watch.holdSinceMs = Number.NaN
  watch.clearSinceMs = Number.NaN
}

function remember(watch: Watch, isTrue: boolean, tsMs: number): void {
  const earlier = watch.judgedMs === tsMs ? watch.verdicts >>> 1 : watch.verdicts
  const mask = (1 << watch.comparison.m) - 1
  watch.verdicts = ((earlier << 1) | (isTrue ? 1 : 0)) & mask
}

function isOftenEnough({ comparison, verdicts }: Watch): boolean {
  if (comparison.m <= 1) return true
  let count = 0
  for (let rest = verdicts; rest !== 0; rest &= rest - 1) count += 1
  return count >= comparison.n
}
