import { useEffect, useRef, useState } from 'react'

/** A pointer on its way to the popup may cross other ground for so long. */
const CLOSE_AFTER_MS = 150

/** A popup that opens under the pointer or by key, and outlives a short absence of the pointer. */
export function useHoverOpen() {
  const [open, setOpen] = useState<'pointer' | 'key'>()
  // Ended by the event itself: an effect may come after the timer while a page is being drawn.
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
