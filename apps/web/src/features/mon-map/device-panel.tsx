import { SearchOutlined } from '@ant-design/icons'
import { DEVICE_STATUS, type DeviceStatus } from '@natim/contract/dict'
import { type DeviceListRow, deviceEndpoints } from '@natim/contract/mon/device'
import { formatNumber } from '@natim/domain/format'
import { keysOf } from '@natim/domain/record'
import { Input } from 'antd'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import { Age } from '../../ui/age.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBar } from '../../ui/error-state.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { DevicesOutline } from '../../ui/outline/map-outline.tsx'
import { StatusLamp } from '../../ui/status-lamp.tsx'
import styles from './device-panel.module.css'
import { DeviceSelects } from './device-selects.tsx'
import type { DeviceFilters } from './map-state.ts'

/** Always shown; retired devices get a chip only when there are any. */
const CHIPS: readonly DeviceStatus[] = ['online', 'offline', 'fault', 'maintenance', 'inactive']
const SHOWN_ROWS = 50
const NEWEST = { column: 'lastSeen', order: 'desc' } as const
const REFRESH_MS = 30_000

export interface DevicePanelProps extends DeviceFilters {
  /** Matching devices without a position; undefined until the map has answered. */
  readonly unplaced: number | undefined
  readonly selectedId: string | undefined
  readonly onChange: (change: Partial<DeviceFilters>) => void
  readonly onPick: (device: DeviceListRow) => void
}

/** Filters of the device list besides the status. */
const conditionsOf = ({ keyword, kind, depart }: DeviceFilters) => ({
  keyword: keyword || undefined,
  kind: kind || undefined,
  sysOrgCode: depart ? `${depart}*` : undefined,
})

/** Search, status chips and matching devices: the map's content for keyboard and screen reader users. */
export function DevicePanel(props: DevicePanelProps) {
  const { keyword, status, kind, depart, unplaced, selectedId, onChange, onPick } = props
  const others = conditionsOf(props)
  const query = {
    ...others,
    status: status || undefined,
    pageNo: 1,
    pageSize: SHOWN_ROWS,
    ...NEWEST,
  }
  const { data, error, refetch } = useEndpoint(deviceEndpoints.list, { query }, { refetchInterval: REFRESH_MS })
  // Counted over the list: a chip shows how many devices it will list.
  const { data: counts } = useEndpoint(
    deviceEndpoints.statusCounts,
    { query: { ...others, pageNo: 1, pageSize: 1 } },
    { refetchInterval: REFRESH_MS },
  )
  const shown = keysOf(DEVICE_STATUS).filter((one) => CHIPS.includes(one) || one === status || (counts?.[one] ?? 0) > 0)
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <section className={styles.panel} aria-label="设备">
      <Keyword value={keyword} onChange={onChange} />
      <DeviceSelects kind={kind} depart={depart} onChange={onChange} />
      <div className={styles.chips} role="radiogroup" aria-label="设备状态">
        <Chip label="全部" count={total} isActive={status === ''} onClick={() => onChange({ status: '' })} />
        {shown.map((one) => (
          <Chip
            key={one}
            label={DEVICE_STATUS[one]}
            count={counts && (counts[one] ?? 0)}
            isActive={status === one}
            onClick={() => onChange({ status: one })}
          />
        ))}
      </div>
      <p className={styles.head}>
        <span>按最后上报排序</span>
        {data && <span>{countText(data.total, unplaced)}</span>}
      </p>
      {error && <ErrorBar message={error.message} onRetry={() => refetch()} />}
      {data?.records.length === 0 && <EmptyState title="没有符合条件的设备" hint="请调整筛选条件" />}
      {data || error ? (
        <ul className={styles.list}>
          {data?.records.map((device) => (
            <DeviceItem key={device.id} device={device} isSelected={device.id === selectedId} onPick={onPick} />
          ))}
        </ul>
      ) : (
        <div className={styles.list}>
          <DevicesOutline />
        </div>
      )}
    </section>
  )
}

interface KeywordProps extends Pick<DevicePanelProps, 'onChange'> {
  readonly value: string
}

const Keyword = ({ value, onChange }: KeywordProps) => (
  <Input
    allowClear
    prefix={<SearchOutlined />}
    placeholder="名称、客户端 ID、站点"
    aria-label="搜索设备"
    value={value}
    onChange={(event) => onChange({ keyword: event.target.value })}
  />
)

/** Number of listed devices of the total, and how many the map cannot show. */
function countText(total: number, unplaced: number | undefined): string {
  const all =
    total > SHOWN_ROWS
      ? `前 ${formatNumber(SHOWN_ROWS)} / 共 ${formatNumber(total)} 台`
      : `共 ${formatNumber(total)} 台`
  return unplaced ? `${all}，${formatNumber(unplaced)} 台无坐标` : all
}

interface DeviceItemProps {
  readonly device: DeviceListRow
  readonly isSelected: boolean
  readonly onPick: (device: DeviceListRow) => void
}

function DeviceItem({ device, isSelected, onPick }: DeviceItemProps) {
  return (
    <li>
      <button type="button" className={styles.item} aria-pressed={isSelected} onClick={() => onPick(device)}>
        <StatusLamp status={device.status} />
        <span className="ellipsis">{device.name}</span>
        <span className="t-caption">
          <Age tsMs={device.lastSeen} />
        </span>
        <KindIcon kind={device.kind} size={14} />
        <span className="t-caption ellipsis">{device.stationId_dictText ?? device.regionCode_dictText}</span>
      </button>
    </li>
  )
}

function Chip({
  label,
  count,
  isActive,
  onClick,
}: {
  readonly label: string
  readonly count: number | undefined
  readonly isActive: boolean
  readonly onClick: () => void
}) {
  return (
    <button type="button" role="radio" aria-checked={isActive} className={styles.chip} onClick={onClick}>
      {label} {count === undefined ? <span className={styles.count} /> : formatNumber(count)}
    </button>
  )
}
