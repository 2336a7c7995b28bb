import { metricByCode } from '@natim/domain/metrics'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { aqiRow } from './aqi.ts'
import { regionPrefix } from './home.ts'

/** Dashboard cards below the figures, in their default order. */
export const HOME_CARDS = {
  main: ['watch', 'toxic', 'provinces', 'areas', 'events'],
  side: ['alarms', 'todo', 'air', 'infection', 'passes', 'recent', 'notices', 'visits'],
} as const
export type HomeCard = (typeof HOME_CARDS)[keyof typeof HOME_CARDS][number]
const ALL_CARDS = [...HOME_CARDS.main, ...HOME_CARDS.side] as const

const cards = z.array(z.enum(ALL_CARDS)).max(ALL_CARDS.length)
/**
 * A user's card layout. A card in no column and not hidden is new to this layout and is shown at its default position.
 */
export const homeLayout = z
  .object({ main: cards, side: cards, hidden: cards })
  .refine(
    ({ main, side, hidden }) =>
      new Set([...main, ...side, ...hidden]).size === main.length + side.length + hidden.length,
    {
      message: '同一张卡片不能出现两次',
    },
  )
  .meta({ examples: [{ main: ['watch', 'provinces', 'areas'], side: ['todo', 'air'], hidden: ['visits'] }] })

export type HomeLayout = z.output<typeof homeLayout>

/** Air quality of the cities in the newest reported hour. */
export const homeAir = z.object({
  /** End of the hour, epoch ms. */
  toMs: z.number(),
  standard: z.number().int(),
  /** Cities with an AQI, by grade, 优 first. */
  grades: z.array(z.number().int()).length(6),
  /** Number of cities without an AQI. */
  missing: z.number().int(),
  /** At most ten each; a city appears in only one of them. */
  best: z.array(aqiRow.pick({ id: true, name: true }).extend({ aqi: z.number().int() })),
  worst: z.array(aqiRow.pick({ id: true, name: true }).extend({ aqi: z.number().int() })),
})
export type HomeAir = z.output<typeof homeAir>

/**
 * Periods of the homepage charts: clock hours of today and of seven days, days of thirty and of 365; including the
 * current one.
 */
export const AREA_PERIODS = ['today', 'week', 'month', 'year'] as const
export type AreaPeriod = (typeof AREA_PERIODS)[number]

export const homeAreas = z.object({
  unit: z.string(),
  precision: z.number().int(),
  /** The curve and the ranking cover (fromMs, toMs]. */
  fromMs: z.number(),
  toMs: z.number(),
  stepMs: z.number(),
  /** Means over all instruments at the ends of hours or days, ascending; null without a valid one. */
  points: z.array(
    z.object({ tMs: z.number(), value: z.number().nullable(), min: z.number().nullable(), max: z.number().nullable() }),
  ),
  /** Provinces, or the cities of one, highest mean first. */
  ranking: z.array(
    z.object({
      regionCode: z.string(),
      name: z.string(),
      /** Mean over instruments and time. */
      value: z.number(),
      /** Maximum sample. */
      max: z.number(),
      /** Number of instruments with a valid mean in this time. */
      instruments: z.number().int(),
    }),
  ),
})
export type HomeAreas = z.output<typeof homeAreas>

export const LISTED_EVENTS = 12

/** An event: a step of an alarm, or an event reported by an NBC detector. */
export const homeEvent = z.object({
  kind: z.enum(['alarm', 'nbc']),
  /** Id of the alarm or event. */
  id: z.string(),
  atMs: z.number(),
  /** Step of the alarm; `detect` for an NBC event. */
  step: z.enum(['raise', 'up', 'escalate', 'clear', 'close', 'detect']),
  /** 1–5; after the step, if it changed the severity. */
  severity: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  title: z.string(),
  /** Station, or the device if it has no station. */
  place: z.string(),
})
export type HomeEvent = z.output<typeof homeEvent>

/** A satellite pass selected for a task. */
export const homePass = z.object({
  taskId: z.string(),
  no: z.string(),
  title: z.string(),
  state: z.string(),
  sensor: z.string(),
  satCode: z.string(),
  startMs: z.number(),
  endMs: z.number(),
})
export type HomePass = z.output<typeof homePass>

export const homeCardEndpoints = defineEndpoints({
  air: {
    method: 'GET',
    path: '/mon/home/air',
    access: 'mon:aqi:view',
    query: z.object({ region: regionPrefix }),
    result: homeAir,
  },
  areas: {
    method: 'GET',
    path: '/mon/home/areas',
    access: 'mon:home:view',
    query: z.object({
      region: regionPrefix,
      metric: z
        .string()
        .max(32)
        .refine((code) => metricByCode(code)?.agg === 'avg', '该因子没有均值')
        .meta({ examples: ['pm25'] }),
      period: z.enum(AREA_PERIODS).default('today').catch('today'),
    }),
    result: homeAreas,
  },
  /** The newest events of 24 h; alarms and NBC events each require their permission. */
  events: {
    method: 'GET',
    path: '/mon/home/events',
    access: 'mon:home:view',
    query: z.object({ region: regionPrefix }),
    result: z.array(homeEvent).max(LISTED_EVENTS),
  },
  /** Passes starting today, GMT+8. */
  passes: {
    method: 'GET',
    path: '/mon/home/passes',
    access: 'mon:sat:view',
    query: z.object({ region: regionPrefix }),
    result: z.array(homePass),
  },
  /** Null until the user has changed the layout. */
  layout: { method: 'GET', path: '/mon/home/layout', access: 'mon:home:view', result: homeLayout.nullable() },
  saveLayout: { method: 'PUT', path: '/mon/home/layout', access: 'mon:home:view', body: homeLayout, result: z.null() },
  resetLayout: { method: 'DELETE', path: '/mon/home/layout', access: 'mon:home:view', result: z.null() },
})
