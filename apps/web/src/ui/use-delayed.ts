import { useEffect, useState } from 'react'

/** design §7: what is there sooner than this never flickers through a skeleton. */
const SKELETON_DELAY_MS = 120

/** Outlines in sight. One that takes the place of another, as data follow code, must not blink away first. */
let shownCount = 0

/** False for the first `delayMs` after mounting, then true; at once where the page shows that it loads already. */
export function useDelayed(delayMs = SKELETON_DELAY_MS): boolean {
  const [isDue, setIsDue] = useState(() => shownCount > 0)
  useEffect(() => {
    if (isDue) return
    const timer = setTimeout(() => setIsDue(true), delayMs)
    return () => clearTimeout(timer)
  }, [isDue, delayMs])
  useEffect(() => {
    if (!isDue) return
    shownCount += 1
    return () => {
      shownCount -= 1
    }
  }, [isDue])
  return isDue
}
