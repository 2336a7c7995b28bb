import type { AgeBand } from './subject.ts'

/** Volatile substances of the panel, in radar order. */
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

/** Originates from room air, not from breath. */
export const CONFOUNDER = 'br_limonene'

/** P5–P95 of net values, ppb, with the number of persons. */
export interface ReferenceBand {
  readonly low: number
  readonly high: number
  readonly n: number
}

/** Unpublished figures of our own: they demonstrate how the page uses such a table. */
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
/** Number of persons behind a band, and its factor relative to 40–59. No data for younger children. */
const AGES: Readonly<Partial<Record<AgeBand, { readonly n: number; readonly factor: number }>>> = {
  '5-11': { n: 148, factor: 0.7 },
  '12-17': { n: 214, factor: 0.85 },
  '18-39': { n: 731, factor: 0.95 },
  '40-59': { n: 612, factor: 1 },
  '60-74': { n: 405, factor: 1.1 },
  '75+': { n: 166, factor: 1.15 },
}

/** Undefined without enough data: the page says 无参考带. */
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
  /** Net value / upper edge, two decimals: the radar axis. */
  readonly ratio: number
}

/** Both edges count as inside. */
export function readAgainstBand(net: number, band: ReferenceBand | undefined): BandReading | undefined {
  if (band === undefined) return undefined
  const side = net > band.high ? 'high' : net < band.low ? 'low' : 'in'
  return { side, ratio: Number((net / band.high).toFixed(2)) }
}
