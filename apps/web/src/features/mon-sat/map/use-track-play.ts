import type { SatPass } from '@natim/contract/mon/sat'
import { useEffect, useState } from 'react'

const RUN_MS = 6_000
const FRAME_MS = 50

/** Position of the satellite on its track: at its peak, or moving during playback. */
export function useTrackPlay(pass: SatPass | undefined) {
  const [share, setShare] = useState<number>()
  const key = pass && `${pass.satelliteId}@${pass.peakMs}`
  const [shownKey, setShownKey] = useState(key)
  if (shownKey !== key) {
    setShownKey(key)
    setShare(undefined)
  }
  const isPlaying = share !== undefined
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => setShare((now = 0) => (now >= 1 ? 0 : now + FRAME_MS / RUN_MS)), FRAME_MS)
    return () => clearInterval(timer)
  }, [isPlaying])
  return {
    isPlaying,
    toggle: () => setShare(isPlaying ? undefined : 0),
    place: pass && placeAt(pass, share),
  }
}

function placeAt({ track, peakMs }: SatPass, share: number | undefined) {
  const [first, last] = [track[0], track.at(-1)]
  if (!first || !last) return undefined
  const at = share === undefined ? peakMs : first[2] + (last[2] - first[2]) * share
  const index = Math.max(
    1,
    track.findIndex(([, , t]) => t >= at),
  )
  const [a, b] = [track[index - 1], track[index]]
  if (!a || !b) return undefined
  const part = Math.min(1, Math.max(0, (at - a[2]) / (b[2] - a[2])))
  return { lng: a[0] + (b[0] - a[0]) * part, lat: a[1] + (b[1] - a[1]) * part }
}
