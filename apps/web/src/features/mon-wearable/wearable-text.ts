import type { CardScore, CardVital, VitalName, WearableCard } from '@natim/contract/mon/wearable'
import { NEWS2_ITEMS } from '@natim/domain/news2'

export const VITALS: readonly {
  readonly name: VitalName
  readonly label: string
  readonly unit: string
  readonly precision: number
}[] = [
  { name: 'hr', label: '心率', unit: '次/分', precision: 0 },
  { name: 'spo2', label: '血氧', unit: '%', precision: 0 },
  { name: 'rr', label: '呼吸', unit: '次/分', precision: 0 },
  { name: 'temp', label: '体温', unit: '℃', precision: 1 },
]

export const SEX: Readonly<Record<string, string>> = { male: '男', female: '女', unknown: '性别未知' }

const knownOf = (points: readonly (number | null)[]): number => points.filter((part) => part !== null).length

/** `部分 4/7`, `完整 7/7`. */
export function scoreText({ points }: CardScore): string {
  const known = knownOf(points)
  return `${known === NEWS2_ITEMS.length ? '完整' : '部分'} ${known}/${NEWS2_ITEMS.length}`
}

export const isOffline = ({ status }: Pick<WearableCard, 'status'>): boolean =>
  status === 'offline' || status === 'inactive'

/** Why there is no current score; undefined = there is one. */
export function noScoreText(card: WearableCard): string | undefined {
  if (card.exclusion !== null) return card.exclusion
  if (isOffline(card)) return '设备离线，不评分'
  if (card.isWorn === false) return '未佩戴，不评分'
  return card.score === null ? '尚无评分窗口' : undefined
}

export const isOutOfBand = ({ value, band }: CardVital): boolean =>
  value !== null && band !== null && (value < band.low || value > band.high)
