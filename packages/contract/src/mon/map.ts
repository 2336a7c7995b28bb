import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, lat, lng, requiredText, rowId, text } from '../fields.ts'
import { bbox } from './bbox.ts'
import { deviceKind, deviceStatus } from './device.ts'
import { regionPrefix } from './home.ts'

/** Content of the map symbols; one layer at a time. */
export const MAP_LAYERS = ['status', 'aqi', 'atl', 'dose'] as const
export type MapLayer = (typeof MAP_LAYERS)[number]

/** Layers with a value per station. */
export const VALUE_LAYERS = ['aqi', 'atl', 'dose'] as const
export type ValueLayer = (typeof VALUE_LAYERS)[number]

const severity = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])
const count = z.number().int()

/**
 * Position of a value in the legend of its layer, higher = worse: AQI 0–5 (优 … 严重污染), ATL 0–4, dose rate 0–4 by
 * the gravest limit it reaches.
 */
const level = count.min(0).max(5)

/** A station on a value layer. */
export const mapMark = z.object({
  type: z.literal('station'),
  id: z.string(),
  name: z.string(),
  regionCode: z.string(),
  lng: z.number(),
  lat: z.number(),
  level,
  value: z.number(),
  unit: z.string(),
  precision: count,
  /** Subject of the value: 首要污染物, the substance behind the level; empty where the layer is enough. */
  note: z.string(),
  /** End of the period the value covers, epoch ms. */
  atMs: epochMs,
  /** Gravest open alarm of its devices; absent if none, or without permission to see alarms. */
  severity: severity.optional(),
})
export type MapMark = z.output<typeof mapMark>

/** Overlapping stations merged into one symbol, represented by the worst. */
export const mapGroup = z.object({
  type: z.literal('group'),
  lng: z.number(),
  lat: z.number(),
  count,
  level,
  severity: severity.optional(),
})
export type MapGroup = z.output<typeof mapGroup>

export const LISTED_MARKS = 50

export const layerView = z.object({
  /** Instant shown by the layer, epoch ms. */
  atMs: epochMs,
  /** Stations of the box that have a value. */
  items: z.array(z.discriminatedUnion('type', [mapMark, mapGroup])),
  /** The worst of all matches, inside the box or not, at most {@link LISTED_MARKS}. */
  rows: z.array(mapMark),
  /** Matching stations by level, and those without a value. */
  byLevel: z.array(count).length(6),
  unknown: count,
})
export type LayerView = z.output<typeof layerView>

export const WORST_MARKS = 10

/** Stations with the highest values of a layer; for device status, areas with the most offline or faulty devices. */
export const layerWorst = z.object({
  atMs: epochMs,
  /** Stations at the requested level or above; areas with such a device. */
  total: count,
  rows: z
    .array(
      mapMark
        .pick({
          id: true,
          name: true,
          regionCode: true,
          level: true,
          value: true,
          unit: true,
          precision: true,
          note: true,
        })
        .extend({ atMs: epochMs }),
    )
    .max(LISTED_MARKS),
})
export type LayerWorst = z.output<typeof layerWorst>

/** A layer over 24 h, in steps of {@link FRAME_STEP_MS}, like the frames of a replay. */
export const layerTrend = z.object({
  fromMs: epochMs,
  toMs: epochMs,
  unit: z.string(),
  precision: count,
  points: z.array(
    z.object({
      tMs: epochMs,
      /** Maximum over the stations; for status, the share of devices online in percent. Null without data. */
      value: z.number().nullable(),
      /** Median over the stations; null for the status. */
      median: z.number().nullable(),
      /** Stations at level 2 or above; for status, devices offline or faulty. */
      grave: count,
    }),
  ),
})
export type LayerTrend = z.output<typeof layerTrend>

/** A wind arrow. */
export const windArrow = z.object({
  stationId: z.string(),
  lng: z.number(),
  lat: z.number(),
  /** m/s */
  speed: z.number(),
  /** Wind origin, degrees clockwise from north. */
  fromDeg: z.number(),
  atMs: epochMs,
})
export type WindArrow = z.output<typeof windArrow>

export const peopleNear = z.object({
  stationId: z.string(),
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  people: count,
})
export type PeopleNear = z.output<typeof peopleNear>

/** Interval between two frames of a replay, ms. */
export const FRAME_STEP_MS = 600_000
/** Span of a replay, ms. */
export const REPLAY_SPAN_MS = 86_400_000

/** One point of a replay, run-length encoded over frames. All arrays are of equal length. */
export const replayTrack = z.object({
  id: z.string(),
  name: z.string(),
  regionCode: z.string(),
  lng: z.number(),
  lat: z.number(),
  /** Devices only. */
  kind: deviceKind.optional(),
  stationId: z.string().nullable(),
  /** Index of the first frame with this value; it holds until the next one. */
  from: z.array(count),
  status: z.array(deviceStatus).optional(),
  /** Stations only; null = no value. */
  level: z.array(count.nullable()).optional(),
  value: z.array(z.number().nullable()).optional(),
  note: z.array(z.string()).optional(),
})
export type ReplayTrack = z.output<typeof replayTrack>

/** An alarm in a replay: shown on its point from one instant to another. */
export const replayAlarm = z.object({
  id: z.string(),
  title: z.string(),
  deviceId: z.string().nullable(),
  stationId: z.string().nullable(),
  severity,
  fromMs: epochMs,
  /** When it was cleared and acknowledged, or closed; null = still open. */
  toMs: epochMs.nullable(),
})
export type ReplayAlarm = z.output<typeof replayAlarm>

export const replay = z.object({
  layer: z.enum(MAP_LAYERS),
  /** Frame i is at `fromMs + i * FRAME_STEP_MS`; the last at `toMs`. */
  fromMs: epochMs,
  toMs: epochMs,
  unit: z.string(),
  precision: count,
  tracks: z.array(replayTrack),
  /** Null without permission to see alarms. */
  alarms: z.array(replayAlarm).nullable(),
})
export type Replay = z.output<typeof replay>

const MIN_RADIUS_KM = 0.1
const MAX_RADIUS_KM = 3_000
export const MAX_CORNERS = 100

const place = z.object({ lng, lat })
export const mapArea = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('circle'),
    center: place,
    radiusKm: z.number().min(MIN_RADIUS_KM, '半径至少 0.1 km').max(MAX_RADIUS_KM, '半径不能超过 3000 km'),
  }),
  z.object({
    kind: z.literal('polygon'),
    corners: z.array(place).min(3, '多边形至少有三个顶点').max(MAX_CORNERS, '多边形最多 100 个顶点'),
  }),
])
export type MapAreaInput = z.output<typeof mapArea>

const maximum = mapMark.omit({ type: true, severity: true }).nullable()

/** Content of a drawn area, limited to what the caller may see. */
export const areaFigures = z.object({
  /** Instant of the figures, epoch ms. */
  atMs: epochMs,
  stations: count,
  devices: count,
  byStatus: z.record(deviceStatus, count),
  /** Population within 5 km of its stations; people near two of them count twice. Null if unknown for all stations. */
  people: count.nullable(),
  /** Unacknowledged alarms of its devices by severity 1–5. Null without permission to see alarms. */
  alarms: z.array(count).length(5).nullable(),
  maxima: z.object({ aqi: maximum, atl: maximum, dose: maximum }),
})
export type AreaFigures = z.output<typeof areaFigures>

export const incidentDraft = z.object({
  id: z.string(),
  name: z.string(),
  area: mapArea,
  figures: areaFigures,
  author: z.string(),
  /** The caller may delete it. */
  isOwn: z.boolean(),
  createMs: epochMs,
})
export type IncidentDraft = z.output<typeof incidentDraft>

export const mapEndpoints = defineEndpoints({
  /** Current values of a value layer. */
  layer: {
    method: 'GET',
    path: '/mon/map/layer',
    access: 'mon:home:view',
    query: z.object({
      layer: z.enum(VALUE_LAYERS),
      bbox,
      zoom: z.coerce.number().min(0).max(22),
      keyword: text(64).optional(),
    }),
    result: layerView,
  },
  worst: {
    method: 'GET',
    path: '/mon/map/worst',
    access: 'mon:home:view',
    query: z.object({
      layer: z.enum(MAP_LAYERS),
      region: regionPrefix,
      /** Value layers only; lower levels are excluded. */
      level: z.coerce.number().int().min(0).max(5).default(0),
      limit: z.coerce.number().int().min(1).max(LISTED_MARKS).default(WORST_MARKS),
    }),
    result: layerWorst,
  },
  /** The 24 h up to an instant, or up to now. */
  trend: {
    method: 'GET',
    path: '/mon/map/trend',
    access: 'mon:home:view',
    query: z.object({
      layer: z.enum(MAP_LAYERS),
      region: regionPrefix,
      to: z.coerce.number().int().min(0).optional(),
    }),
    result: layerTrend,
  },
  wind: { method: 'GET', path: '/mon/map/wind', access: 'mon:home:view', result: z.array(windArrow) },
  people: { method: 'GET', path: '/mon/map/people', access: 'mon:home:view', result: z.array(peopleNear) },
  /** All frames of 24 h. */
  replay: {
    method: 'GET',
    path: '/mon/map/replay',
    access: 'mon:home:view',
    query: z.object({
      layer: z.enum(MAP_LAYERS),
      /** End of the replay; now when absent or later. */
      to: z.coerce.number().int().min(0).optional(),
    }),
    result: replay,
  },
  /** Current content of a drawn area. */
  area: {
    method: 'POST',
    path: '/mon/map/area',
    access: 'mon:home:view',
    body: z.object({ area: mapArea }),
    result: areaFigures,
  },
  drafts: { method: 'GET', path: '/mon/map/drafts', access: 'mon:home:view', result: z.array(incidentDraft) },
  /** 生成事件: stores the area with its current figures. */
  addDraft: {
    method: 'POST',
    path: '/mon/map/draft/add',
    access: 'mon:map:draft',
    body: z.object({ name: requiredText(60), area: mapArea }),
    result: z.object({ id: z.string() }),
  },
  /** Only its creator may. */
  removeDraft: {
    method: 'DELETE',
    path: '/mon/map/draft/delete',
    access: 'mon:map:draft',
    query: z.object({ id: rowId }),
    result: z.null(),
  },
})
