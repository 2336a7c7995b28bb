import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { DEVICE_KIND, DEVICE_STATUS } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import {
  clearable,
  dateText,
  epochMs,
  idList,
  lat,
  listQuery,
  lng,
  optionalId,
  requiredText,
  rowId,
  text,
} from '../fields.ts'
import { binEndpoints, crudEndpoints } from '../resource/crud-endpoints.ts'
import { bbox } from './bbox.ts'
import { blobKind, INGEST_CODES } from './ingest.ts'
import { limitMark, means } from './limit.ts'

export const deviceKind = z.enum(keysOf(DEVICE_KIND), '请选择设备类型')
export const deviceStatus = z.enum(keysOf(DEVICE_STATUS))

const clientId = z
  .string('请输入客户端ID')
  .trim()
  .regex(/^[A-Za-z0-9_-]{4,64}$/, '客户端ID只能包含字母、数字、下划线和短横线（4-64位）！')

/** A device is created from a model, which determines its kind and channels. */
export const deviceForm = z.object({
  id: optionalId,
  clientId,
  name: requiredText(80),
  modelId: rowId,
  stationId: clearable(rowId),
  gatewayId: clearable(rowId),
  lng: clearable(lng),
  lat: clearable(lat),
  serialNo: text(64).nullish(),
  assetNo: text(64).nullish(),
  onlineTimeoutS: clearable(z.coerce.number().int().min(90).max(3_600)),
  installedAt: clearable(dateText),
  warrantyUntil: clearable(dateText),
  nextCalibDate: clearable(dateText),
  tags: z.array(requiredText(20)).max(20).default([]),
})
export type DeviceForm = z.input<typeof deviceForm>

/** Maximum number of tags of a device. */
export const MAX_DEVICE_TAGS = 20
const tag = requiredText(20)

/** 批量移动 and 批量标签: the same change to many devices, all or none. */
const deviceBatch = z
  .object({
    ids: idList,
    /** The target station, which determines region, owner and coordinates. */
    stationId: rowId.optional(),
    addTags: z.array(tag).max(MAX_DEVICE_TAGS).default([]),
    removeTags: z.array(tag).max(MAX_DEVICE_TAGS).default([]),
  })
  .refine(
    (batch) => batch.stationId !== undefined || batch.addTags.length + batch.removeTags.length > 0,
    '请选择要修改的内容',
  )

/** A channel's newest sample. `ts` epoch ms; `v` in the metric's storage unit; `q` quality bits of domain §3.6. */
export const latestValue = z.object({ ts: z.number(), v: z.number(), q: z.number().int() })
export type LatestValue = z.output<typeof latestValue>

/** Data of a value cell: number, unit and ruler. */
export const channelView = z.object({
  channelNo: z.number().int(),
  seq: z.number().int(),
  metricCode: z.string(),
  /** Alias of the channel, else the metric's Chinese name. */
  name: z.string(),
  formula: z.string().nullable(),
  unit: z.string(),
  precision: z.number().int(),
  periodS: z.number().int(),
  rangeLo: z.number().nullable(),
  rangeHi: z.number().nullable(),
  lod: z.number().nullable(),
  enabled: z.boolean(),
  limits: z.array(limitMark),
  means,
  latest: latestValue.nullable(),
})
export type ChannelView = z.output<typeof channelView>

export const deviceRow = z.object({
  id: z.string(),
  deviceNo: z.number().int(),
  clientId: z.string(),
  name: z.string(),
  modelId: z.string(),
  modelId_dictText: z.string(),
  kind: deviceKind,
  kind_dictText: z.string(),
  stationId: z.string().nullable(),
  stationId_dictText: z.string().nullable(),
  gatewayId: z.string().nullable(),
  gatewayId_dictText: z.string().nullable(),
  regionCode: z.string(),
  regionCode_dictText: z.string(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  serialNo: z.string().nullable(),
  assetNo: z.string().nullable(),
  onlineTimeoutS: z.number().int(),
  installedAt: z.string().nullable(),
  warrantyUntil: z.string().nullable(),
  nextCalibDate: z.string().nullable(),
  tags: z.array(z.string()),
  healthScore: z.number().nullable(),
  status: deviceStatus,
  status_dictText: z.string(),
  /** Epoch ms. */
  statusSince: z.number().nullable(),
  flapping: z.boolean(),
  lastSeen: z.number().nullable(),
  lastSampleTs: z.number().nullable(),
  firmware: z.string().nullable(),
  ip: z.string().nullable(),
  signalDbm: z.number().nullable(),
  batteryPct: z.number().nullable(),
  skewMs: z.number().nullable(),
  channelCount: z.number().int(),
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type DeviceRow = z.output<typeof deviceRow>

/** A list row, with its first two channels and their newest values. */
export const deviceListRow = deviceRow.extend({ channels: z.array(channelView).max(2) })
export type DeviceListRow = z.output<typeof deviceListRow>

export const statusSpan = z.object({ fromMs: z.number(), toMs: z.number(), status: deviceStatus, reason: z.string() })
export type StatusSpan = z.output<typeof statusSpan>

export const deviceOverview = z.object({
  device: deviceRow,
  stationName: z.string().nullable(),
  departName: z.string().nullable(),
  channels: z.array(
    channelView.extend({
      /** 24 h in at most 96 buckets; null where nothing was measured. */
      spark: z.object({ fromMs: z.number(), stepMs: z.number(), values: z.array(z.number().nullable()) }),
    }),
  ),
  /** The last 24 h, oldest first, without gaps. */
  statusSpans: z.array(statusSpan),
  /** Valid samples over expected samples of the last 24 h, 0–1; null before the first sample. */
  completeness24h: z.number().nullable(),
  /** Whether any stored position exists. */
  hasTrack: z.boolean(),
})
export type DeviceOverview = z.output<typeof deviceOverview>

/** Shown once: the server keeps only a hash. */
export const newCredential = z.object({
  clientId: z.string(),
  secret: z.string(),
  mqttPort: z.number().int().nullable(),
  topic: z.string(),
  samplePayload: z.string(),
})
export type NewCredential = z.output<typeof newCredential>

export const credentialRow = z.object({
  id: z.string(),
  type: z.string(),
  createTime: z.string(),
  notAfter: z.string().nullable(),
  revokedAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  lastIp: z.string().nullable(),
})
export type CredentialRow = z.output<typeof credentialRow>

/** A node of the region and station tree, with counts of visible items. */
export const treeNode = z.object({
  key: z.string(),
  title: z.string(),
  kind: z.enum(['country', 'province', 'city', 'station']),
  total: z.number().int(),
  abnormal: z.number().int(),
  isLeaf: z.boolean(),
})
export type TreeNode = z.output<typeof treeNode>

/** A one-time message of a device: an event, an answer to a command, or a blob (spectrum, waveform, picture). */
export const deviceEvent = z.object({
  kind: z.enum(['event', 'ack', 'blob']),
  tsMs: epochMs,
  /** Arrival time. */
  rxMs: epochMs,
  /** For an answer the id of its command, for a blob its kind. */
  type: z.string(),
  level: z.number().int().nullable(),
  /** `{ omittedBytes }` instead of data too long for a list. */
  data: z.unknown(),
  /** Bit 128: the time is the arrival time. */
  q: z.number().int(),
  /** Blobs only: channel number, 0 = the device as a whole. */
  channelNo: z.number().int().nullable(),
  /** Blobs only. */
  bytes: z.number().int().nullable(),
  /** Distinguishes messages of one instant: hex. */
  key: z.string(),
})
export type DeviceEvent = z.output<typeof deviceEvent>

export const EVENTS_PER_CALL = 100

/** Track of a device, in columns in time order; thinned evenly to {@link TRACK_PLACES}, first and last kept. */
export const deviceTrack = z.object({
  tsMs: z.array(epochMs),
  /** Degrees, WGS-84. */
  lng: z.array(z.number()),
  lat: z.array(z.number()),
  /** Metres; null if not reported. */
  alt: z.array(z.number().nullable()),
  /** Positions in the span before thinning. */
  total: z.number().int(),
})
export type DeviceTrack = z.output<typeof deviceTrack>

export const TRACK_PLACES = 2_000

/** Refused points and messages of a device, by reason. */
export const deviceReject = z.object({
  code: z.enum(INGEST_CODES),
  /** In the last 24 hours and 7 days, by whole hours. */
  day: z.number().int(),
  week: z.number().int(),
  /** Start of the last hour in which it happened. */
  lastHourMs: epochMs,
})
export type DeviceReject = z.output<typeof deviceReject>

const oneId = z.object({ id: rowId })

/** Additional filters of the device list: region or station of the tree pane. */
const deviceListQuery = listQuery.extend({
  region: z
    .string()
    .regex(/^\d{2}(\d{2}(\d{2})?)?$/)
    .optional()
    .catch(undefined),
  keyword: text(64).optional(),
  /** Within a box of the map: west,south,east,north in degrees. */
  bbox: bbox.optional().catch(undefined),
})

/** A listed device with its position: its last reported one, else the registered one of the device or its station. */
export const devicePlace = deviceRow
  .pick({ id: true, name: true, kind: true, status: true, stationId: true })
  .extend({ lng: z.number(), lat: z.number() })
export type DevicePlace = z.output<typeof devicePlace>

/** Maximum devices of one response. */
export const MAX_PLACES = 20_000

const SHAPE = { base: '/mon/device', code: 'mon:device', row: deviceRow, form: deviceForm, read: 'view' } as const

/** The last instant a Date can represent. */
const MAX_INSTANT_MS = 8.64e15

const ownEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/mon/device/list',
    access: 'mon:device:view',
    query: deviceListQuery,
    result: page(deviceListRow),
  },
  /** Devices by status under the same filters, except the status filter itself. */
  statusCounts: {
    method: 'GET',
    path: '/mon/device/statusCounts',
    access: 'mon:device:view',
    query: deviceListQuery,
    result: z.record(deviceStatus, z.number().int()),
  },
  /** All devices of the list (not only a page) with their positions; those without one appear only in the list. */
  places: {
    method: 'GET',
    path: '/mon/device/places',
    access: 'mon:device:view',
    query: deviceListQuery,
    result: z.array(devicePlace),
  },
  create: {
    method: 'POST',
    path: '/mon/device/add',
    access: 'mon:device:add',
    body: deviceForm,
    result: z.object({ id: z.string(), credential: newCredential }),
  },
  changeMany: {
    method: 'PUT',
    path: '/mon/device/changeBatch',
    access: 'mon:device:edit',
    body: deviceBatch,
    result: z.null(),
  },
  exportXls: {
    method: ['POST', 'GET'],
    path: '/mon/device/exportXls',
    access: 'mon:device:export',
    wire: 'binary',
    query: deviceListQuery,
    body: deviceListQuery.omit({ pageNo: true, pageSize: true }).nullish(),
    result: z.unknown(),
  },
  tree: {
    method: 'GET',
    path: '/mon/device/tree',
    access: 'mon:device:view',
    query: z.object({ parent: z.string().max(64).optional() }),
    result: z.array(treeNode),
  },
  overview: {
    method: 'GET',
    path: '/mon/device/:id/overview',
    access: 'mon:device:view',
    params: oneId,
    result: deviceOverview,
  },
  /** The newest {@link EVENTS_PER_CALL} before an instant, newest first. */
  events: {
    method: 'GET',
    path: '/mon/device/:id/events',
    access: 'mon:device:view',
    params: oneId,
    query: z.object({ beforeMs: z.coerce.number().int().min(0).max(MAX_INSTANT_MS).optional() }),
    result: z.array(deviceEvent),
  },
  /** fromMs < ts <= toMs. People carry wearables, so tracks require a permission of their own. */
  track: {
    method: 'GET',
    path: '/mon/device/:id/track',
    access: 'mon:device:track',
    params: oneId,
    query: z.object({
      fromMs: z.coerce.number().int().min(0).max(MAX_INSTANT_MS),
      toMs: z.coerce.number().int().min(0).max(MAX_INSTANT_MS),
    }),
    result: deviceTrack,
  },
  /** Refusals of the last seven days, most frequent first. */
  rejects: {
    method: 'GET',
    path: '/mon/device/:id/rejects',
    access: 'mon:device:view',
    params: oneId,
    result: z.array(deviceReject),
  },
  blob: {
    method: 'GET',
    path: '/mon/device/:id/blob',
    access: 'mon:device:view',
    wire: 'binary',
    params: oneId,
    query: z.object({
      channelNo: z.coerce.number().int().min(0).max(2_147_483_647),
      tsMs: z.coerce.number().int().min(0).max(MAX_INSTANT_MS),
      kind: blobKind,
      key: z.string().regex(/^[0-9a-f]{0,64}$/),
    }),
    result: z.unknown(),
  },
  credentials: {
    method: 'GET',
    path: '/mon/device/:id/credentials',
    access: 'mon:device:secret',
    params: oneId,
    result: z.array(credentialRow),
  },
  rotateSecret: {
    method: 'POST',
    path: '/mon/device/:id/rotateSecret',
    access: 'mon:device:secret',
    params: oneId,
    result: newCredential,
  },
})

export const deviceEndpoints = { ...crudEndpoints(SHAPE), ...binEndpoints(SHAPE), ...ownEndpoints }
