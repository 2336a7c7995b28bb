import { type RefObject, useEffect, useRef } from 'react'

/**
 * Tells when pointer or focus go elsewhere. Pop-ups of the grid's own controls hang in another place of the page, but
 * are part of it for React: their events come by here first.
 */
export function useOutside(root: RefObject<HTMLElement | null>, onOutside: () => void) {
  // Several: a focus that is passed on makes a second event while the first is under way.
  const inside = useRef(new WeakSet<Event>())
  const note = (event: { nativeEvent: Event }) => {
    inside.current.add(event.nativeEvent)
  }
  const act = useRef(onOutside)
  useEffect(() => {
    act.current = onOutside
  })
  useEffect(() => {
    const document = root.current?.ownerDocument
    const check = (event: Event) => {
      if (!inside.current.has(event)) act.current()
    }
    document?.addEventListener('pointerdown', check)
    document?.addEventListener('focusin', check)
    return () => {
      document?.removeEventListener('pointerdown', check)
      document?.removeEventListener('focusin', check)
    }
  }, [root])
  return { onPointerDownCapture: note, onFocusCapture: note }
}
