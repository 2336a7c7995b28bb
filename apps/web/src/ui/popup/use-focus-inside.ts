import { type RefObject, useEffect, useRef } from 'react'
import { stopsIn } from './roam.ts'

/**
 * Takes the keyboard to the first stop of a layer.
 *
 * @param isAsked false leaves it where it is: the layer came by the pointer alone
 * @returns closes the layer; the keyboard goes back where it came from, unless it has left the layer already
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
