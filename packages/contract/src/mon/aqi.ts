import { AQI_POLLUTANTS } from '@natim/domain/aqi'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { exportEndpoint } from '../export.ts'
import { dateText, epochMs, listQuery, rowId } from '../fields.ts'

/** What an index is of: a city out of its stations, or one station. */
export const AQI_PLACES = ['city', 'station'] as const
export type AqiPlace = (typeof AQI_PLACES)[number]

/** 按当日有效, or one standard for all days: then nothing shown is what was published. */
export const AQI_STANDARDS = ['auto', '2012', '2026'] as const
export type AqiChoice = (typeof AQI_STANDARDS)[number]

export const AQI_PERIODS = ['day', 'month', 'year'] as const
export type AqiPeriod = (typeof AQI_PERIODS)[number]

const pollutant = z.enum(AQI_POLLUTANTS)
const standardYear = z.union([z.literal(2012), z.literal(2026)])
const count = z.number().int()

/** Six digits of a city, or the id of a station. */
const asked = z.object({
  place: z.enum(AQI_PLACES).default('city').catch('city'),
  standard: z.enum(AQI_STANDARDS).default('auto').catch('auto'),
  /** GB/T 2260 prefix. */
  region: z
    .string()
    .regex(/^\d{2}(\d{2}(\d{2})?)?$/)
    .optional()
    .catch(undefined),
})
/** End of an hour, epoch ms; the newest that is reported when absent. */
const hourQuery = asked.extend({ t: z.coerce.number().int().min(0).optional().catch(undefined) })
/** A GMT+8 day; yesterday when absent. */
const dayQuery = asked.extend({ date: dateText.optional().catch(undefined) })
const rankQuery = dayQuery.extend({ period: z.enum(AQI_PERIODS).default('day').catch('day') })
const calendarQuery = z.object({
  place: asked.shape.place,
  standard: asked.shape.standard,
  id: rowId,
  /** Days of its year, up to which they are counted. */
  date: dateText,
})
const revisionQuery = z.object({
  place: asked.shape.place,
  id: rowId,
  span: z.enum(['hour', 'day']),
  /** End of the hour or day, epoch ms. */
  t: z.coerce.number().int().min(0),
})

/** A pollutant of a report: null value with `isPlanned` = NA, without = `/`. */
export const aqiFigure = z.object({
  /** Concentration as published: µg/m³, CO mg/m³. */
  value: z.number().nullable(),
  iaqi: count.nullable(),
  isPlanned: z.boolean(),
  /** Valid hours behind it; of a city: stations. Of the daily greatest 8 h mean: valid 8 h means. */
  n: count,
})
export type AqiFigure = z.output<typeof aqiFigure>

export const aqiRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Province of a city, province and city of a station. */
  regionName: z.string(),
  /** Null = NA. */
  aqi: count.nullable(),
  /** 首要污染物, several when they tie; empty up to 50. */
  leading: z.array(pollutant),
  /** In the order of the report's `columns`. */
  figures: z.array(aqiFigure),
  /** How often the report was written, the first included; 0 = never computed. */
  rev: count,
  computedMs: epochMs.nullable(),
  /** Stations that a city is evaluated by. */
  stations: count.nullable(),
})
export type AqiRow = z.output<typeof aqiRow>

export const aqiReport = z.object({
  /** End of the hour or day; it covers what lies before it. */
  toMs: epochMs,
  /** The GMT+8 day it belongs to. */
  date: z.string(),
  standard: standardYear,
  /** Another standard than the one that was valid: a trial, not what was published. */
  isTrial: z.boolean(),
  /** Gases of this day refer to 273 K. */
  isGasAt273K: z.boolean(),
  /** When the day's report is due, while that lies ahead; with the hours of the day that are over. */
  due: z.object({ atMs: epochMs, hours: count }).nullable(),
  columns: z.array(z.object({ pollutant, mean: z.enum(['1h', '24h', '8h', 'day', 'max8h', 'max1h']) })),
  /** By AQI, the lowest first; what has none last. */
  rows: z.array(aqiRow),
})
export type AqiReport = z.output<typeof aqiReport>

export const aqiRank = z.object({
  period: z.enum(AQI_PERIODS),
  /** (fromMs, toMs], full days. */
  fromMs: epochMs,
  toMs: epochMs,
  rows: z.array(
    z.object({
      rank: count,
      id: z.string(),
      name: z.string(),
      /** AQI of the day; of longer periods the mean of its days. */
      aqi: z.number(),
      /** Days with an AQI, and those of them up to 100. */
      valid: count,
      attained: count,
    }),
  ),
})
export type AqiRank = z.output<typeof aqiRank>

/** Month or year of `date`, up to that day; to yesterday when absent. */
const periodQuery = dayQuery.extend({ period: z.enum(['month', 'year']).default('month').catch('month') })

/** A pollutant of a month or year: null value with `isPlanned` = NA, without = `/`. */
export const aqiPeriodFigure = z.object({
  /** Concentration as published: µg/m³, CO mg/m³. */
  value: z.number().nullable(),
  isPlanned: z.boolean(),
  /** Valid days behind it. */
  n: count,
  isAbove: z.boolean(),
})
export type AqiPeriodFigure = z.output<typeof aqiPeriodFigure>

export const aqiPeriodRow = z.object({
  id: z.string(),
  name: z.string(),
  regionName: z.string(),
  /** By composite index, the cleanest first; null without one. */
  rank: count.nullable(),
  /** 环境空气质量综合指数, two decimals; null while one of the six is missing. */
  index: z.number().nullable(),
  figures: z.array(aqiPeriodFigure).length(AQI_POLLUTANTS.length),
  /** Days with an AQI, and those of them up to 100. */
  valid: count,
  attained: count,
})
export type AqiPeriodRow = z.output<typeof aqiPeriodRow>

export const aqiPeriod = z.object({
  period: z.enum(['month', 'year']),
  /** (fromMs, toMs], full days. */
  fromMs: epochMs,
  toMs: epochMs,
  /** Days of it. */
  days: count,
  /** Not over yet: figures are up to `toMs`, and not held against the days that a whole one needs. */
  isRunning: z.boolean(),
  /** The standard by which days are judged: null = each by its own. */
  standard: standardYear.nullable(),
  isGasAt273K: z.boolean(),
  /** In the order of `figures`. The limit is the second grade's in force on the last day; null without one. */
  columns: z.array(z.object({ pollutant, stat: z.enum(['mean', 'p90', 'p95']), limit: z.number().nullable() })),
  /** By rank; what has none last. */
  rows: z.array(aqiPeriodRow),
})
export type AqiPeriodReport = z.output<typeof aqiPeriod>

export const aqiCalendar = z.object({
  id: z.string(),
  name: z.string(),
  year: count,
  /** First days, from which another standard is valid than the day before. */
  changes: z.array(z.string()),
  /** Every day of the year up to `date`, from the first of which there is a report; aqi null = NA or never computed. */
  days: z.array(z.object({ date: z.string(), aqi: count.nullable(), leading: z.array(pollutant) })),
  attainment: z.object({
    /** The days, those with an AQI, and those of them up to 100. */
    due: count,
    valid: count,
    attained: count,
    /** Days by grade, 优 first. */
    grades: z.array(count).length(6),
    /** Days without an AQI, oldest first. */
    missing: z.array(z.string()),
    /** Share of attained days of the same days a year before, 0–1; null without any. */
    shareBefore: z.number().nullable(),
    /** Days above 100 by what led them. */
    exceeded: z.array(z.object({ pollutant, days: count })),
    /** Attained days if every day were judged by the other standard. */
    other: z.object({ standard: standardYear, attained: count }),
    /** GB 3095-2026 table 4: 324 days, and enough in every month. */
    isYearValid: z.boolean(),
  }),
})
export type AqiCalendar = z.output<typeof aqiCalendar>

export const aqiRevision = z.object({
  rev: count,
  standard: standardYear,
  aqi: count.nullable(),
  leading: z.array(pollutant),
  columns: aqiReport.shape.columns,
  figures: z.array(aqiFigure),
  computedMs: epochMs,
  /** Null = what stands. */
  replacedMs: epochMs.nullable(),
})
export type AqiRevision = z.output<typeof aqiRevision>

export const aqiEndpoints = defineEndpoints({
  hour: { method: 'GET', path: '/mon/aqi/hour', access: 'mon:aqi:view', query: hourQuery, result: aqiReport },
  day: { method: 'GET', path: '/mon/aqi/day', access: 'mon:aqi:view', query: dayQuery, result: aqiReport },
  period: { method: 'GET', path: '/mon/aqi/period', access: 'mon:aqi:view', query: periodQuery, result: aqiPeriod },
  rank: { method: 'GET', path: '/mon/aqi/rank', access: 'mon:aqi:view', query: rankQuery, result: aqiRank },
  calendar: {
    method: 'GET',
    path: '/mon/aqi/calendar',
    access: 'mon:aqi:view',
    query: calendarQuery,
    result: aqiCalendar,
  },
  /** Newest first, what stands included. */
  revisions: {
    method: 'GET',
    path: '/mon/aqi/revisions',
    access: 'mon:aqi:view',
    query: revisionQuery,
    result: z.array(aqiRevision),
  },
  /** The report in the standard's layout. */
  exportXls: {
    ...exportEndpoint('/mon/aqi/exportXls', 'mon:aqi:export'),
    query: listQuery.extend({
      ...asked.shape,
      span: z.enum(['hour', 'day', 'month', 'year']).default('day').catch('day'),
      t: hourQuery.shape.t,
      date: dayQuery.shape.date,
    }),
  },
})
export type AqiQuery = z.output<typeof asked>
export type AqiCalendarQuery = z.output<typeof calendarQuery>
export type AqiPeriodQuery = z.output<typeof periodQuery>
export type AqiRankQuery = z.output<typeof rankQuery>
export type AqiRevisionQuery = z.output<typeof revisionQuery>
