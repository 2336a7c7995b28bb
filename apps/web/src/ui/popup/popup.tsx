import { type HTMLAttributes, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './popup.module.css'

/** px of the window. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Side of the anchor, and the aligned edge. */
export type Placement = 'bottomStart' | 'bottomEnd' | 'rightStart'

/** Minimum distance from the window edge, px. */
const MARGIN = 8
const GAP = 4

export interface PopupProps extends HTMLAttributes<HTMLDivElement> {
  readonly anchor: RefObject<Element | null> | Point
  readonly placement?: Placement
  readonly onClose: () => void
}

/**
 * A layer beside its anchor that closes on Esc, an outside press, and scrolling that moves the anchor. Rendered at the
 * end of the document; its events reach the component's parents, as with any portal.
 */
export function Popup({ anchor, placement = 'bottomStart', onClose, className, children, ...rest }: PopupProps) {
  const box = useRef<HTMLDivElement>(null)
  const at = useRef(new DOMRect())
  const stand = useEffectEvent(() => {
    if (!box.current) return
    at.current = rectOf(anchor)
    place(box.current, at.current, placement, 'current' in anchor ? GAP : 0)
  })
  useLayoutEffect(() => {
    stand()
    // Its content may load later.
    const observer = new ResizeObserver(() => stand())
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const close = useEffectEvent((event: Event) => {
    const isInside = (element: Element | null) => event.target instanceof Node && element?.contains(event.target)
    if (isInside(box.current) || ('current' in anchor && event.type !== 'scroll' && isInside(anchor.current))) return
    // A page being shown restores its scroll position, without moving the menu's anchor.
    if (event.type === 'scroll' && 'current' in anchor && isSamePlace(rectOf(anchor), at.current)) return
    onClose()
  })
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Only the topmost of several layers handles it.
    event.stopPropagation()
    onClose()
  })
  useEffect(() => {
    const leaving = new AbortController()
    const options = { capture: true, passive: true, signal: leaving.signal }
    for (const type of ['pointerdown', 'scroll', 'resize'])
      window.addEventListener(type, (event) => close(event), options)
    window.addEventListener('keydown', (event) => closeByKey(event), options)
    return () => leaving.abort()
  }, [])
  return createPortal(
    <div {...rest} ref={box} className={[styles.popup, className].filter(Boolean).join(' ')}>
      {children}
    </div>,
    document.body,
  )
}

const rectOf = (anchor: PopupProps['anchor']): DOMRect =>
  'current' in anchor ? (anchor.current?.getBoundingClientRect() ?? new DOMRect()) : new DOMRect(anchor.x, anchor.y)

const isSamePlace = (a: DOMRect, b: DOMRect) => a.left === b.left && a.top === b.top

/** Beside the anchor, and always inside the window. */
function place(box: HTMLElement, at: DOMRect, placement: Placement, gap: number): void {
  const { offsetWidth: width, offsetHeight: height } = box
  const { innerWidth, innerHeight } = window
  const isBeside = placement === 'rightStart'
  const left = isBeside ? at.right + gap : placement === 'bottomEnd' ? at.right - width : at.left
  const below = isBeside ? at.top : at.bottom + gap
  const hasRoomBelow = isBeside || below + height + MARGIN <= innerHeight || at.top < height + MARGIN
  const top = hasRoomBelow ? below : at.top - gap - height
  const within = (value: number, size: number, room: number) => Math.max(MARGIN, Math.min(value, room - size - MARGIN))
  box.style.left = `${within(left, width, innerWidth)}px`
  box.style.top = `${within(top, height, innerHeight)}px`
}
