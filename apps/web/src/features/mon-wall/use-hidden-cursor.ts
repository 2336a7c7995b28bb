import { useEffect, useState } from 'react'

const HIDE_AFTER_MS = 5_000

/** True after five seconds without pointer movement: pointer and controls are hidden. */
export function useHiddenCursor(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    let timer = setTimeout(() => setIsIdle(true), HIDE_AFTER_MS)
    const wake = () => {
      clearTimeout(timer)
      setIsIdle(false)
      timer = setTimeout(() => setIsIdle(true), HIDE_AFTER_MS)
    }
    const types = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
    for (const type of types) window.addEventListener(type, wake)
    return () => {
      clearTimeout(timer)
      for (const type of types) window.removeEventListener(type, wake)
    }
  }, [])
  return isIdle
}
