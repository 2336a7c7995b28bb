import type { Inset } from './geo-data.ts'
import styles from './map.module.css'

export interface SouthSeaInsetProps {
  readonly inset: Inset
  /** Only shown with the national view. */
  readonly isShown: boolean
}

/** 南海诸岛: part of every national map of China, in the map's style. */
export function SouthSeaInset({ inset, isShown }: SouthSeaInsetProps) {
  if (!isShown) return null
  return (
    <figure className={styles.inset} aria-label="南海诸岛">
      <svg viewBox={inset.viewBox.join(' ')} aria-hidden>
        {inset.features
          .filter(({ properties }) => properties.kind !== 'frame')
          .map(({ properties }) => (
            <path key={properties.path} d={properties.path} data-kind={properties.kind} />
          ))}
      </svg>
      <figcaption>南海诸岛</figcaption>
    </figure>
  )
}
