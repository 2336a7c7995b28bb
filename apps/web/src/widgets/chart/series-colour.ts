import type { ThemeTokens } from '@/theme/token-types.ts'
import { metricSlot } from '@/ui/metric-colour.ts'
import type { FrameSeries } from './frame.ts'

/** Look of a line: colour, and a dash pattern once the eight colours are used up (design §2.5). */
export interface LineLook {
  readonly colour: string
  /** px on, px off; undefined = solid. */
  readonly dash: readonly [number, number] | undefined
  /** 0–1; undefined = opaque. */
  readonly opacity?: number
}

const DASHES: readonly (readonly [number, number] | undefined)[] = [undefined, [6, 3], [2, 2]]

/** Look of the same channel at another time (design 23). */
const EARLIER = { dash: [4, 3], opacity: 0.62 } as const

/** 2^32 divided by the golden ratio. Source: Knuth, TAOCP vol. 3 §6.4, multiplicative hashing. */
const KNUTH = 0x9e3779b1

/** Hashes neighbouring channel numbers to different palette slots. */
const slotOf = (channelNo: number, slots: number): number => (Math.imul(channelNo, KNUTH) >>> 16) % slots

/**
 * Looks by series. A colour belongs to the metric, on every page; of two series of one metric the later is dashed. A
 * series without a metric gets its colour by channel; when colour and dash are taken, the next free look.
 */
export function lineLooks(series: readonly FrameSeries[], tokens: ThemeTokens): LineLook[] {
  const palette = tokens.chart.series
  const slots = palette.length * DASHES.length
  const taken = new Set<number>()
  const own = new Map<number, LineLook>()
  const lookOf = (item: FrameSeries): LineLook => {
    if (item.color) return { colour: item.color, dash: undefined }
    let slot = item.metricCode === undefined ? slotOf(item.channelNo, palette.length) : metricSlot(item.metricCode)
    const isTaken = () => taken.has(slot) && taken.size < slots
    // Tries the same colour with another dash first: it is the same metric.
    for (let dash = 1; dash < DASHES.length && isTaken(); dash++) slot = (slot + palette.length) % slots
    while (isTaken()) slot = (slot + 1) % slots
    taken.add(slot)
    return { colour: palette[slot % palette.length] ?? palette[0], dash: DASHES[Math.floor(slot / palette.length)] }
  }
  for (const item of series) if (item.earlierOf === undefined) own.set(item.channelNo, lookOf(item))
  return series.map((item) => {
    const look = own.get(item.earlierOf ?? item.channelNo) ?? lookOf(item)
    return item.earlierOf === undefined ? look : { ...look, ...EARLIER }
  })
}
