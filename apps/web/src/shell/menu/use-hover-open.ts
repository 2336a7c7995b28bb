import { useEffect, useState } from 'react'

/** A pointer on its way to the popup may cross other ground for so long. */
const CLOSE_AFTER_MS = 150

/** A popup that opens under the pointer or by key, and outlives a short absence of the pointer. */
export function useHoverOpen() {
  const [open, setOpen] = useState<'pointer' | 'key'>()
  const [isLeft, setIsLeft] = useState(false)
  useEffect(() => {
    if (!isLeft) return
    const timer = setTimeout(() => setOpen(undefined), CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isLeft])
  return {
    open,
    show: (by: 'pointer' | 'key') => {
      setIsLeft(false)
      setOpen(by)
    },
    stay: () => setIsLeft(false),
    leave: () => setIsLeft(true),
    close: () => setOpen(undefined),
  }
}
