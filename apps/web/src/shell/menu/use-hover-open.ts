import { useEffect, useRef, useState } from 'react'

/** Grace period for a pointer crossing other elements on its way to the popup. */
const CLOSE_AFTER_MS = 150

/** A popup that opens on hover or by key, and survives a short absence of the pointer. */
export function useHoverOpen() {
  const [open, setOpen] = useState<'pointer' | 'key'>()
  // Cleared in the event handler: an effect may run after the timer on a busy page.
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = () => clearTimeout(closing.current)
  useEffect(() => () => clearTimeout(closing.current), [])
  return {
    open,
    show: (by: 'pointer' | 'key') => {
      stay()
      setOpen(by)
    },
    stay,
    leave: () => {
      stay()
      closing.current = setTimeout(() => setOpen(undefined), CLOSE_AFTER_MS)
    },
    close: () => {
      stay()
      setOpen(undefined)
    },
  }
}
