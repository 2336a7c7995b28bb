import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { text } from '../fields.ts'
import { bbox } from './bbox.ts'
import { channelView, deviceKind, deviceStatus } from './device.ts'
import { limitMark, means } from './limit.ts'

/** Province prefix ('32') or city prefix ('3201'); absent = everything the caller may see. */
export const regionPrefix = z
  .string()
  .regex(/^\d{2}(\d{2})?$/)
  .optional()

/** Gravest open alarm that is active or unacknowledged; absent if none, or without permission to see alarms. */
const openAlarm = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]).optional()

const statusCounts = z.record(deviceStatus, z.number().int())

export const provinceStatus = z.object({
  regionCode: z.string(),
  name: z.string(),
  devices: z.number().int(),
  /** Those expected to report: excludes devices never activated or out of service. */
  expected: z.number().int(),
  online: z.number().int(),
  /** 0–1; null when nothing was expected. */
  completeness: z.number().nullable(),
  /** Maximum dose rate among the newest samples, µSv/h. */
  doseMax: z.number().nullable(),
  /** Median of the newest PM2.5 values, µg/m³. */
  pm25Median: z.number().nullable(),
  /** Open alarms of the place, counted as in the alarm centre. Null without permission to see alarms. */
  alarms: z
    .object({
      open: z.number().int(),
      /** Gravest of them, 1–5; null if none. */
      worst: z.number().int().nullable(),
      toxicity: z.number().int(),
      infection: z.number().int(),
    })
    .nullable(),
  /** Share of devices online per hour of the last 24, oldest first, 0–1; null where unknown. */
  onlineByHour: z.array(z.number().nullable()).length(24),
})
export type ProvinceStatus = z.output<typeof provinceStatus>

/** A channel of the region nearest to or above its limits, worst first. */
export const limitWatch = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  stationName: z.string().nullable(),
  channel: channelView,
})

export const homeSummary = z.object({
  /** Server clock at the reading, epoch ms. */
  atMs: z.number(),
  stations: z.number().int(),
  devices: z.number().int(),
  /** Whether nobody has registered a device, as opposed to none in the caller's scope and the region. */
  isNetworkEmpty: z.boolean(),
  byStatus: statusCounts,
  /** Online share of each of the last 24 hours, oldest first. */
  onlineTrend: z.array(z.number().nullable()).length(24),
  samplesToday: z.number().int(),
  samplesByHour: z.array(z.number().int()).length(24),
  /** Samples received per second, over the last minute. */
  pointsPerSecond: z.number(),
  completeness24h: z.number().nullable(),
  completenessTrend: z.array(z.number().nullable()).length(24),
  /** Share of valid samples among the stored, 24 h. */
  validShare24h: z.number().nullable(),
  lateShare24h: z.number().nullable(),
  /** Unacknowledged alarms by severity 1–5. Null without permission to see alarms. */
  alarms: z.array(z.number().int()).length(5).nullable(),
  /** Devices with an open alarm that is active or unacknowledged, as ringed on the map. Null likewise. */
  alarming: z.number().int().nullable(),
  /** Alarms raised per hour of the last 24, oldest first, each by its gravest severity 1–5. Null likewise. */
  alarmsByHour: z.array(z.array(z.number().int()).length(5)).nullable(),
  provinces: z.array(provinceStatus),
  limitWatch: z.array(limitWatch),
  /** Newest status changes. */
  recent: z.array(
    z.object({
      ts: z.number(),
      deviceId: z.string(),
      deviceName: z.string(),
      from: deviceStatus,
      to: deviceStatus,
      reason: z.string(),
    }),
  ),
})
export type HomeSummary = z.output<typeof homeSummary>

export const mapPoint = z.object({
  type: z.literal('device'),
  id: z.string(),
  name: z.string(),
  kind: deviceKind,
  status: deviceStatus,
  stationId: z.string().nullable(),
  lng: z.number(),
  lat: z.number(),
  severity: openAlarm,
})
export const mapCluster = z.object({
  type: z.literal('cluster'),
  lng: z.number(),
  lat: z.number(),
  count: z.number().int(),
  byStatus: statusCounts,
  severity: openAlarm,
})
export type MapPoint = z.output<typeof mapPoint>
export type MapCluster = z.output<typeof mapCluster>

export const mapView = z.object({
  /** Devices in the box before clustering. */
  total: z.number().int(),
  byStatus: statusCounts,
  /** Matching devices without a position. */
  unplaced: z.number().int(),
  items: z.array(z.discriminatedUnion('type', [mapPoint, mapCluster])),
})
export type MapView = z.output<typeof mapView>

export const stationCard = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  stationType_dictText: z.string(),
  regionText: z.string(),
  lng: z.number(),
  lat: z.number(),
  population5km: z.number().nullable(),
  devices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: deviceKind,
      status: deviceStatus,
      lastSeen: z.number().nullable(),
      channels: z.array(
        channelView.extend({
          spark: z.object({ fromMs: z.number(), stepMs: z.number(), values: z.array(z.number().nullable()) }),
        }),
      ),
    }),
  ),
})
export type StationCard = z.output<typeof stationCard>

/** One row of the live matrix: a device and all its enabled channels. */
export const matrixRow = z.object({
  id: z.string(),
  name: z.string(),
  clientId: z.string(),
  status: deviceStatus,
  regionCode: z.string(),
  regionText: z.string(),
  stationName: z.string().nullable(),
  lastSeen: z.number().nullable(),
  severity: openAlarm,
  /** Channel number and newest value by metric code. */
  cells: z.array(
    z.object({
      metricCode: z.string(),
      channelNo: z.number().int(),
      periodS: z.number().int(),
      /** Present if they differ from those of the column: another zone, or channel-specific limits. */
      limits: z.array(limitMark).optional(),
      means,
      /** Gravest active alarm of the channel; absent likewise. */
      severity: openAlarm,
      latest: z.object({ ts: z.number(), v: z.number(), q: z.number().int() }).nullable(),
    }),
  ),
})
export type MatrixRow = z.output<typeof matrixRow>

export const matrixColumn = channelView.pick({
  metricCode: true,
  name: true,
  formula: true,
  unit: true,
  precision: true,
  limits: true,
})
export type MatrixColumn = z.output<typeof matrixColumn>

export const homeEndpoints = defineEndpoints({
  summary: {
    method: 'GET',
    path: '/mon/home/summary',
    access: 'mon:home:view',
    query: z.object({ region: regionPrefix }),
    result: homeSummary,
  },
  map: {
    method: 'GET',
    path: '/mon/home/map',
    access: 'mon:home:view',
    query: z.object({
      bbox,
      zoom: z.coerce.number().min(0).max(22),
      kind: deviceKind.optional(),
      status: deviceStatus.optional(),
      /** Department code; includes lower departments. */
      depart: text(64).optional(),
      keyword: text(64).optional(),
    }),
    result: mapView,
  },
  station: {
    method: 'GET',
    path: '/mon/home/station/:id',
    access: 'mon:home:view',
    params: z.object({ id: z.string().max(64) }),
    result: stationCard,
  },
  matrix: {
    method: 'GET',
    path: '/mon/home/matrix',
    access: 'mon:ts:view',
    query: z.object({ kind: deviceKind, region: regionPrefix }),
    result: z.object({ columns: z.array(matrixColumn), rows: z.array(matrixRow) }),
  },
})
