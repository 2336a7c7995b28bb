import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { exportEndpoint } from '../export.ts'
import { epochMs, listQuery } from '../fields.ts'
import { closeCode } from './alarm.ts'
import { severity } from './rule-body.ts'

/** Selectable periods, days. */
export const STATS_DAYS = [7, 30, 90] as const

/** Panels that can be exported as a sheet. */
export const STATS_PANELS = ['trend', 'rules', 'heat', 'floods', 'endings', 'severities'] as const
export type StatsPanel = (typeof STATS_PANELS)[number]

const count = z.number().int()
const ms = z.number().nullable()
const share = z.number().nullable()

const figures = z.object({
  alarms: count,
  /** Mean time from raise to acknowledgement by a person, ms. MTTA. */
  ackMs: ms,
  ackP95Ms: ms,
  /** Mean time from raise until both acknowledged by a person and cleared, ms. MTTR. */
  resolveMs: ms,
  resolveP95Ms: ms,
  /** Closed by a person, and 误报 among them. */
  judged: count,
  falses: count,
  /** falses / judged, 0–1; null below 20 judged. */
  falseShare: share,
  /** Escalated because nobody acknowledged in time. */
  escalated: count,
})
export type StatsFigures = z.output<typeof figures>

export const ruleStats = figures.extend({
  ruleId: z.string(),
  code: z.string(),
  name: z.string(),
  /** The gravest severity it raised. */
  severity,
  hint: z
    .object({
      text: z.string(),
      /**
       * Estimated reduction of alarms in the span, and how many of those were real, by how long each lasted. Null if
       * unknown.
       */
      fewer: count.nullable(),
      fewerReal: count.nullable(),
      /** Suggested 持续 for the editor, seconds. */
      forS: z.number().int().nullable(),
    })
    .nullable(),
})
export type RuleStats = z.output<typeof ruleStats>

/**
 * A flood: alarms among all the caller sees, raised faster than people can respond. It starts with the first alarm of a
 * 10-minute window that holds 10 (ISA-18.2) and ends when such a window holds no more than 4.
 */
export const alarmFlood = z.object({
  fromMs: epochMs,
  toMs: epochMs,
  alarms: count,
  /** Highest count within 10 minutes. */
  peak: count,
  /** The rule with the most of its alarms, and the rule's share 0–1. */
  ruleName: z.string(),
  ruleShare: z.number(),
  /** Provinces with the most of its alarms, at most three. */
  regions: z.array(z.string()),
  devices: count,
  /** Response: people who acknowledged, their mean time, and alarms escalated. */
  officers: count,
  ackMs: ms,
  escalated: count,
})
export type AlarmFlood = z.output<typeof alarmFlood>

/**
 * Alarms triggered in (fromMs, toMs], full hours, in the scope and region; without drills and alarms found after the
 * fact.
 */
export const alarmStats = z.object({
  fromMs: epochMs,
  toMs: epochMs,
  total: figures.extend({ graveAckMs: ms, messages: count }),
  /** The preceding span of the same length. */
  before: figures,
  /** 24 hours each, oldest first; the false share from one judged alarm on. */
  trend: z.array(
    z.object({ fromMs: epochMs, alarms: count, ackMs: ms, resolveMs: ms, falseShare: share, escalated: count }),
  ),
  /** Highest false share first, then most alarms. */
  rules: z.array(ruleStats),
  heat: z.object({
    /** Alarms per hour, Monday to Sunday × 0 to 23 h, GMT+8. */
    perHour: z.array(z.array(z.number()).length(24)).length(7),
    /** The busiest hour; weekday 1 = Monday. `topDay` is the day with most of its alarms. */
    worst: z
      .object({ weekday: count, hour: count, n: count, perHour: z.number(), topDay: z.string(), topDayN: count })
      .nullable(),
    /** Shares of all alarms on working days 08–12 h and at night 00–08 h, 0–1. */
    morningShare: share,
    nightShare: share,
  }),
  floods: z.object({
    count,
    /** The five newest, newest first. */
    list: z.array(alarmFlood),
    /** Highest 10-minute count within each step, oldest first. */
    stepMs: z.number(),
    curve: z.array(count),
  }),
  /** closeCode null = not closed. */
  endings: z.array(z.object({ closeCode: closeCode.nullable(), n: count })),
  /** targetMs = default escalation time; null = never escalated. */
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
