import { DEVICE_KIND, DEVICE_STATUS } from '@natim/contract/dict'
import { keysOf } from '@natim/domain/record'
import { severityName } from '@/ui/severity-glyph.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { LEVEL_NAMES } from './layer-levels.ts'
import { LevelMark } from './level-mark.tsx'
import styles from './map.module.css'
import type { MapItem, MapPlaceItem } from './map-item.ts'
import { markText } from './mark-text.ts'

export interface HoveredItem {
  readonly item: MapItem
  /** Pointer position in the map, px. */
  readonly xPx: number
  readonly yPx: number
}

const describePlace = ({ name, deviceCount, onlineCount, severity }: MapPlaceItem) => (
  <>
    <strong>{name}</strong>
    <span>
      设备 {deviceCount} 台，在线 {onlineCount} 台
    </span>
    {severity && <span>{severityName(severity)}</span>}
  </>
)

function describe(item: MapItem) {
  if (item.type === 'device') {
    return (
      <>
        <strong>{item.name}</strong>
        <span className="row">
          <StatusLamp status={item.status} hasLabel />
          {DEVICE_KIND[item.kind]}
        </span>
        {item.severity && <span>{severityName(item.severity)}</span>}
      </>
    )
  }
  if (item.type === 'station') {
    return (
      <>
        <strong>{item.name}</strong>
        <span className="row">
          <LevelMark layer={item.layer} level={item.level} />
          {markText(item)}
        </span>
        {item.note && <span>{item.note}</span>}
        {item.severity && <span>{severityName(item.severity)}</span>}
      </>
    )
  }
  if (item.type === 'places') return <strong>{item.count} 个站点</strong>
  if (item.type === 'place') return describePlace(item)
  if (item.type === 'group') {
    return (
      <>
        <strong>{item.count} 个站点</strong>
        <span className="row">
          最高
          <LevelMark layer={item.layer} level={item.level} />
          {LEVEL_NAMES[item.layer][item.level]}
        </span>
      </>
    )
  }
  const counted = keysOf(DEVICE_STATUS).filter((status) => item.byStatus[status] > 0)
  return (
    <>
      <strong>{item.count} 台设备</strong>
      {counted.map((status) => (
        <span key={status} className="row">
          <StatusLamp status={status} hasLabel />
          {item.byStatus[status]}
        </span>
      ))}
    </>
  )
}

/** Tooltip of the symbol under the pointer. */
export function MapHint({ item, xPx, yPx }: HoveredItem) {
  return (
    <div className={styles.hint} style={{ insetInlineStart: xPx, insetBlockStart: yPx }} aria-hidden>
      {describe(item)}
    </div>
  )
}
