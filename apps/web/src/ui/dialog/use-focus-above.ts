import { useEffect, useRef } from 'react'

/**
 * A dialog takes the focus at the end of its animation, even from another dialog opened above it meanwhile, where typed
 * input would be lost. Until it has opened, the focus is returned to where it was.
 *
 * @returns call when it has opened
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
