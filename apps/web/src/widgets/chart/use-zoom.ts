import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EChartsType } from './echarts.ts'
import type { TimeRange } from './frame.ts'
import { brushRange, dragRange, panBy, zoomAround } from './zoom.ts'

/** Wheel turns within this time are one zoom, so that finer data is asked for once. */
const WHEEL_SETTLE_MS = 180
const WHEEL_FACTOR = 1.25
const KEY_STEP = 0.25

/** Ends of a selection that is being drawn, px from the left edge of the host. */
export interface Selection {
  readonly leftPx: number
  readonly widthPx: number
}

export interface ZoomInput {
  readonly host: HTMLDivElement | null
  readonly chart: EChartsType | undefined
  readonly view: TimeRange | undefined
  readonly onZoom: ((fromMs: number, toMs: number) => void) | undefined
  /** Out of the last zoom. */
  readonly onBack?: (() => void) | undefined
  /** A drag with Shift marks a range instead of zooming into it. */
  readonly onBrush?: ((fromMs: number, toMs: number) => void) | undefined
}

const KEYS: Readonly<Record<string, (view: TimeRange) => TimeRange>> = {
  '+': (view) => zoomAround(view, (view.fromMs + view.toMs) / 2, 1 / WHEEL_FACTOR ** 2),
  '=': (view) => zoomAround(view, (view.fromMs + view.toMs) / 2, 1 / WHEEL_FACTOR ** 2),
  '-': (view) => zoomAround(view, (view.fromMs + view.toMs) / 2, WHEEL_FACTOR ** 2),
  ArrowLeft: (view) => panBy(view, -KEY_STEP),
  ArrowRight: (view) => panBy(view, KEY_STEP),
}

/**
 * Zoom by dragging a range, by wheel around the pointer and by keys (+ − ← →); a double click leads back. The axis follows at once through the
 * returned `pending` range; the page is told when the gesture rests.
 */
export function useZoom({ host, chart, view, onZoom, onBack, onBrush }: ZoomInput): {
  selection: Selection | undefined
  pending: TimeRange | undefined
  /** True when the key was one of ours. */
  handleKey: (key: string) => boolean
} {
  const [selection, setSelection] = useState<Selection>()
  const [proposal, setProposal] = useState<{ readonly range: TimeRange; readonly viewKey: string | undefined }>()
  const settle = useRef<number>(undefined)
  // A proposal ends when the page answers with a new range.
  const viewKey = view && `${view.fromMs} ${view.toMs}`
  const pending = proposal?.viewKey === viewKey ? proposal?.range : undefined
  const instantAt = (px: number): number => Number(chart?.convertFromPixel({ xAxisIndex: 0 }, px) ?? 0)

  const handleWheel = useEffectEvent((event: WheelEvent) => {
    if (!chart || !view || !onZoom || event.ctrlKey) return
    event.preventDefault()
    const factor = event.deltaY > 0 ? WHEEL_FACTOR : 1 / WHEEL_FACTOR
    const next = zoomAround(pending ?? view, instantAt(event.offsetX), factor)
    setProposal({ range: next, viewKey })
    window.clearTimeout(settle.current)
    settle.current = window.setTimeout(() => onZoom(next.fromMs, next.toMs), WHEEL_SETTLE_MS)
  })

  const handleDrag = useEffectEvent((startPx: number, endPx: number, isBrush: boolean) => {
    if (view === undefined) return
    const [start, end] = [instantAt(startPx), instantAt(endPx)]
    if (isBrush && onBrush) {
      const range = brushRange(start, end, view)
      if (range) onBrush(range.fromMs, range.toMs)
      return
    }
    const range = dragRange(start, end, view)
    if (range) onZoom?.(range.fromMs, range.toMs)
  })

  const handleDoubleClick = useEffectEvent(() => onBack?.())

  const handleKey = (key: string): boolean => {
    const move = KEYS[key]
    if (!move || !view) return false
    const next = move(view)
    onZoom?.(next.fromMs, next.toMs)
    return true
  }

  const isEnabled = onZoom !== undefined
  useEffect(() => {
    if (!host || !isEnabled) return
    const gestures = listenForDrags(host, setSelection, (from, to, isBrush) => handleDrag(from, to, isBrush))
    const onWheel = (event: WheelEvent) => handleWheel(event)
    const onDoubleClick = () => handleDoubleClick()
    host.addEventListener('wheel', onWheel, { passive: false })
    host.addEventListener('dblclick', onDoubleClick)
    return () => {
      gestures()
      window.clearTimeout(settle.current)
      host.removeEventListener('wheel', onWheel)
      host.removeEventListener('dblclick', onDoubleClick)
    }
  }, [host, isEnabled])
  return { selection, pending, handleKey }
}

/** Follows a drag with the first mouse button or pen; returns the function that stops listening. */
function listenForDrags(
  host: HTMLDivElement,
  onMove: (selection: Selection | undefined) => void,
  onEnd: (startPx: number, endPx: number, hasShift: boolean) => void,
): () => void {
  let startPx: number | undefined
  let hasShift = false
  const pxOf = (event: PointerEvent) => event.clientX - host.getBoundingClientRect().left
  const onPointerDown = (event: PointerEvent) => {
    // A finger scrolls the page; it zooms with the buttons of the page.
    if (event.button !== 0 || event.pointerType === 'touch') return
    startPx = pxOf(event)
    hasShift = event.shiftKey
    host.setPointerCapture?.(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (startPx === undefined) return
    const at = pxOf(event)
    onMove({ leftPx: Math.min(startPx, at), widthPx: Math.abs(at - startPx) })
  }
  const onPointerUp = (event: PointerEvent) => {
    if (startPx !== undefined) onEnd(startPx, pxOf(event), hasShift)
    startPx = undefined
    onMove(undefined)
  }
  const onPointerCancel = () => {
    startPx = undefined
    onMove(undefined)
  }
  host.addEventListener('pointerdown', onPointerDown)
  host.addEventListener('pointermove', onPointerMove)
  host.addEventListener('pointerup', onPointerUp)
  host.addEventListener('pointercancel', onPointerCancel)
  return () => {
    host.removeEventListener('pointerdown', onPointerDown)
    host.removeEventListener('pointermove', onPointerMove)
    host.removeEventListener('pointerup', onPointerUp)
    host.removeEventListener('pointercancel', onPointerCancel)
  }
}
