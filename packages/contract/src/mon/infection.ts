import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, text } from '../fields.ts'

export const INFECTION_SPANS = [14, 30] as const

/**
 * Counts of fewer than five persons, and values from which they could be derived, are withheld (domain/subject-counts).
 */
const printed = z.union([z.number().int(), z.enum(['small', 'hidden'])])

/** A share with its denominator and Wilson 95 % interval; null where a count is withheld. */
const printedShare = z.object({
  n: printed,
  of: printed,
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type PrintedShare = z.output<typeof printedShare>

/** `need`: the smallest count of that day that would be a signal. */
const signal = z.object({ need: z.number().int(), isSignal: z.boolean() })

const measures = z.object({
  /** Wearers with two hours of fever among all who wore a device. */
  fever: printedShare,
  /** Presumptive among valid breath tests. */
  breath: printedShare,
  /** Means over the wearers in standard deviations from each wearer's 14-day baseline. */
  hrZ: z.number().nullable(),
  rrZ: z.number().nullable(),
})

const cityDay = measures.extend({ feverSignal: signal, breathSignal: signal })
export type CityDay = z.output<typeof cityDay>

const cityRow = cityDay.extend({
  regionCode: z.string(),
  regionName: z.string(),
  /** Days of the span with a signal of either kind, and the first of them. */
  signalDays: z.number().int(),
  firstSignal: z.string().nullable(),
})
export type CityRow = z.output<typeof cityRow>

const span = {
  days: z.coerce
    .number()
    .pipe(z.union([z.literal(14), z.literal(30)]))
    .catch(14),
  /** Day of the table, `yyyy-MM-dd`; the last one of the span unless it lies within. */
  date: text(10).optional(),
}

export const infectionSituation = z.object({
  untilMs: epochMs,
  /** `yyyy-MM-dd`, oldest first; the current day last. */
  days: z.array(z.string()),
  date: z.string(),
  /** The finding of the day, by the rules shown below the table. */
  sentence: z.string(),
  total: measures,
  /** The same measures for each day, in the order of `days`. */
  totals: z.array(measures),
  /** Signals first, then by positivity. */
  cities: z.array(cityRow),
  /** The selected city, or the first one; null if there is none. Its days are in the order of `days`. */
  city: z.object({ regionCode: z.string(), regionName: z.string(), days: z.array(cityDay) }).nullable(),
})
export type InfectionSituation = z.output<typeof infectionSituation>

/** 感染态势 (domain §5.8): counts of persons by city and day; no call reveals data of a single person. */
export const infectionEndpoints = defineEndpoints({
  situation: {
    method: 'GET',
    path: '/mon/infection/situation',
    access: 'mon:health:list',
    query: z.object({ ...span, regionCode: text(6).optional() }),
    result: infectionSituation,
  },
  /** Every city of the shown day, then the days of the selected city. */
  exportFile: {
    method: 'GET',
    path: '/mon/infection/export',
    access: 'mon:health:export',
    wire: 'binary',
    query: z.object({ ...span, regionCode: text(6).optional(), format: z.enum(['csv', 'xlsx']) }),
    result: z.unknown(),
  },
})
