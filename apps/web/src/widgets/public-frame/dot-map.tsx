import { useEffect, useState } from 'react'
import styles from './dot-map.module.css'

/** `/geo/dots.json`: the land as characters, space = sea, 0–2 = tone, `*` = accent; and the inset 南海诸岛. */
interface DotPicture {
  readonly rows: readonly string[]
  readonly inset: {
    readonly viewBox: readonly [number, number, number, number]
    readonly parts: readonly { readonly kind: string; readonly path: string }[]
  }
}

const TONES = ['0', '1', '2', '*'] as const
const COLUMNS = 70

/** One path per tone: a dot is a zero-length stroke with round caps. */
function dotsOf(rows: readonly string[], tone: string): string {
  return rows
    .flatMap((row, y) => Array.from(row, (cell, x) => (cell === tone ? `M${x + 0.5} ${y + 0.5}h0` : '')))
    .join('')
}

/** Decoration of the sign-in page, without live data. Nothing is shown if its file is missing. */
export function DotMap() {
  const [picture, setPicture] = useState<DotPicture>()
  useEffect(() => {
    const abort = new AbortController()
    fetch('/geo/dots.json', { signal: abort.signal })
      .then((response) =>
        response.ok ? (response.json() as Promise<DotPicture>) : Promise.reject(new Error('no picture')),
      )
      .then(setPicture)
      .catch(() => undefined)
    return () => abort.abort()
  }, [])
  if (picture === undefined) return <div className={styles.map} />
  const { rows, inset } = picture
  return (
    <div className={styles.map} aria-hidden>
      <svg viewBox={`0 0 ${COLUMNS} ${rows.length}`}>
        {TONES.map((tone) => (
          <path key={tone} d={dotsOf(rows, tone)} data-tone={tone} />
        ))}
      </svg>
      <svg viewBox={inset.viewBox.join(' ')} className={styles.inset}>
        {inset.parts.map((part) => (
          <path key={part.path} d={part.path} />
        ))}
      </svg>
    </div>
  )
}
