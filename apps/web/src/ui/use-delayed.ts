import { useEffect, useState } from 'react'

/** design §7: what is there sooner than this never flickers through a skeleton. */
const SKELETON_DELAY_MS = 120

/** False for the first `delayMs` after mounting, then true. */
export function useDelayed(delayMs = SKELETON_DELAY_MS): boolean {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isDue
}
