import { useEffect, useEffectEvent, useState } from 'react'
import type { EChartsType } from './echarts.ts'
import { type ChartFrame, type TimeRange, timesOf } from './frame.ts'
import { nearestIndex } from './tooltip-rows.ts'

const MOVES: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** Points of the first line within the view: the steps of the cursor. */
function pointsIn(frame: ChartFrame, { fromMs, toMs }: TimeRange): number[] {
  const [first] = frame.series
  return first ? timesOf(frame, first).filter((tsMs) => tsMs > fromMs && tsMs <= toMs) : []
}

/** Instant of the crosshair set by keys, undefined before the first key and after the pointer moved; and its setter. */
export type Cursor = readonly [number | undefined, (tsMs: number | undefined) => void]

/** A cursor that several charts share. */
export const useSharedCursor = (): Cursor => useState<number>()

interface CursorInput {
  readonly chart: EChartsType | undefined
  readonly frame: ChartFrame
  readonly view: TimeRange | undefined
  /** Shared with other charts; absent = the chart's own. */
  readonly shared?: Cursor | undefined
}

/** Moves the crosshair by keys, point by point. */
export function useCursor({ chart, frame, view, shared }: CursorInput) {
  const own = useSharedCursor()
  const [cursorMs, setCursorMs] = shared ?? own

  /** A key may come before the chart is drawn, and each drawing removes the crosshair. */
  function show(): void {
    if (chart === undefined || view === undefined || cursorMs === undefined) return
    if (cursorMs <= view.fromMs || cursorMs > view.toMs) return
    const x = Number(chart.convertToPixel({ xAxisIndex: 0 }, cursorMs))
    if (Number.isFinite(x)) chart.dispatchAction({ type: 'showTip', x, y: chart.getHeight() / 3, escapeConnect: true })
  }

  const showNow = useEffectEvent(show)
  useEffect(() => showNow(), [cursorMs])

  return {
    cursorMs,
    show,
    /** The crosshair follows the pointer again. */
    release: () => setCursorMs(undefined),
    /** Returns true when the key was handled. */
    handleKey(key: string): boolean {
      const move = MOVES[key]
      if (move === undefined || view === undefined) return false
      const points = pointsIn(frame, view)
      if (points.length === 0) return true
      const last = points.length - 1
      const current = cursorMs === undefined ? last + 1 : nearestIndex(points, cursorMs)
      setCursorMs(points[Math.min(last, Math.max(0, move(current, last)))] ?? view.toMs)
      return true
    },
  }
}
