import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EChartsType } from './echarts.ts'
import type { TimeRange } from './frame.ts'
import { shiftedInstant } from './plot-shift.ts'
import { brushRange, dragRange, panBy, zoomAround } from './zoom.ts'

/** Wheel events and keys within this time are one move, so that finer data is requested once. */
const SETTLE_MS = 180
const WHEEL_FACTOR = 1.25
const KEY_STEP = 0.25

/** Ends of a selection in progress, px from the left edge of the host. */
export interface Selection {
  readonly leftPx: number
  readonly widthPx: number
}

export interface ZoomInput {
  readonly host: HTMLDivElement | null
  readonly chart: EChartsType | undefined
  /** The range the canvas is drawn for, which a gesture may differ from. */
  readonly drawn: RefObject<{ readonly range: TimeRange } | undefined>
  readonly view: TimeRange | undefined
  /** The range of a gesture not yet reported to the page. */
  readonly pending: TimeRange | undefined
  readonly onPending: (range: TimeRange) => void
  readonly onZoom: ((fromMs: number, toMs: number) => void) | undefined
  /** Undoes the last zoom. */
  readonly onBack?: (() => void) | undefined
  /** A Shift-drag marks a range instead of zooming. */
  readonly onBrush?: ((fromMs: number, toMs: number) => void) | undefined
}

const KEYS: Readonly<Record<string, (view: TimeRange) => TimeRange>> = {
  '+': (view) => zoomAround(view, (view.fromMs + view.toMs) / 2, 1 / WHEEL_FACTOR ** 2),
  '=': (view) => zoomAround(view, (view.fromMs + view.toMs) / 2, 1 / WHEEL_FACTOR ** 2),
  '-': (view) => zoomAround(view, (view.fromMs + view.toMs) / 2, WHEEL_FACTOR ** 2),
  ArrowLeft: (view) => panBy(view, -KEY_STEP),
  ArrowRight: (view) => panBy(view, KEY_STEP),
}

/** The range of a gesture not yet reported to the page, and its setter. */
export type Gesture = readonly [TimeRange | undefined, (range: TimeRange) => void]

/** The range of a gesture; cleared when the page responds with a new range. */
export function usePending(view: TimeRange | undefined): Gesture {
  const [proposal, setProposal] = useState<{ readonly range: TimeRange; readonly viewKey: string | undefined }>()
  const viewKey = view && `${view.fromMs} ${view.toMs}`
  const pending = proposal?.viewKey === viewKey ? proposal?.range : undefined
  return [pending, (range) => setProposal({ range, viewKey })]
}

/**
 * Zoom by dragging a range, by wheel around the pointer and by keys (+ − ← →); horizontal wheel, or with Shift, pans; a
 * double click zooms back. The plot follows at once through `onPending`; the page is notified when the gesture rests.
 */
export function useZoom(input: ZoomInput): {
  selection: Selection | undefined
  /** Returns true when the key was handled. */
  handleKey: (key: string) => boolean
} {
  const { host, chart, drawn, view, pending, onPending, onZoom, onBack, onBrush } = input
  const [selection, setSelection] = useState<Selection>()
  const settle = useRef<number>(undefined)
  const instantAt = (px: number): number => {
    const drawnMs = Number(chart?.convertFromPixel({ xAxisIndex: 0 }, px) ?? 0)
    const shown = pending ?? view
    return drawn.current && shown ? shiftedInstant(drawnMs, drawn.current.range, shown) : drawnMs
  }

  function propose(next: TimeRange): void {
    onPending(next)
    window.clearTimeout(settle.current)
    settle.current = window.setTimeout(() => onZoom?.(next.fromMs, next.toMs), SETTLE_MS)
  }

  const handleWheel = useEffectEvent((event: WheelEvent) => {
    if (!chart || !host || !view || !onZoom || event.ctrlKey) return
    event.preventDefault()
    const { left } = host.getBoundingClientRect()
    propose(turned(pending ?? view, event, { widthPx: host.clientWidth, atMs: instantAt(event.clientX - left) }))
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
    if (onZoom) propose(move(pending ?? view))
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
  return { selection, handleKey }
}

/** The range after a wheel event: sideways, or with Shift, along the axis; else zoomed around the pointer. */
function turned(
  shown: TimeRange,
  { deltaX, deltaY, shiftKey }: WheelEvent,
  pointer: { readonly widthPx: number; readonly atMs: number },
): TimeRange {
  const sideways = shiftKey && deltaX === 0 ? deltaY : deltaX
  const isPan = Math.abs(sideways) > (shiftKey ? 0 : Math.abs(deltaY))
  if (isPan) return panBy(shown, sideways / pointer.widthPx)
  return zoomAround(shown, pointer.atMs, deltaY > 0 ? WHEEL_FACTOR : 1 / WHEEL_FACTOR)
}

/** Tracks drags with the primary mouse button or pen; returns the function that stops listening. */
function listenForDrags(
  host: HTMLDivElement,
  onMove: (selection: Selection | undefined) => void,
  onEnd: (startPx: number, endPx: number, hasShift: boolean) => void,
): () => void {
  let startPx: number | undefined
  let hasShift = false
  const pxOf = (event: PointerEvent) => event.clientX - host.getBoundingClientRect().left
  const onPointerDown = (event: PointerEvent) => {
    // Touch scrolls the page; zooming by touch uses the page's buttons.
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
