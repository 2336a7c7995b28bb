import type { MapLibreMap } from 'maplibre-gl'
import { type ReactNode, useEffect, useState } from 'react'
import type { MapPlace } from '@/widgets/map/map-item.ts'
import styles from './sat-map.module.css'

export interface Badge extends MapPlace {
  readonly key: string
  readonly content: ReactNode
}

/** Badges anchored to map positions that move with the map. */
export function MapBadges({
  map,
  badges,
}: {
  readonly map: MapLibreMap | undefined
  readonly badges: readonly Badge[]
}) {
  const [, setMoves] = useState(0)
  useEffect(() => {
    if (!map) return
    const subscription = map.on('move', () => setMoves((count) => count + 1))
    return () => subscription.unsubscribe()
  }, [map])
  if (!map) return null
  return badges.map(({ key, lng, lat, content }) => {
    const { x, y } = map.project([lng, lat])
    return (
      <span key={key} className={styles.badge} style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}>
        {content}
      </span>
    )
  })
}
