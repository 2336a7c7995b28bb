import type { ReactNode } from 'react'
import { ErrorBar } from '@/ui/error-state.tsx'
import styles from './list-beside-map.module.css'

interface ListBesideMapProps {
  readonly list: ReactNode
  readonly map: ReactNode
}

/** A list and a map of the same rows: side by side on desktop, the map above the list in narrow windows. */
export const ListBesideMap = ({ list, map }: ListBesideMapProps) => (
  <div className={styles.panes}>
    <div className={styles.list}>{list}</div>
    {map}
  </div>
)

interface MapPaneProps {
  /** `图上 300 个站点`. */
  readonly count: string
  readonly error?: { readonly message: string; readonly onRetry: () => void } | undefined
  readonly children: ReactNode
}

/** A map with its number of items and load errors. */
export const MapPane = ({ count, error, children }: MapPaneProps) => (
  <div className={styles.map}>
    {children}
    <p className={styles.count} role="status">
      {count}
    </p>
    {error && (
      <div className={styles.error}>
        <ErrorBar {...error} />
      </div>
    )}
  </div>
)
