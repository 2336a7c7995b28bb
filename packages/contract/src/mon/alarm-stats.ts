import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { exportEndpoint } from '../export.ts'
import { epochMs, listQuery } from '../fields.ts'
import { closeCode } from './alarm.ts'
import { severity } from './rule-body.ts'

/** Days that can be looked back at. */
export const STATS_DAYS = [7, 30, 90] as const

/** What can be saved as a sheet. */
export const STATS_PANELS = ['trend', 'rules', 'heat', 'floods', 'endings', 'severities'] as const
export type StatsPanel = (typeof STATS_PANELS)[number]

const count = z.number().int()
const ms = z.number().nullable()
const share = z.number().nullable()

const figures = z.object({
  alarms: count,
  /** Mean time from raise to the acknowledgement by a person, ms. MTTA. */
  ackMs: ms,
  ackP95Ms: ms,
  /** Mean time from raise until it was acknowledged by a person and over, whichever came later, ms. MTTR. */
  resolveMs: ms,
  resolveP95Ms: ms,
  /** Closed by a person; 误报 among them. */
  judged: count,
  falses: count,
  /** falses / judged, 0–1; null below 20 judged. */
  falseShare: share,
  /** Nobody acknowledged in time, so that others were told. */
  escalated: count,
})
export type StatsFigures = z.output<typeof figures>

export const ruleStats = figures.extend({
  ruleId: z.string(),
  code: z.string(),
  name: z.string(),
  /** The gravest it raised. */
  severity,
  hint: z
    .object({
      text: z.string(),
      /** By so many alarms the span would have had fewer, of them so many real ones; by how long each lasted. Null where nobody can say. */
      fewer: count.nullable(),
      fewerReal: count.nullable(),
      /** 持续 to try in the editor, seconds. */
      forS: z.number().int().nullable(),
    })
    .nullable(),
})
export type RuleStats = z.output<typeof ruleStats>

/**
 * A flood: alarms raised, by everything the caller sees, faster than people can answer. It begins with the first alarm of a
 * window of 10 minutes that holds 10 (ISA-18.2) and ends when such a window holds no more than 4.
 */
export const alarmFlood = z.object({
  fromMs: epochMs,
  toMs: epochMs,
  alarms: count,
  /** Most within 10 minutes. */
  peak: count,
  /** The rule with most of it, and its share 0–1. */
  ruleName: z.string(),
  ruleShare: z.number(),
  /** Provinces with most of it, at most three. */
  regions: z.array(z.string()),
  devices: count,
  /** What came of it: people who acknowledged, how fast, how many waited until others were told. */
  officers: count,
  ackMs: ms,
  escalated: count,
})
export type AlarmFlood = z.output<typeof alarmFlood>

/** Alarms triggered in (fromMs, toMs], full hours, in the scope and region; drills and what was found afterwards do not count. */
export const alarmStats = z.object({
  fromMs: epochMs,
  toMs: epochMs,
  total: figures.extend({ graveAckMs: ms, messages: count }),
  /** The same span before it. */
  before: figures,
  /** 24 hours each, oldest first; the share of false ones from one judged alarm on. */
  trend: z.array(
    z.object({ fromMs: epochMs, alarms: count, ackMs: ms, resolveMs: ms, falseShare: share, escalated: count }),
  ),
  /** Highest share of false ones first, then most alarms. */
  rules: z.array(ruleStats),
  heat: z.object({
    /** Alarms an hour, Monday to Sunday × 0 to 23 h, GMT+8. */
    perHour: z.array(z.array(z.number()).length(24)).length(7),
    /** The densest hour; weekday 1 = Monday. `topDay` is the day that brought most of it. */
    worst: z
      .object({ weekday: count, hour: count, n: count, perHour: z.number(), topDay: z.string(), topDayN: count })
      .nullable(),
    /** Of all alarms, on working days 08–12 h and in the night 00–08 h, 0–1. */
    morningShare: share,
    nightShare: share,
  }),
  floods: z.object({
    count,
    /** The five newest, newest first. */
    list: z.array(alarmFlood),
    /** Highest count of 10 minutes within each step, oldest first. */
    stepMs: z.number(),
    curve: z.array(count),
  }),
  /** closeCode null = not closed. */
  endings: z.array(z.object({ closeCode: closeCode.nullable(), n: count })),
  /** targetMs = when others are told by default; null = never. */
  severities: z.array(z.object({ severity, alarms: count, ackMs: ms, targetMs: ms })).length(5),
})
export type AlarmStats = z.output<typeof alarmStats>

const query = z.object({
  days: z.coerce
    .number()
    .pipe(z.union(STATS_DAYS.map((days) => z.literal(days))))
    .default(30)
    .catch(30),
  region: z
    .string()
    .regex(/^\d{2}(\d{2}(\d{2})?)?$/)
    .optional()
    .catch(undefined),
})
export type StatsQuery = z.output<typeof query>

export const alarmStatsEndpoints = defineEndpoints({
  stats: { method: 'GET', path: '/mon/alarm/stats', access: 'mon:alarm:view', query, result: alarmStats },
  exportXls: {
    ...exportEndpoint('/mon/alarm/stats/exportXls', 'mon:alarm:export'),
    query: listQuery.extend({ ...query.shape, panel: z.enum(STATS_PANELS).default('rules').catch('rules') }),
  },
})
