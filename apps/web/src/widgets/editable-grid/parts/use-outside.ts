import { type RefObject, useEffect, useRef } from 'react'

/**
 * Detects pointer or focus leaving. Pop-ups of the grid's controls are elsewhere in the DOM but inside it for React:
 * their events pass here first.
 */
export function useOutside(root: RefObject<HTMLElement | null>, onOutside: () => void) {
  // A set: moving the focus on fires a second event during the first.
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
