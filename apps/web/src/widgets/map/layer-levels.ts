import type { Severity } from '@natim/contract/dict'
import type { MapLayer, ValueLayer } from '@natim/contract/mon/map'

/** Names of the value layers, in the order of their keys 1–4. */
export const LAYER_NAMES: Readonly<Record<MapLayer, string>> = {
  status: '设备状态',
  aqi: 'AQI',
  atl: 'ATL',
  dose: '剂量率',
}

/** Level names of each layer, mildest first. */
export const LEVEL_NAMES: Readonly<Record<ValueLayer, readonly string[]>> = {
  aqi: ['优', '良', '轻度污染', '中度污染', '重度污染', '严重污染'],
  atl: ['0 正常', '1 关注', '2 预警', '3 危险', '4 致命'],
  dose: ['限值以下', '一般', '较大（OIL3）', '重大（OIL2）', '特别重大（OIL1）'],
}

/** domain §5.4: ATL 1 → 5 提示, 2 → 3 较大, 3 → 2 重大, 4 → 1 特别重大. */
const ATL_SEVERITY: Readonly<Record<number, Severity>> = { 1: 5, 2: 3, 3: 2, 4: 1 }
/** A dose rate has the severity of the highest limit it reaches. */
const DOSE_SEVERITY: Readonly<Record<number, Severity>> = { 1: 4, 2: 3, 3: 2, 4: 1 }

/** The severity whose shape and colour a level uses; undefined for the mildest, and for the AQI, which has its own. */
export function levelSeverity(layer: ValueLayer, level: number): Severity | undefined {
  if (layer === 'aqi') return undefined
  return (layer === 'atl' ? ATL_SEVERITY : DOSE_SEVERITY)[level]
}

/** Image of a level on the map: `lamp:online`, `alarm:2`, `aqi:3`. */
export function levelSymbol(layer: ValueLayer, level: number): string {
  if (layer === 'aqi') return `aqi:${level}`
  const severity = levelSeverity(layer, level)
  return severity === undefined ? 'lamp:online' : `alarm:${severity}`
}

/**
 * Shapes of the six AQI grades on a 24 × 24 grid, with different corner counts so that shape alone distinguishes them.
 */
export const AQI_SHAPES: readonly string[] = [
  'M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18z',
  'M4 4h16v16H4z',
  'M12 1.5L22.5 12L12 22.5L1.5 12z',
  'M12 2.5L23 21.5H1z',
  'M12 2L22.5 9.6L18.5 22h-13L1.5 9.6z',
  'M9 2h6v7h7v6h-7v7H9v-7H2V9h7z',
]
