import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, lat, lng, requiredText, rowId, text } from '../fields.ts'
import { bbox } from './bbox.ts'
import { deviceKind, deviceStatus } from './device.ts'
import { regionPrefix } from './home.ts'

/** What the symbols of the map say; one at a time. */
export const MAP_LAYERS = ['status', 'aqi', 'atl', 'dose'] as const
export type MapLayer = (typeof MAP_LAYERS)[number]

/** Layers of which a station has a value. */
export const VALUE_LAYERS = ['aqi', 'atl', 'dose'] as const
export type ValueLayer = (typeof VALUE_LAYERS)[number]

const severity = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])
const count = z.number().int()

/**
 * Place of a value in the legend of its layer, the greater the worse: AQI 0–5 (优 … 严重污染), ATL 0–4, dose rate 0–4 by the
 * gravest limit it reaches.
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
  /** What the value is of: 首要污染物, the substance behind the level; empty where the layer says it all. */
  note: z.string(),
  /** End of what the value speaks for, epoch ms. */
  atMs: epochMs,
  /** Gravest open alarm of its devices; absent without one, and for whoever may not see alarms. */
  severity: severity.optional(),
})
export type MapMark = z.output<typeof mapMark>

/** Stations gathered where they would overlap, by the worst of them. */
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
  /** Instant the layer speaks of, epoch ms. */
  atMs: epochMs,
  /** Stations of the box that have a value. */
  items: z.array(z.discriminatedUnion('type', [mapMark, mapGroup])),
  /** The worst of all that match, in the box or not, at most {@link LISTED_MARKS}. */
  rows: z.array(mapMark),
  /** Stations that match, by level; and those without a value. */
  byLevel: z.array(count).length(6),
  unknown: count,
})
export type LayerView = z.output<typeof layerView>

export const WORST_MARKS = 10

/** Stations of a value layer that stand highest now; of the status of devices, areas with the most that are offline or faulty. */
export const layerWorst = z.object({
  atMs: epochMs,
  /** Stations at the level asked for or above, areas with such a device. */
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

/** A layer over 24 h, its instants {@link FRAME_STEP_MS} apart as the frames of a replay are. */
export const layerTrend = z.object({
  fromMs: epochMs,
  toMs: epochMs,
  unit: z.string(),
  precision: count,
  points: z.array(
    z.object({
      tMs: epochMs,
      /** Highest value of the stations; of the status, the share of devices online in percent. Null without any. */
      value: z.number().nullable(),
      /** Middle of their values; null for the status. */
      median: z.number().nullable(),
      /** Stations at level 2 or above; of the status, devices offline or faulty. */
      grave: count,
    }),
  ),
})
export type LayerTrend = z.output<typeof layerTrend>

/** An arrow of the wind: where it blows to. */
export const windArrow = z.object({
  stationId: z.string(),
  lng: z.number(),
  lat: z.number(),
  /** m/s */
  speed: z.number(),
  /** Degrees clockwise from north, from which it blows. */
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

/** Distance between two frames of a replay, ms. */
export const FRAME_STEP_MS = 600_000
/** A replay shows so much, ms. */
export const REPLAY_SPAN_MS = 86_400_000

/** One point of a replay: what it said from each of some frames on. All arrays are of equal length. */
export const replayTrack = z.object({
  id: z.string(),
  name: z.string(),
  regionCode: z.string(),
  lng: z.number(),
  lat: z.number(),
  /** Of devices. */
  kind: deviceKind.optional(),
  stationId: z.string().nullable(),
  /** Index of the first frame with this value; it holds until the next one. */
  from: z.array(count),
  status: z.array(deviceStatus).optional(),
  /** Of stations; null = no value. */
  level: z.array(count.nullable()).optional(),
  value: z.array(z.number().nullable()).optional(),
  note: z.array(z.string()).optional(),
})
export type ReplayTrack = z.output<typeof replayTrack>

/** An alarm as a replay shows it: on its point from one instant to another. */
export const replayAlarm = z.object({
  id: z.string(),
  title: z.string(),
  deviceId: z.string().nullable(),
  stationId: z.string().nullable(),
  severity,
  fromMs: epochMs,
  /** When it was over and seen, or closed; null = it is still open. */
  toMs: epochMs.nullable(),
})
export type ReplayAlarm = z.output<typeof replayAlarm>

export const replay = z.object({
  layer: z.enum(MAP_LAYERS),
  /** Frame i speaks of `fromMs + i * FRAME_STEP_MS`; the last of `toMs`. */
  fromMs: epochMs,
  toMs: epochMs,
  unit: z.string(),
  precision: count,
  tracks: z.array(replayTrack),
  /** Null for whoever may not see alarms. */
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

/** What lies in a drawn area, of what the caller may see. */
export const areaFigures = z.object({
  /** Instant they speak of, epoch ms. */
  atMs: epochMs,
  stations: count,
  devices: count,
  byStatus: z.record(deviceStatus, count),
  /** Within 5 km of its stations; who lives near two of them counts twice. Null where no station knows. */
  people: count.nullable(),
  /** Unacknowledged alarms of its devices by severity 1–5. Null for whoever may not see alarms. */
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
  /** May be deleted by whoever asks. */
  isOwn: z.boolean(),
  createMs: epochMs,
})
export type IncidentDraft = z.output<typeof incidentDraft>

export const mapEndpoints = defineEndpoints({
  /** A value layer now. */
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
      /** Of value layers; those below it are left out. */
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
      /** Its end; now when absent or later. */
      to: z.coerce.number().int().min(0).optional(),
    }),
    result: replay,
  },
  /** What lies in a drawn area now. */
  area: {
    method: 'POST',
    path: '/mon/map/area',
    access: 'mon:home:view',
    body: z.object({ area: mapArea }),
    result: areaFigures,
  },
  drafts: { method: 'GET', path: '/mon/map/drafts', access: 'mon:home:view', result: z.array(incidentDraft) },
  /** 生成事件: keeps the area with its figures of this moment. */
  addDraft: {
    method: 'POST',
    path: '/mon/map/draft/add',
    access: 'mon:map:draft',
    body: z.object({ name: requiredText(60), area: mapArea }),
    result: z.object({ id: z.string() }),
  },
  /** By whoever made it. */
  removeDraft: {
    method: 'DELETE',
    path: '/mon/map/draft/delete',
    access: 'mon:map:draft',
    query: z.object({ id: rowId }),
    result: z.null(),
  },
})
