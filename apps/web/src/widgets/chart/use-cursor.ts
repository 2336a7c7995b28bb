import { useState } from 'react'
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

/** Moves the crosshair by keys, point by point. */
export function useCursor(chart: EChartsType | undefined, frame: ChartFrame, view: TimeRange | undefined) {
  const [cursorMs, setCursorMs] = useState<number>()

  function show(tsMs: number): void {
    setCursorMs(tsMs)
    const x = Number(chart?.convertToPixel({ xAxisIndex: 0 }, tsMs))
    const y = (chart?.getHeight() ?? 0) / 3
    if (Number.isFinite(x)) chart?.dispatchAction({ type: 'showTip', x, y })
  }

  return {
    /** Position set by keys; undefined before the first. */
    cursorMs,
    /** Returns true when the key was handled. */
    handleKey(key: string): boolean {
      const move = MOVES[key]
      if (move === undefined || view === undefined) return false
      const points = pointsIn(frame, view)
      if (points.length === 0) return true
      const last = points.length - 1
      const current = cursorMs === undefined ? last + 1 : nearestIndex(points, cursorMs)
      show(points[Math.min(last, Math.max(0, move(current, last)))] ?? view.toMs)
      return true
    },
  }
}
