import type { ThemeTokens } from '@/theme/token-types.ts'
import type { FrameSeries } from './frame.ts'

/** Look of a line: colour, and a dash pattern once the eight colours are used up (design §2.5). */
export interface LineLook {
  readonly colour: string
  /** px on, px off; undefined = solid. */
  readonly dash: readonly [number, number] | undefined
}

const DASHES: readonly (readonly [number, number] | undefined)[] = [undefined, [6, 3], [2, 2]]

/** 2^32 divided by the golden ratio. Source: Knuth, TAOCP vol. 3 §6.4, multiplicative hashing. */
const KNUTH = 0x9e3779b1

/** Spreads neighbouring channel numbers over the palette. */
const slotOf = (channelNo: number, slots: number): number => (Math.imul(channelNo, KNUTH) >>> 16) % slots

/**
 * Looks by series. A series alone has the first colour, like every spark: there is nothing to tell apart. A colour belongs to its channel by a stable hash then, not to the order; where two channels of one chart
 * meet on the same colour, the later one takes the next free one.
 */
export function lineLooks(series: readonly FrameSeries[], tokens: ThemeTokens): LineLook[] {
  const palette = tokens.chart.series
  const taken = new Set<number>()
  return series.map((item) => {
    if (item.color) return { colour: item.color, dash: undefined }
    const slots = palette.length * DASHES.length
    let slot = series.length === 1 ? 0 : slotOf(item.channelNo, palette.length)
    while (taken.has(slot) && taken.size < slots) slot = (slot + 1) % slots
    taken.add(slot)
    return { colour: palette[slot % palette.length] ?? palette[0], dash: DASHES[Math.floor(slot / palette.length)] }
  })
}
