import { ACVPU } from '@natim/domain/news2'
import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { DEVICE_STATUS } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { clearable, dateTimeText, requiredText, rowId, text } from '../fields.ts'
import { severity } from './rule-body.ts'
import { openQuery, subjectCode } from './subject.ts'

export const WEAR_SITES = { wrist: '手腕', chest: '胸部', finger: '手指' } as const
/** Filters of the board; counts tell how many each matches. */
export const BOARD_FILTERS = {
  all: '全部',
  severe: '2 级',
  raised: '3 级',
  calm: '未达触发',
  unworn: '未佩戴',
  offline: '离线',
  low: '低电',
} as const
export type BoardFilter = keyof typeof BOARD_FILTERS
/** A battery charge below this is low, %. */
export const LOW_BATTERY_PCT = 15
/** Cards per page. */
export const BOARD_PAGE_SIZE = 12
export const TIMELINE_HOURS = [24, 168] as const

const VITAL_NAMES = ['hr', 'spo2', 'rr', 'temp'] as const
export type VitalName = (typeof VITAL_NAMES)[number]

/** This person's normal range: P10 and P90 of 14 days. */
const ownBand = z.object({ low: z.number(), high: z.number() })

const vital = z.object({
  /** Newest valid value; null = none. */
  value: z.number().nullable(),
  /** Epoch ms; null without a value, and unless the read is open. */
  tsMs: z.number().nullable(),
  band: ownBand.nullable(),
})
export type CardVital = z.output<typeof vital>

/** A score computed by `domain/news2`. */
const score = z.object({
  /** End of the window; null unless the read is open. */
  windowMs: z.number().nullable(),
  /** Points in the order of `NEWS2_ITEMS`; null = unknown. */
  points: z.array(z.number().int().nullable()),
  total: z.number().int(),
  severity: z.number().int().nullable(),
  /** Scored values: medians of the window, and the nurse's entry. */
  vitals: z.object({
    rr: z.number().nullable(),
    spo2: z.number().nullable(),
    spo2Scale: z.union([z.literal(1), z.literal(2)]),
    onOxygen: z.boolean().nullable(),
    sbp: z.number().nullable(),
    hr: z.number().nullable(),
    consciousness: z.enum(ACVPU).nullable(),
    temp: z.number().nullable(),
  }),
})
export type CardScore = z.output<typeof score>

const card = z.object({
  /** Id of the binding. */
  id: z.string(),
  /** Masked unless the read is open. */
  subjectCode: z.string(),
  ageBand: z.string().nullable(),
  sex: z.string(),
  /** City name. */
  place: z.string(),
  unit: z.string(),
  site: z.enum(keysOf(WEAR_SITES)),
  /** Null unless the read is open, because device samples have exact times. */
  deviceName: z.string().nullable(),
  clientId: z.string().nullable(),
  status: z.enum(keysOf(DEVICE_STATUS)),
  batteryPct: z.number().nullable(),
  /** Whether its newest window has a pulse; null = no window, or it started before the binding. */
  isWorn: z.boolean().nullable(),
  lastMs: z.number().nullable(),
  vitals: z.record(z.enum(VITAL_NAMES), vital),
  /** Newest skin temperature; never scored. */
  skin: z.number().nullable(),
  /** Null = no window yet. */
  score: score.nullable(),
  /** Why there is no score. */
  exclusion: z.string().nullable(),
})
export type WearableCard = z.output<typeof card>

const entry = z.object({
  id: z.string(),
  tsMs: z.number(),
  sbp: z.number(),
  dbp: z.number(),
  onOxygen: z.boolean(),
  consciousness: z.enum(ACVPU),
  spo2Scale: z.number().int(),
  madeName: z.string(),
})
export type WearableEntry = z.output<typeof entry>

const binding = z.object({
  id: z.string(),
  clientId: z.string(),
  deviceName: z.string(),
  unit: z.string(),
  site: z.enum(keysOf(WEAR_SITES)),
  boundFrom: z.string(),
  boundTo: z.string().nullable(),
})

const wearerAlarm = z.object({
  id: z.string(),
  severity,
  title: z.string(),
  tsMs: z.number(),
  isActive: z.boolean(),
})

const pressure = (from: number, to: number) =>
  z.number('请填写血压').int('应为整数').min(from, `不小于 ${from}`).max(to, `不大于 ${to}`)

const entryForm = z
  .object({
    id: rowId,
    sbp: pressure(50, 260),
    dbp: pressure(30, 160),
    onOxygen: z.boolean('请选择是否吸氧'),
    consciousness: z.enum(ACVPU, '请选择意识状态'),
    spo2Scale: z.union([z.literal(1), z.literal(2)]).default(1),
    /** Time of measurement; now when absent. */
    at: dateTimeText.optional(),
  })
  .refine(({ sbp, dbp }) => dbp < sbp, { message: '舒张压应低于收缩压', path: ['dbp'] })

const bindForm = z.object({
  clientId: requiredText(64),
  subjectCode,
  site: z.enum(keysOf(WEAR_SITES), '请选择佩戴部位'),
  unit: requiredText(40),
  scaleOrder: clearable(text(40)),
  /** Now when absent. */
  from: dateTimeText.optional(),
})

/**
 * Counts of fewer than five persons, and values from which they could be derived, are withheld (domain/subject-counts).
 */
const printed = z.union([z.number().int(), z.enum(['small', 'hidden'])])

/** Device used as source for a person: worn, or the nearest fixed one; name and distance only in open reads. */
const exposureSource = z.object({
  kind: z.enum(['own', 'fixed']),
  name: z.string().nullable(),
  distanceKm: z.number().nullable(),
})
/** Unmeasured, unfilled time; its instants only in open reads. */
const exposureGaps = {
  gapMinutes: z.number().int(),
  gaps: z.array(z.object({ fromMs: z.number(), toMs: z.number() })),
}
const exposure = z.object({
  /** (fromMs, toMs]; null unless the read is open. */
  fromMs: z.number().nullable(),
  toMs: z.number().nullable(),
  /** Whether the wearer's position is known. */
  hasPlace: z.boolean(),
  /** Null = no device near enough. */
  dose: z
    .object({
      source: exposureSource,
      /** Dose above the baseline, µSv; null without a baseline. */
      doseUsv: z.number().nullable(),
      ...exposureGaps,
    })
    .nullable(),
  toxics: z
    .object({
      source: exposureSource,
      substances: z.array(
        z.object({
          metricCode: z.string(),
          /** Mean of the last 8 hours; null if less than three quarters were measured. */
          long: z.number().nullable(),
          /** 0–1 */
          longCover: z.number(),
          /** The highest 15-minute mean; its end only in open reads. */
          short: z.number().nullable(),
          shortMs: z.number().nullable(),
          ...exposureGaps,
        }),
      ),
    })
    .nullable(),
})
export type WearerExposure = z.output<typeof exposure>

const atIds = z.object({ id: rowId })

/** 可穿戴. Masked codes, no exact times and no devices, unless a user with `mon:health:view` requests them (`open`). */
export const wearableEndpoints = defineEndpoints({
  board: {
    method: 'GET',
    path: '/mon/wearable/board',
    access: 'mon:health:list',
    query: z.object({
      filter: z.enum(keysOf(BOARD_FILTERS)).default('all'),
      unit: text(40).optional(),
      /** Part of a code; unmasked codes only for users who may see them. */
      q: text(20).optional(),
      pageNo: z.coerce.number().int().min(1).max(10_000).default(1),
      open: openQuery,
    }),
    result: z.object({
      cards: z.array(card),
      total: z.number().int(),
      counts: z.record(z.enum(keysOf(BOARD_FILTERS)), z.number().int()),
      units: z.array(z.string()),
    }),
  },
  wearer: {
    method: 'GET',
    path: '/mon/wearable/wearer',
    access: 'mon:health:list',
    query: atIds.extend({ open: openQuery }),
    result: z.object({
      card,
      boundFrom: z.string().nullable(),
      /** Scale 2 was ordered by a clinician. */
      hasScaleOrder: z.boolean(),
      /** Entries of one day; empty unless the read is open. */
      entries: z.array(entry),
      bindings: z.array(binding),
      /** Newest first, at most ten; only in open reads with permission to see alarms. */
      alarms: z.array(wearerAlarm),
      /** Last device position; only in open reads with permission to see tracks. */
      position: z.object({ lng: z.number(), lat: z.number() }).nullable(),
    }),
  },
  /** Windows of the last day or week, oldest first. */
  timeline: {
    method: 'GET',
    path: '/mon/wearable/timeline',
    access: 'mon:health:view',
    query: z.object({
      id: rowId,
      hours: z.coerce
        .number()
        .pipe(z.union([z.literal(24), z.literal(168)]))
        .default(24),
    }),
    result: z.object({
      fromMs: z.number(),
      toMs: z.number(),
      windows: z.array(
        z.object({
          tMs: z.number(),
          hr: z.number().nullable(),
          spo2: z.number().nullable(),
          rr: z.number().nullable(),
          temp: z.number().nullable(),
          points: z.array(z.number().int().nullable()),
          total: z.number().int(),
          excluded: z.boolean(),
        }),
      ),
    }),
  },
  /** Dose and toxic means of the last day, within the binding (domain §10.10). */
  exposure: {
    method: 'GET',
    path: '/mon/wearable/exposure',
    access: 'mon:health:list',
    query: atIds.extend({ open: openQuery }),
    result: exposure,
  },
  /** A nurse's entry completes the score for 15 minutes. */
  enter: {
    method: 'POST',
    path: '/mon/wearable/enter',
    access: 'mon:health:edit',
    body: entryForm,
    result: card,
  },
  bind: {
    method: 'POST',
    path: '/mon/wearable/bind',
    access: 'mon:health:edit',
    body: bindForm,
    result: atIds,
  },
  unbind: {
    method: 'POST',
    path: '/mon/wearable/unbind',
    access: 'mon:health:edit',
    body: z.object({ id: rowId, to: dateTimeText.optional() }),
    result: z.null(),
  },
  /** Groups by day: number of wearers, number with fever, and deviation of pulse and respiration from normal. */
  cohort: {
    method: 'GET',
    path: '/mon/wearable/cohort',
    access: 'mon:health:list',
    query: z.object({ days: z.coerce.number().int().min(3).max(14).default(14) }),
    result: z.object({
      /** `yyyy-MM-dd`, oldest first; the current day last. */
      days: z.array(z.string()),
      units: z.array(
        z.object({
          unit: z.string(),
          cells: z.array(
            z.object({
              wearers: printed,
              fever: printed,
              /** Means over the wearers in standard deviations from each wearer's baseline. */
              hrZ: z.number().nullable(),
              rrZ: z.number().nullable(),
            }),
          ),
        }),
      ),
      /** Fever over all groups by day, with the Wilson interval. */
      total: z.array(
        z.object({
          wearers: printed,
          fever: printed,
          /** Null where a count is withheld. */
          share: z.number().nullable(),
          low: z.number().nullable(),
          high: z.number().nullable(),
        }),
      ),
    }),
  },
  /** Devices with poor data: not worn, not synchronised, or constant. */
  hygiene: {
    method: 'GET',
    path: '/mon/wearable/hygiene',
    access: 'mon:health:list',
    query: z.object({ open: openQuery }),
    result: z.array(
      z.object({
        id: z.string(),
        subjectCode: z.string(),
        unit: z.string(),
        clientId: z.string().nullable(),
        fault: z.enum(['unworn', 'unsynced', 'flat']),
        /** Start, epoch ms; null if unknown, or unless the read is open. */
        sinceMs: z.number().nullable(),
        batteryPct: z.number().nullable(),
      }),
    ),
  },
})
