import type { AlarmStep } from '@natim/domain/alarm/step'
import type { ChannelWindows, Placement } from '@natim/domain/alarm/window'
import { alarmValue } from '@natim/domain/rollup'
import type { ChannelTarget } from './target.ts'

/**
 * Judges a sample by all targets of its channel; it enters each of their windows once.
 *
 * @param targets those that share windows are adjacent
 */
export function judgeSample(
  targets: readonly ChannelTarget[],
  { tsMs, value, quality }: { readonly tsMs: number; readonly value: number; readonly quality: number },
  tell: (target: ChannelTarget, steps: readonly AlarmStep[]) => void,
): void {
  const [first] = targets
  if (!first || !Number.isFinite(value) || !Number.isFinite(tsMs)) return
  const { rangeLo: lo, rangeHi: hi } = first.channel
  const judged = alarmValue(value, quality, { lo, hi })
  if (judged === undefined) return
  let windows: ChannelWindows | undefined
  let placement: Placement = 'ignored'
  for (const target of targets) {
    if (target.windows === undefined) continue
    if (target.windows !== windows) {
      windows = target.windows
      placement = windows.add(tsMs, judged)
    }
    tell(target, target.evaluator.judgeAt(placement, tsMs, judged))
  }
}
