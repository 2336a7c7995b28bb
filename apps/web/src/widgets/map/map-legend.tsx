import { ArrowUpOutlined } from '@ant-design/icons'
import type { MapLayer } from '@natim/contract/mon/map'
import { useIsPhone } from '@/lib/use-media.ts'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { LAYER_NAMES, LEVEL_NAMES } from './layer-levels.ts'
import { LevelMark } from './level-mark.tsx'
import styles from './map.module.css'

const STATUSES = ['online', 'offline', 'fault', 'maintenance', 'inactive'] as const
const SEVERITIES = [1, 2, 3, 4, 5] as const

/** Same symbols as `map-features` draws for places. */
const PLACES = [
  { status: 'online', name: '有设备在线' },
  { status: 'offline', name: '设备全部离线' },
  { status: 'inactive', name: '没有设备' },
] as const

export interface MapLegendProps {
  readonly layer?: MapLayer
  /** The symbols show stations as places instead of devices. */
  readonly ofPlaces?: boolean
  /** Wind arrows are shown. */
  readonly hasWind?: boolean
}

/**
 * Legend of the symbols of a layer; always visible (design §8). On a phone it would cover the south-west, so it opens
 * on demand.
 */
export function MapLegend({ layer = 'status', ofPlaces = false, hasWind = false }: MapLegendProps) {
  const isPhone = useIsPhone()
  return (
    <details className={styles.legend} open={!isPhone} key={String(isPhone)}>
      <summary className="t-caption">
        图例 · {ofPlaces ? '站点' : LAYER_NAMES[layer]}
        {layer === 'atl' && ' 自有指数'}
      </summary>
      <ul className={styles.statuses}>
        {ofPlaces
          ? PLACES.map(({ status, name }) => (
              <li key={status} className={styles.levels}>
                <StatusLamp status={status} />
                {name}
              </li>
            ))
          : layer === 'status'
            ? STATUSES.map((status) => (
                <li key={status}>
                  <StatusLamp status={status} hasLabel />
                </li>
              ))
            : LEVEL_NAMES[layer].map((name, level) => (
                <li key={name} className={styles.levels}>
                  <LevelMark layer={layer} level={level} />
                  {name}
                </li>
              ))}
      </ul>
      {layer !== 'atl' && layer !== 'dose' && (
        <p className={styles.levels}>
          {SEVERITIES.map((level) => (
            <SeverityGlyph key={level} level={level} size={12} />
          ))}
          <span className="t-caption">报警级别</span>
        </p>
      )}
      <p className={styles.levels}>
        <i className={styles.ring} />
        <span className="t-caption">聚合：环色 = 最高级别</span>
      </p>
      {hasWind && (
        <p className={styles.levels}>
          <ArrowUpOutlined rotate={45} />
          <span className="t-caption">风向去向，长短为风速</span>
        </p>
      )}
    </details>
  )
}
