import { useCallback, useEffect, useState } from 'react'
import { type GeoData, loadGeoData } from './geo-data.ts'

/** Boundaries, loaded once per page; `retry` after a failure. */
export function useGeoData(): { geo: GeoData | undefined; hasFailed: boolean; retry: () => void } {
  const [geo, setGeo] = useState<GeoData>()
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isGone = false
    loadGeoData().then(
      (data) => !isGone && setGeo(data),
      () => !isGone && setHasFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [attempt])
  const retry = useCallback(() => {
    setHasFailed(false)
    setAttempt((count) => count + 1)
  }, [])
  return { geo, hasFailed, retry }
}
