import { SECOND_MS } from '../time.ts'
import { lineAt } from './baseline.ts'
import type { Comparison } from './comparison.ts'
import { reaches } from './hysteresis.ts'

/** One comparison with its state; NaN = never, or no hold. All times are event time, epoch ms. */
export interface Watch {
  readonly comparison: Comparison
  /** Newest judged figure. */
  figure: number
  /** Value it was compared with. */
  value: number
  judgedMs: number
  isTrue: boolean
  /** True, for long enough and often enough. */
  isFiring: boolean
  /** Has fired and not cleared since. */
  isOn: boolean
  /** Has fired or cleared since creation: `isOn` does not depend on earlier history. */
  isCertain: boolean
  holdSinceMs: number
  clearSinceMs: number
  /** Recent verdicts, newest in the lowest bit. */
  verdicts: number
  /** Further conditions; each is on from firing until it clears, as this one is. */
  also: readonly AlsoWatch[]
}

interface AlsoWatch {
  readonly not: boolean
  readonly watches: readonly Watch[]
}

const NOTHING: readonly AlsoWatch[] = Object.freeze([])

/** A moving line clears at this share of its distance. */
const LINE_CLEAR_SHARE = 0.9

export const createWatch = (comparison: Comparison): Watch => ({
  comparison,
  figure: Number.NaN,
  value: comparison.value,
  judgedMs: Number.NaN,
  isTrue: false,
  isFiring: false,
  isOn: false,
  isCertain: false,
  holdSinceMs: Number.NaN,
  clearSinceMs: Number.NaN,
  verdicts: 0,
  also: comparison.also
    ? comparison.also.map(({ not, comparisons }) => ({ not, watches: comparisons.map(createWatch) }))
    : NOTHING,
})

/** An independent deep copy. */
export const copyWatch = (watch: Watch): Watch => ({
  ...watch,
  also:
    watch.also.length === 0
      ? NOTHING
      : watch.also.map(({ not, watches }) => ({ not, watches: watches.map(copyWatch) })),
})

/** Whether all further conditions hold; undefined while any of them was never judged. */
function holdsBesides({ also }: Watch): boolean | undefined {
  let holds = true
  for (const { not, watches } of also) {
    if (watches.every(({ judgedMs }) => Number.isNaN(judgedMs))) return undefined
    if (watches.some(({ isOn }) => isOn) === not) holds = false
  }
  return holds
}

/**
 * Judges a figure at an instant not before the previous one; the same instant replaces the previous verdict. Further
 * conditions must be judged first.
 */
export function judge(watch: Watch, figure: number, tsMs: number): void {
  const { comparison } = watch
  const { line } = comparison
  const besides = holdsBesides(watch)
  if (besides === undefined) return
  if (line) watch.value = lineAt(line, tsMs)
  const isTrue = besides && reaches(figure, comparison.op, watch.value)
  if (comparison.m > 1) remember(watch, isTrue, tsMs)
  watch.figure = figure
  watch.judgedMs = tsMs
  watch.isTrue = isTrue
  if (isTrue) {
    watch.clearSinceMs = Number.NaN
    if (Number.isNaN(watch.holdSinceMs)) watch.holdSinceMs = tsMs
    watch.isFiring = tsMs - watch.holdSinceMs >= comparison.forS * SECOND_MS && isOftenEnough(watch)
    if (watch.isFiring) setOn(watch, true)
    return
  }
  watch.holdSinceMs = Number.NaN
  watch.isFiring = false
  const clearValue = line ? lineAt(line, tsMs, LINE_CLEAR_SHARE) : comparison.clearValue
  if (besides && !reaches(figure, comparison.clearOp, clearValue)) {
    watch.clearSinceMs = Number.NaN
    return
  }
  if (Number.isNaN(watch.clearSinceMs)) watch.clearSinceMs = tsMs
  if (tsMs - watch.clearSinceMs >= comparison.clearForS * SECOND_MS) setOn(watch, false)
}

function setOn(watch: Watch, isOn: boolean): void {
  watch.isOn = isOn
  watch.isCertain = true
}

/** Restarts both holds after a gap: unobserved time does not count. */
export function restartHolds(watch: Watch): void {
  watch.holdSinceMs = Number.NaN
  watch.clearSinceMs = Number.NaN
  for (const { watches } of watch.also) for (const other of watches) restartHolds(other)
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
