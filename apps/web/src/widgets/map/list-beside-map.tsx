import type { ReactNode } from 'react'
import { ErrorBar } from '@/ui/error-state.tsx'
import styles from './list-beside-map.module.css'

interface ListBesideMapProps {
  readonly list: ReactNode
  readonly map: ReactNode
}

/** A list and the map of the same rows: side by side on a desk, the map above the list on narrow windows. */
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

/** A map that says how much it shows, and when it could not be read. */
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
