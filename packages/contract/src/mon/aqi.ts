import { AQI_POLLUTANTS } from '@natim/domain/aqi'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { exportEndpoint } from '../export.ts'
import { dateText, epochMs, listQuery, rowId } from '../fields.ts'

/** Subject of an index: a city (from its stations) or a station. */
export const AQI_PLACES = ['city', 'station'] as const
export type AqiPlace = (typeof AQI_PLACES)[number]

/** 按当日有效, or one standard for all days; in the latter case the figures are not the published ones. */
export const AQI_STANDARDS = ['auto', '2012', '2026'] as const
export type AqiChoice = (typeof AQI_STANDARDS)[number]

export const AQI_PERIODS = ['day', 'month', 'year'] as const
export type AqiPeriod = (typeof AQI_PERIODS)[number]

const pollutant = z.enum(AQI_POLLUTANTS)
const standardYear = z.union([z.literal(2012), z.literal(2026)])
const count = z.number().int()

/** Six-digit city code, or station id. */
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
/** End of an hour, epoch ms; the newest reported hour when absent. */
const hourQuery = asked.extend({ t: z.coerce.number().int().min(0).optional().catch(undefined) })
/** A GMT+8 day; yesterday when absent. */
const dayQuery = asked.extend({ date: dateText.optional().catch(undefined) })
const rankQuery = dayQuery.extend({ period: z.enum(AQI_PERIODS).default('day').catch('day') })
const calendarQuery = z.object({
  place: asked.shape.place,
  standard: asked.shape.standard,
  id: rowId,
  /** Counts cover the year up to this day. */
  date: dateText,
})
const revisionQuery = z.object({
  place: asked.shape.place,
  id: rowId,
  span: z.enum(['hour', 'day']),
  /** End of the hour or day, epoch ms. */
  t: z.coerce.number().int().min(0),
})

/** One pollutant of a report; a null value is NA if `isPlanned`, else `/`. */
export const aqiFigure = z.object({
  /** Concentration as published: µg/m³, CO mg/m³. */
  value: z.number().nullable(),
  iaqi: count.nullable(),
  isPlanned: z.boolean(),
  /** Number of valid hours; for a city stations; for the daily maximum 8 h mean valid 8 h means. */
  n: count,
})
export type AqiFigure = z.output<typeof aqiFigure>

export const aqiRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Province of a city; province and city of a station. */
  regionName: z.string(),
  /** Null = NA. */
  aqi: count.nullable(),
  /** 首要污染物, several on a tie; empty up to 50. */
  leading: z.array(pollutant),
  /** In the order of the report's `columns`. */
  figures: z.array(aqiFigure),
  /** Number of revisions of the report, including the first; 0 = never computed. */
  rev: count,
  computedMs: epochMs.nullable(),
  /** Number of stations used for a city. */
  stations: count.nullable(),
})
export type AqiRow = z.output<typeof aqiRow>

export const aqiReport = z.object({
  /** End of the reported hour or day. */
  toMs: epochMs,
  /** The GMT+8 day it belongs to. */
  date: z.string(),
  standard: standardYear,
  /** Computed by another standard than the one in force: a trial, not the published value. */
  isTrial: z.boolean(),
  /** Gas concentrations of this day refer to 273 K. */
  isGasAt273K: z.boolean(),
  /** When the day's report is due, while that is in the future, and the finished hours of the day. */
  due: z.object({ atMs: epochMs, hours: count }).nullable(),
  columns: z.array(z.object({ pollutant, mean: z.enum(['1h', '24h', '8h', 'day', 'max8h', 'max1h']) })),
  /** By AQI, lowest first; rows without AQI last. */
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
      /** AQI of the day; for longer periods the mean of its days. */
      aqi: z.number(),
      /** Days with an AQI, and days up to 100 among them. */
      valid: count,
      attained: count,
    }),
  ),
})
export type AqiRank = z.output<typeof aqiRank>

/** Month or year of `date`, up to that day; up to yesterday when absent. */
const periodQuery = dayQuery.extend({ period: z.enum(['month', 'year']).default('month').catch('month') })

/** One pollutant of a month or year; a null value is NA if `isPlanned`, else `/`. */
export const aqiPeriodFigure = z.object({
  /** Concentration as published: µg/m³, CO mg/m³. */
  value: z.number().nullable(),
  isPlanned: z.boolean(),
  /** Number of valid days. */
  n: count,
  isAbove: z.boolean(),
})
export type AqiPeriodFigure = z.output<typeof aqiPeriodFigure>

export const aqiPeriodRow = z.object({
  id: z.string(),
  name: z.string(),
  regionName: z.string(),
  /** By composite index, cleanest first; null without an index. */
  rank: count.nullable(),
  /** 环境空气质量综合指数, two decimals; null while one of the six is missing. */
  index: z.number().nullable(),
  figures: z.array(aqiPeriodFigure).length(AQI_POLLUTANTS.length),
  /** Days with an AQI, and days up to 100 among them. */
  valid: count,
  attained: count,
})
export type AqiPeriodRow = z.output<typeof aqiPeriodRow>

export const aqiPeriod = z.object({
  period: z.enum(['month', 'year']),
  /** (fromMs, toMs], full days. */
  fromMs: epochMs,
  toMs: epochMs,
  /** Number of days. */
  days: count,
  /** Not finished: figures cover the time up to `toMs`, and the validity requirement for days is not applied. */
  isRunning: z.boolean(),
  /** Standard used for judging days: null = each by its own. */
  standard: standardYear.nullable(),
  isGasAt273K: z.boolean(),
  /** In the order of `figures`. The limit is the second-grade limit in force on the last day; null without one. */
  columns: z.array(z.object({ pollutant, stat: z.enum(['mean', 'p90', 'p95']), limit: z.number().nullable() })),
  /** By rank; rows without rank last. */
  rows: z.array(aqiPeriodRow),
})
export type AqiPeriodReport = z.output<typeof aqiPeriod>

export const aqiCalendar = z.object({
  id: z.string(),
  name: z.string(),
  year: count,
  /** First days on which another standard is in force than on the day before. */
  changes: z.array(z.string()),
  /** Every day of the year up to `date`, starting with the first report; aqi null = NA or never computed. */
  days: z.array(z.object({ date: z.string(), aqi: count.nullable(), leading: z.array(pollutant) })),
  attainment: z.object({
    /** Number of days, of days with an AQI, and of days up to 100 among them. */
    due: count,
    valid: count,
    attained: count,
    /** Days by grade, 优 first. */
    grades: z.array(count).length(6),
    /** Days without an AQI, oldest first. */
    missing: z.array(z.string()),
    /** Share of attained days in the same period of the previous year, 0–1; null without data. */
    shareBefore: z.number().nullable(),
    /** Days above 100 by leading pollutant. */
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
  /** Null = current revision. */
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
  /** Newest first, including the current one. */
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
