import { DEVICE_STATUS, type DeviceStatus } from '@natim/contract/dict'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { keysOf } from '@natim/domain/record'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useListContext } from '@/resource/index.ts'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'

/** Always shown; other statuses appear when there are such devices. */
const STANDING: readonly DeviceStatus[] = ['online', 'offline', 'fault', 'maintenance', 'inactive']

/** Device counts by status under the other filters; a tab filters the list to its status. */
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
    <FilterTabs<DeviceStatus | ''>
      label="按状态筛选"
      tabs={[
        { key: '', label: '全部', count: total },
        ...shown.map((status) => ({
          key: status,
          label: DEVICE_STATUS[status],
          mark: <StatusLamp status={status} />,
          count: counts && (counts[status] ?? 0),
        })),
      ]}
      chosen={shown.find((status) => status === chosen) ?? ''}
      onChoose={(status) => search({ status: status === '' || status === chosen ? undefined : status })}
    />
  )
}
