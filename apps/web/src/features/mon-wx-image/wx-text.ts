import type { WxImage, WxNear } from '@natim/contract/mon/wx-image'
import { formatNumber } from '@natim/domain/format'
import { metricByCode } from '@natim/domain/metrics'
import { regionShortName } from '@natim/domain/regions'
import { formatGmt8, HOUR_MS } from '@natim/domain/time'
import { metricLabel } from '@/ui/metric-label.ts'

/** Instants as the reader may see them: only the hour, unless unmasked. */
export const timeText = (ms: number, isOpen: boolean): string =>
  isOpen ? formatGmt8(ms).slice(0, 19) : `${formatGmt8(ms).slice(0, 13)} 时`

export const clockText = (ms: number, isOpen: boolean): string =>
  isOpen ? formatGmt8(ms).slice(11, 16) : `${formatGmt8(ms).slice(11, 13)} 时`

export const placeText = ({ regionCode, place }: Pick<WxImage, 'regionCode' | 'place'>): string =>
  place === null ? '位置未知' : regionShortName(regionCode)

/** `36.807 N 118.051 E` */
export const degreesText = ({ lng, lat }: { readonly lng: number; readonly lat: number }): string =>
  `${Math.abs(lat).toFixed(3)} ${lat < 0 ? 'S' : 'N'} ${Math.abs(lng).toFixed(3)} ${lng < 0 ? 'W' : 'E'}`

const metricName = (code: string) => {
  const metric = metricByCode(code)
  return metric ? metricLabel({ formula: metric.formula ?? null, name: metric.nameCn }) : code
}

/** `1.4 km · Cl₂ 1.02 ppm`; unmeasured parts are left out. */
export function nearText(near: WxNear | null, isOpen: boolean): string {
  if (near === null) return '附近无站点'
  const far = isOpen ? `${formatNumber(near.km, 1)} km` : `${near.km} km 内`
  return near.reading === null ? `${far} · 无读数` : `${far} · ${readingText(near.reading)}`
}

export const readingText = ({ metricCode, value, unit, precision }: NonNullable<WxNear['reading']>): string =>
  `${metricName(metricCode)} ${formatNumber(value, precision)} ${unit}`

export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${formatNumber(Math.ceil(bytes / 1024))} KB` : `${formatNumber(bytes / 1024 / 1024, 1)} MB`

/** Waiting time of the oldest one: `41 分钟`. */
export function waitText(sinceMs: number, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - sinceMs) / 60_000))
  return minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时`
}

/** Hours covered by a time filter; 0 = no bound. */
export const SPANS = { 24: '近 24 h', 72: '近 3 天', 168: '近 7 天', 0: '全部时间' } as const
export const spanFrom = (hours: number, nowMs: number): number | undefined =>
  hours > 0 ? Math.floor((nowMs - hours * HOUR_MS) / 60_000) * 60_000 : undefined

/** Distributes items of known height over columns, each into the shortest so far; order is kept from left to right. */
export function masonry<T>(items: readonly T[], columns: number, heightOf: (item: T) => number): T[][] {
  const placed = Array.from({ length: Math.max(1, columns) }, (): T[] => [])
  const heights = placed.map(() => 0)
  for (const item of items) {
    const at = heights.indexOf(Math.min(...heights))
    placed[at]?.push(item)
    heights[at] = (heights[at] ?? 0) + heightOf(item)
  }
  return placed
}

export type Step = { readonly at: number } | { readonly text: string }

/** Target of the pager, or its message. */
export function pagerStep(direction: string, at: number, length: number): Step {
  if (direction !== 'next' && direction !== 'previous') return { text: '未知的操作' }
  const to = direction === 'next' ? at + 1 : at - 1
  if (to >= length) return { text: '已到最后~' }
  if (to < 0) return { text: '已是第一张' }
  return { at: to }
}
