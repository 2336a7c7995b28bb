import type { MapMark, ValueLayer } from '@natim/contract/mon/map'
import { LEVEL_NAMES } from './layer-levels.ts'

/** A station's value as text: `AQI 162 中度污染`, `ATL 3 危险`, `1.200 µSv/h`. */
export function markText({
  layer,
  level,
  value,
  unit,
  precision,
}: Pick<MapMark, 'level' | 'value' | 'unit' | 'precision'> & { readonly layer: ValueLayer }): string {
  if (layer === 'aqi') return `AQI ${value} ${LEVEL_NAMES.aqi[level] ?? ''}`
  if (layer === 'atl') return `ATL ${LEVEL_NAMES.atl[level] ?? level}`
  return `${value.toFixed(precision)} ${unit}`
}
