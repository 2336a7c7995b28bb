import { useEffect, useRef } from 'react'

/**
 * A dialog takes the focus at the end of its motion, also from one that a quick person opened above it meanwhile: what
 * is typed there would be lost. Until it has opened, the focus goes back to where it was.
 *
 * @returns to be called when it has opened
 */
export function useFocusAbove(isOpen: boolean): () => void {
  const hasOpened = useRef(false)
  useEffect(() => {
    if (!isOpen) return undefined
    hasOpened.current = false
    const giveBack = ({ target, relatedTarget }: FocusEvent) => {
      if (hasOpened.current || !(target instanceof HTMLElement) || !(relatedTarget instanceof HTMLElement)) return
      const above = relatedTarget.closest('[role=dialog]')
      const isTaken = target.getAttribute('role') === 'dialog'
      if (isTaken && above && target.compareDocumentPosition(above) & Node.DOCUMENT_POSITION_FOLLOWING)
        relatedTarget.focus({ preventScroll: true })
    }
    document.addEventListener('focusin', giveBack)
    return () => document.removeEventListener('focusin', giveBack)
  }, [isOpen])
  return () => {
    hasOpened.current = true
  }
}
