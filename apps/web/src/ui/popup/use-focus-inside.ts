import { type RefObject, useEffect, useRef } from 'react'
import { stopsIn } from './roam.ts'

/**
 * Focuses the first stop of a layer.
 *
 * @param isAsked false leaves the focus in place: the layer was opened by hover
 * @returns closes the layer; restores the focus, unless it has left the layer already
 */
export function useFocusInside(layer: RefObject<HTMLElement | null>, onClose: () => void, isAsked = true): () => void {
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (!isAsked || !layer.current) return
    opener.current = document.activeElement
    stopsIn(layer.current)[0]?.focus({ preventScroll: true })
  }, [layer, isAsked])
  return () => {
    const isInside = layer.current?.contains(document.activeElement)
    if (isInside && opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    onClose()
  }
}
