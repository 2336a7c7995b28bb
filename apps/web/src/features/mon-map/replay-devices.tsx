import { SearchOutlined } from '@ant-design/icons'
import { DEVICE_STATUS } from '@natim/contract/dict'
import { formatNumber } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { Input } from 'antd'
import { EmptyState } from '@/ui/empty-state.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import type { MapPointItem } from '@/widgets/map/map-item.ts'
import panel from './device-panel.module.css'

const SHOWN_ROWS = 50
const ORDER = ['fault', 'offline', 'maintenance', 'online', 'inactive', 'retired']

export interface ReplayDevicesProps {
  readonly devices: readonly MapPointItem[]
  readonly replayMs: number
  readonly keyword: string
  readonly selectedId: string
  readonly onKeyword: (keyword: string) => void
  readonly onPick: (device: MapPointItem) => void
}

const urgency = ({ severity, status }: MapPointItem) => (severity ?? 6) * 10 + ORDER.indexOf(status)

/** Devices at a moment of a replay, those in alarm first. */
export function ReplayDevices({ devices, replayMs, keyword, selectedId, onKeyword, onPick }: ReplayDevicesProps) {
  const rows = devices.toSorted((a, b) => urgency(a) - urgency(b)).slice(0, SHOWN_ROWS)
  return (
    <section className={panel.panel} aria-label="设备">
      <Input
        allowClear
        prefix={<SearchOutlined />}
        placeholder="设备名称"
        aria-label="搜索设备"
        value={keyword}
        onChange={(event) => onKeyword(event.target.value)}
      />
      <p className={panel.head}>
        <span>回放 {formatGmt8(replayMs).slice(5, 16)}</span>
        <span>
          {devices.length > SHOWN_ROWS && `前 ${SHOWN_ROWS} / `}共 {formatNumber(devices.length)} 台
        </span>
      </p>
      {rows.length === 0 && <EmptyState title="没有符合条件的设备" hint="请调整搜索条件" />}
      <ul className={panel.list}>
        {rows.map((device) => (
          <li key={device.id}>
            <button
              type="button"
              className={panel.item}
              aria-pressed={device.id === selectedId}
              onClick={() => onPick(device)}
            >
              <StatusLamp status={device.status} />
              <span className="ellipsis">{device.name}</span>
              {device.severity ? <SeverityGlyph level={device.severity} size={14} /> : <span />}
              <span />
              <span className="t-caption">{DEVICE_STATUS[device.status]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
