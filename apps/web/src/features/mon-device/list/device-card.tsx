import type { DeviceListRow } from '@natim/contract/mon/device'
import { KindIcon } from '@/ui/kind-icon.tsx'
import styles from './device-card.module.css'
import { LastSeenCell, StatusCell, ValueOfChannel } from './device-cells.tsx'

/** A device on a phone: name, state, last report, latest value (design 13). */
export function DeviceCard({ row }: { readonly row: DeviceListRow }) {
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <KindIcon kind={row.kind} />
        <span className={`ellipsis ${styles.name}`}>{row.name}</span>
        <StatusCell row={row} />
      </div>
      <div className={styles.body}>
        <div className={styles.facts}>
          <span className="ellipsis">{row.clientId}</span>
          <LastSeenCell row={row} />
        </div>
        <div className={styles.value}>
          <ValueOfChannel row={row} index={0} />
        </div>
      </div>
    </div>
  )
}
