import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { DEVICE_STATUS } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, rowId } from '../fields.ts'
import { severity } from './rule-body.ts'
import { tsSeries } from './timeseries.ts'

/** Maximum range of the curves. */
export const MAX_NBC_DAYS = 31
/** Maximum number of detectors compared with the selected one. */
export const MAX_NBC_NEIGHBOURS = 7

const kind = z.enum(['rad', 'chem', 'bio'])

export const nbcDevice = z.object({
  id: z.string(),
  deviceNo: z.number().int(),
  clientId: z.string(),
  name: z.string(),
  kind,
  status: z.enum(keysOf(DEVICE_STATUS)),
  stationName: z.string().nullable(),
  regionText: z.string(),
  /** Severity of its gravest open alarm. */
  severity: severity.nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** Newest value of its main quantity: dose rate, bars, fluorescent particles. */
  latest: z.object({ tsMs: epochMs, v: z.number(), unit: z.string(), precision: z.number().int() }).nullable(),
})
export type NbcDevice = z.output<typeof nbcDevice>

const span = z.object({ fromMs: epochMs, toMs: epochMs })
const ofDevice = z.object({
  deviceId: rowId,
  /** (from, to], epoch ms */
  from: z.coerce.number().int().min(0),
  to: z.coerce.number().int().min(0),
})

/** A line that varies with the hour of the week. */
const steppedLine = z.object({
  name: z.string(),
  severity,
  steps: z.array(span.extend({ value: z.number() })),
})

export const nbcAlarm = z.object({
  id: z.string(),
  no: z.string(),
  title: z.string(),
  severity,
  triggerMs: epochMs,
  value: z.number().nullable(),
  /** null while it continues. */
  toMs: epochMs.nullable(),
  drill: z.boolean(),
})
export type NbcAlarm = z.output<typeof nbcAlarm>

/** Why it is classified as 疑似降雨 or not: each condition with its figures. */
export const nbcRainCheck = z.object({
  atMs: epochMs,
  figure: z.number().nullable(),
  usual: z.number().nullable(),
  rainMm: z.number().nullable(),
  earlierMm: z.number().nullable(),
  conditions: z.object({ rain: z.boolean().nullable(), rise: z.boolean().nullable(), spectrum: z.boolean() }),
  isRain: z.boolean(),
  /** Other monitors within 50 km relative to their baselines: informative, not a condition. */
  neighbours: z.array(z.object({ name: z.string(), times: z.number() })),
})
export type NbcRainCheck = z.output<typeof nbcRainCheck>

export const nbcRad = z.object({
  dose: tsSeries.nullable(),
  /** Air absorbed dose rate, nGy/h: a separate metric, never converted. */
  absorbed: z.object({ tsMs: epochMs, v: z.number() }).nullable(),
  current: z.object({ tsMs: epochMs, v: z.number() }).nullable(),
  rain: tsSeries.nullable(),
  rainFrom: z.string().nullable(),
  /** Median and σ by hour of the week; empty without a baseline. */
  baseline: z.array(span.extend({ median: z.number(), sigma: z.number() })),
  /** Lines of the rules that watch it. */
  lines: z.array(steppedLine),
  /** Reference only, never acted on automatically (domain §5.5). */
  oils: z.array(z.object({ level: z.string(), value: z.number(), severity: severity.nullable(), note: z.string() })),
  alarms: z.array(nbcAlarm),
  rainCheck: nbcRainCheck.nullable(),
})
export type NbcRad = z.output<typeof nbcRad>

export const nbcDose = z.object({
  doseUsv: z.number(),
  measuredMs: z.number(),
  gaps: z.array(span),
  baselineFrom: z.number().nullable(),
  baselineTo: z.number().nullable(),
  /** Bucket width of the summed means, ms. */
  stepMs: z.number(),
})
export type NbcDose = z.output<typeof nbcDose>

export const nbcSpectrum = z.object({
  tsMs: epochMs,
  liveS: z.number(),
  detector: z.string().nullable(),
  calibration: z.tuple([z.number(), z.number(), z.number()]),
  counts: z.array(z.number().int()),
})
export type NbcSpectrum = z.output<typeof nbcSpectrum>

const line = z.object({ nuclide: z.string(), keV: z.number(), isNatural: z.boolean() })
export const nbcSpectra = z.object({
  /** Newest one before `to`; null = none in the range. */
  spectrum: nbcSpectrum.nullable(),
  /** The spectrum cannot be parsed; shown as a message. */
  isUnreadable: z.boolean(),
  /** The quietest one of the preceding week: fair weather. */
  reference: nbcSpectrum.nullable(),
  peaks: z.array(z.object({ keV: z.number(), net: z.number(), line: line.nullable() })),
  lines: z.array(
    line.extend({
      net: z.number().nullable(),
      mda: z.number().nullable(),
      verdict: z.enum(['absent', 'natural', 'found']),
      near: line.nullable(),
    }),
  ),
  /** Expected time of the next one, from the interval between the last two. */
  nextMs: epochMs.nullable(),
})
export type NbcSpectra = z.output<typeof nbcSpectra>

export const nbcChem = z.object({
  bars: tsSeries.nullable(),
  concentrations: z.array(tsSeries),
  /** Bar levels at which the instrument alarms, from its profile. */
  levels: z.array(z.number()),
  alarms: z.array(nbcAlarm),
  /** Agents named by detectors, newest first. */
  agents: z.array(
    z.object({
      tsMs: epochMs,
      deviceName: z.string(),
      agent: z.string(),
      confidence: z.number().nullable(),
      bars: z.number().nullable(),
    }),
  ),
  detectors: z.array(
    z.object({ id: z.string(), name: z.string(), distanceKm: z.number(), bars: z.number().nullable() }),
  ),
  agreement: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      minutes: z.number().int(),
      either: z.number().int(),
      both: z.number().int(),
      share: z.number().nullable(),
    }),
  ),
})
export type NbcChem = z.output<typeof nbcChem>

export const nbcBio = z.object({
  total: tsSeries.nullable(),
  fluorescent: tsSeries.nullable(),
  /** Ratios of the fluorescent count, by minute. */
  ratios: z.object({
    timesMs: z.array(epochMs),
    median: z.array(z.number().nullable()),
    ratio: z.array(z.number().nullable()),
  }),
  crossings: z.array(
    z.object({
      times: z.union([z.literal(3), z.literal(5), z.literal(10)]),
      sinceMs: epochMs,
      heldMs: epochMs,
      endMs: epochMs.nullable(),
    }),
  ),
  alarms: z.array(nbcAlarm),
  /** Sampler and PCR results reported by the device, newest first. */
  followUps: z.array(z.object({ tsMs: epochMs, kind: z.enum(['sampler', 'pcr']), text: z.string() })),
})
export type NbcBio = z.output<typeof nbcBio>

/** 核生化数据 (domain §10.11). */
export const nbcEndpoints = defineEndpoints({
  devices: {
    method: 'GET',
    path: '/mon/nbc/devices',
    access: 'mon:nbc:view',
    query: z.object({ kind: kind.optional() }),
    result: z.object({ devices: z.array(nbcDevice), counts: z.record(kind, z.number().int()) }),
  },
  /** Visible equipment of every kind, by readiness and overdue checks. */
  summary: {
    method: 'GET',
    path: '/mon/nbc/equipment/summary',
    access: 'mon:nbc:view',
    result: z.object({
      total: z.number().int(),
      ready: z.number().int(),
      limited: z.number().int(),
      unusable: z.number().int(),
      overdue: z.number().int(),
      /** Devices of these kinds without a profile. */
      without: z.array(z.object({ id: z.string(), name: z.string(), clientId: z.string() })),
      places: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          kind,
          lng: z.number(),
          lat: z.number(),
          readiness: z.enum(['ready', 'limited', 'unusable']),
          text: z.string(),
          isOverdue: z.boolean(),
        }),
      ),
    }),
  },
  rad: { method: 'GET', path: '/mon/nbc/rad', access: 'mon:nbc:view', query: ofDevice, result: nbcRad },
  dose: { method: 'GET', path: '/mon/nbc/dose', access: 'mon:nbc:view', query: ofDevice, result: nbcDose },
  spectrum: {
    method: 'GET',
    path: '/mon/nbc/spectrum',
    access: 'mon:nbc:view',
    query: ofDevice,
    result: nbcSpectra,
  },
  chem: { method: 'GET', path: '/mon/nbc/chem', access: 'mon:nbc:view', query: ofDevice, result: nbcChem },
  bio: { method: 'GET', path: '/mon/nbc/bio', access: 'mon:nbc:view', query: ofDevice, result: nbcBio },
  /** The data shown on a device's page, with every drawn point. */
  exportData: {
    method: 'GET',
    path: '/mon/nbc/export',
    access: 'mon:nbc:export',
    wire: 'binary',
    query: ofDevice.extend({ format: z.enum(['csv', 'xlsx']) }),
    result: z.unknown(),
  },
})
