import { useEffect, useState } from 'react'
import styles from './dot-map.module.css'

/** `/geo/dots.json`: a matrix of land dots for the login picture; decoration without live data. */
interface Dots {
  readonly width: number
  readonly height: number
  /** [x, y, strength 0–2] in cells. */
  readonly dots: readonly (readonly [number, number, number])[]
}

const RADIUS = [0.2, 0.27, 0.34] as const

/** The land as dots. Without the file the page simply stays quiet. */
export function DotMap() {
  const [map, setMap] = useState<Dots>()
  useEffect(() => {
    const abort = new AbortController()
    fetch('/geo/dots.json', { signal: abort.signal })
      .then((response) => response.json() as Promise<Dots>)
      .then(setMap)
      .catch(() => undefined)
    return () => abort.abort()
  }, [])
  if (map === undefined) return <div className={styles.map} />
  return (
    <svg className={styles.map} viewBox={`0 0 ${map.width} ${map.height}`} aria-hidden>
      {map.dots.map(([x, y, strength]) => (
        <circle key={`${x}-${y}`} cx={x + 0.5} cy={y + 0.5} r={RADIUS[strength]} data-strength={strength} />
      ))}
    </svg>
  )
}
