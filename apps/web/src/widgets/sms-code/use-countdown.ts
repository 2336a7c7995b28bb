import { useEffect, useState } from 'react'

/**
 * Whole seconds left, 0 at the end; `start` restarts. The end is an instant, so sleep of the machine does not matter.
 */
export function useCountdown(seconds: number): { readonly leftS: number; readonly start: () => void } {
  const [untilMs, setUntilMs] = useState(0)
  const [leftS, setLeftS] = useState(0)
  useEffect(() => {
    if (untilMs === 0) return
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((untilMs - Date.now()) / 1_000))
      setLeftS(left)
      if (left === 0) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [untilMs])
  const start = () => {
    setUntilMs(Date.now() + seconds * 1_000)
    setLeftS(seconds)
  }
  return { leftS, start }
}
