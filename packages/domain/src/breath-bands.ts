import type { AgeBand } from './subject.ts'

/** What the panel of volatile substances shows, in the order of the radar. */
export const BREATH_PANEL = [
  'br_acetone',
  'br_isoprene',
  'br_acetald',
  'br_butanone',
  'br_hexanal',
  'br_heptanal',
  'br_octanal',
  'br_nonanal',
  'br_ethanol',
  'br_limonene',
] as const

/** Comes from the room, not from the breath. */
export const CONFOUNDER = 'br_limonene'

/** P5–P95 of net values, ppb, of so many persons. */
export interface ReferenceBand {
  readonly low: number
  readonly high: number
  readonly n: number
}

/** Own figures of the product, of no publication: they show what the page does with such a table. */
const ADULTS: Readonly<Record<(typeof BREATH_PANEL)[number], readonly [low: number, high: number]>> = {
  br_acetone: [180, 860],
  br_isoprene: [60, 240],
  br_acetald: [4, 28],
  br_butanone: [1, 9.5],
  br_hexanal: [0.4, 4.8],
  br_heptanal: [0.2, 2.6],
  br_octanal: [0.3, 3.4],
  br_nonanal: [0.8, 7.2],
  br_ethanol: [5, 140],
  br_limonene: [0, 30],
}
/** Persons behind a band, and how its edges lie to those of 40–59. Of younger children there is none. */
const AGES: Readonly<Partial<Record<AgeBand, { readonly n: number; readonly factor: number }>>> = {
  '5-11': { n: 148, factor: 0.7 },
  '12-17': { n: 214, factor: 0.85 },
  '18-39': { n: 731, factor: 0.95 },
  '40-59': { n: 612, factor: 1 },
  '60-74': { n: 405, factor: 1.1 },
  '75+': { n: 166, factor: 1.15 },
}

/** Undefined where nobody has measured enough: the page says 无参考带. */
export function bandOf(metricCode: string, ageBand: AgeBand | null): ReferenceBand | undefined {
  const age = ageBand === null ? undefined : AGES[ageBand]
  if (age === undefined || !isPanelCode(metricCode)) return undefined
  const [low, high] = ADULTS[metricCode]
  const scaled = (edge: number) => Number((edge * age.factor).toPrecision(3))
  return { low: scaled(low), high: scaled(high), n: age.n }
}

const isPanelCode = (code: string): code is (typeof BREATH_PANEL)[number] => Object.hasOwn(ADULTS, code)

export interface BandReading {
  readonly side: 'low' | 'in' | 'high'
  /** Net over the upper edge, two decimals: the axis of the radar. */
  readonly ratio: number
}

/** Both edges lie within. */
export function readAgainstBand(net: number, band: ReferenceBand | undefined): BandReading | undefined {
  if (band === undefined) return undefined
  const side = net > band.high ? 'high' : net < band.low ? 'low' : 'in'
  return { side, ratio: Number((net / band.high).toFixed(2)) }
}
