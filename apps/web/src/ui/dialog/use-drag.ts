import { type PointerEvent, useRef, useState } from 'react'

/** Offset from the layout position, px. */
export interface Offset {
  readonly x: number
  readonly y: number
}

const NO_OFFSET: Offset = { x: 0, y: 0 }
/** Part of the handle that must stay in the window, px, so that it can be moved back. */
const KEPT_PX = 80

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))

/** Clamps a move so that enough of the handle stays in the window. `at` is its current rectangle. */
export function keepInWindow(at: DOMRect, by: Offset, widthPx: number, heightPx: number): Offset {
  return {
    x: clamp(by.x, KEPT_PX - at.right, widthPx - KEPT_PX - at.left),
    y: clamp(by.y, -at.top, heightPx - at.height - at.top),
  }
}

interface Grip {
  readonly pointerId: number
  readonly from: Offset
  readonly start: Offset
  readonly rect: DOMRect
}

/** Dragging by a handle. Spread `handle` into it; buttons inside keep their own pointer events. */
export function useDrag(isOn: boolean) {
  const [offset, setOffset] = useState(NO_OFFSET)
  const grip = useRef<Grip>(undefined)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!isOn || event.button !== 0 || event.target.closest('button')) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    const rect = event.currentTarget.getBoundingClientRect()
    grip.current = { pointerId: event.pointerId, from: { x: event.clientX, y: event.clientY }, start: offset, rect }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current
    if (held === undefined || held.pointerId !== event.pointerId) return
    const wanted = { x: event.clientX - held.from.x, y: event.clientY - held.from.y }
    const by = keepInWindow(held.rect, wanted, window.innerWidth, window.innerHeight)
    setOffset({ x: held.start.x + by.x, y: held.start.y + by.y })
  }
  const release = () => {
    grip.current = undefined
  }
  return {
    offset,
    reset: () => setOffset(NO_OFFSET),
    handle: { onPointerDown, onPointerMove, onPointerUp: release, onPointerCancel: release },
  }
}
