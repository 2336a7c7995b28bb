import { DEVICE_STATUS, type DeviceStatus, keysOf } from '@natim/contract/dict'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { formatNumber } from '@natim/domain/format'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useListContext } from '@/resource/index.ts'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { Count } from '@/ui/tag.tsx'
import styles from './status-tabs.module.css'

/** Always offered; the others appear when there are such devices. */
const STANDING: readonly DeviceStatus[] = ['online', 'offline', 'fault', 'maintenance', 'inactive']

/** Devices by status under the other filters; a tab narrows the list to its status. */
export function StatusTabs() {
  const { state, filterQuery, search } = useListContext()
  const { status: _own, ...query } = filterQuery
  const { data: counts } = useEndpoint(deviceEndpoints.statusCounts, { query: { ...query, pageNo: 1, pageSize: 1 } })
  const chosen = state.filters['status']
  const shown = keysOf(DEVICE_STATUS).filter(
    (status) => STANDING.includes(status) || chosen === status || (counts?.[status] ?? 0) > 0,
  )
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <div role="group" aria-label="按状态筛选" className={styles.tabs}>
      <button type="button" className={styles.tab} aria-pressed={!chosen} onClick={() => search({ status: undefined })}>
        全部
        {total !== undefined && <Count>{formatNumber(total)}</Count>}
      </button>
      {shown.map((status) => (
        <button
          key={status}
          type="button"
          className={styles.tab}
          aria-pressed={chosen === status}
          onClick={() => search({ status: chosen === status ? undefined : status })}
        >
          <span aria-hidden className={styles.lamp}>
            <StatusLamp status={status} />
          </span>
          {DEVICE_STATUS[status]}
          {counts && <Count>{formatNumber(counts[status] ?? 0)}</Count>}
        </button>
      ))}
    </div>
  )
}
