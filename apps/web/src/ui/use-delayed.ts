import { useEffect, useState } from 'react'

/** design §7: content that arrives sooner shows no skeleton. */
const SKELETON_DELAY_MS = 120

/** Number of visible skeletons. One that replaces another, as data follow code, must not flicker. */
let shownCount = 0

/** False for the first `delayMs` after mounting, then true; true at once where the page already shows a skeleton. */
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
