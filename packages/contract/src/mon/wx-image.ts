import { keysOf } from '@natim/domain/record'
import { WX_CATEGORIES, WX_CHANNELS, WX_DECISIONS, WX_DOUBTS, WX_FAULTS, WX_STATES } from '@natim/domain/wx-image'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, lat, lng, rowId, text } from '../fields.ts'

const state = z.enum(keysOf(WX_STATES))
const category = z.enum(keysOf(WX_CATEGORIES))
const channel = z.enum(keysOf(WX_CHANNELS))
const decision = z.enum(keysOf(WX_DECISIONS))
const doubt = z.enum(keysOf(WX_DOUBTS))
const fault = z.enum(keysOf(WX_FAULTS))
const count = z.number().int()
const degrees = z.number()
const place = z.object({ lng: degrees, lat: degrees })
const version = count.min(1)
const open = z
  .enum(['true', 'false'])
  .default('false')
  .transform((given) => given === 'true')

/** List tabs, each for one kind of work. */
export const WX_TABS = {
  pending: '待审',
  doubtful: '存疑',
  repeated: '重复',
  asked: '待补充',
  approved: '已通过',
  rejected: '已驳回',
  archived: '已归档',
  all: '全部',
} as const
export type WxTab = keyof typeof WX_TABS
export const wxTabs = keysOf(WX_TABS)
export const WX_MAX_POINTS = 2_000
export const WX_MAX_BATCH = 100
export const WX_MAX_AREAS = 40

/** A station's measurement at the time of a picture. */
const reading = z.object({
  metricCode: z.string(),
  deviceId: z.string(),
  channelId: z.string(),
  channelNo: count,
  value: z.number(),
  unit: z.string(),
  precision: count,
  atMs: epochMs,
})
const nearStation = z.object({
  id: z.string(),
  name: z.string(),
  /** Rounded up to 5 km without permission to see the position. */
  km: z.number(),
  reading: reading.nullable(),
})
export type WxNear = z.output<typeof nearStation>

/** A picture in lists: position to a tenth of a degree and times to the hour, unless read open. */
export const wxImage = z.object({
  id: z.string(),
  no: z.string(),
  channel,
  /** `匿名 7c1e…a904` */
  sender: z.string(),
  state,
  version,
  category,
  risk: z.number(),
  receivedMs: epochMs,
  /** Time it was taken, as far as plausible. */
  shotMs: epochMs,
  /** Text of its sender; empty unless read open. */
  text: z.string(),
  place: place.nullable(),
  locSource: z.enum(['exif', 'wechat', 'manual', 'none']),
  regionCode: z.string(),
  doubts: z.array(doubt),
  fault: fault.nullable(),
  dupOf: z.string().nullable(),
  /** Number of exact copies received later. */
  copies: count,
  /** Number of similar pictures. */
  similar: count,
  width: count.nullable(),
  height: count.nullable(),
  sizeBytes: count.nullable(),
  isCovered: z.boolean(),
  isPublic: z.boolean(),
  near: nearStation.nullable(),
})
export type WxImage = z.output<typeof wxImage>

const exif = z.object({
  takenMs: epochMs.nullable(),
  make: z.string(),
  model: z.string(),
  altM: z.number().nullable(),
  dirDeg: z.number().nullable(),
})
export type WxExif = z.output<typeof exif>

export const wxArea = z
  .object({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    w: z.number().positive(),
    h: z.number().positive(),
  })
  .refine(({ x, y, w, h }) => x + w <= 1.0001 && y + h <= 1.0001, '遮盖区超出图片')
  .meta({ examples: [{ x: 0.1, y: 0.2, w: 0.3, h: 0.2 }] })

export const wxImageDetail = wxImage.extend({
  isOpen: z.boolean(),
  /** Null unless read open. */
  exif: exif.nullable(),
  exifPlace: place.nullable(),
  wechatPlace: place.nullable(),
  /** Distance between both, km. */
  apartKm: z.number().nullable(),
  areas: z.array(wxArea),
  coveredMs: epochMs.nullable(),
  nearest: z.array(nearStation),
  alike: z.array(
    z.object({
      id: z.string(),
      no: z.string(),
      state,
      shotMs: epochMs,
      /** Number of differing bits. */
      bits: count,
      isExact: z.boolean(),
      isSameSender: z.boolean(),
    }),
  ),
  review: z.object({ name: z.string(), post: z.string(), atMs: epochMs, note: z.string() }).nullable(),
  alarm: z.object({ id: z.string(), no: z.string() }).nullable(),
  device: z.object({ id: z.string(), name: z.string() }).nullable(),
  replies: z.array(
    z.object({
      text: z.string(),
      state: z.enum(['waiting', 'sending', 'sent', 'failed', 'cancelled']),
      atMs: epochMs,
      trouble: z.string().nullable(),
    }),
  ),
  log: z.array(
    z.object({ id: z.string(), atMs: epochMs, action: z.string(), to: state, who: z.string(), note: z.string() }),
  ),
  /** Until then the decision can be undone, only by its reviewer. */
  undoUntilMs: epochMs.nullable(),
})
export type WxImageDetail = z.output<typeof wxImageDetail>

const filters = {
  tab: z.enum(wxTabs).default('pending'),
  category: category.or(z.literal('')).default(''),
  region: z
    .string()
    .regex(/^\d{0,6}$/)
    .default(''),
  channel: channel.or(z.literal('')).default(''),
  /** Received within (from, to]. */
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
  riskMin: z.coerce.number().min(0).max(1).default(0),
  text: text(60).default(''),
}
export const wxFilters = z.object(filters)
export type WxFilters = z.output<typeof wxFilters>

const ref = z.object({ id: rowId, version })
const reply = text(200).default('')
const note = text(300).default('')
const one = { body: ref, result: wxImage } as const
const file = { wire: 'binary', query: z.object({ id: rowId }), result: z.unknown() } as const

export const wxImageEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/mon/wx/image/list',
    access: 'mon:wx:view',
    query: z.object({
      ...filters,
      order: z.enum(['risk', 'new', 'old']).default('risk'),
      open,
      pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1),
      pageSize: z.coerce.number().int().min(1).max(100).catch(30),
    }),
    result: z.object({
      records: z.array(wxImage),
      total: count,
      /** Per tab, ignoring other filters. */
      counts: z.record(z.enum(wxTabs), count),
      /** The oldest one waiting for a reviewer. */
      oldestMs: epochMs.nullable(),
      /** Without a public account no picture is fetched, and no sender is answered. */
      hasAccount: z.boolean(),
    }),
  },
  points: {
    method: 'GET',
    path: '/mon/wx/image/points',
    access: 'mon:wx:view',
    query: z.object({ ...filters, open }),
    result: z.object({
      points: z.array(
        z.object({ id: z.string(), no: z.string(), lng: degrees, lat: degrees, category, state, risk: z.number() }),
      ),
      /** Pictures without a position, or beyond the limit. */
      missing: count,
    }),
  },
  get: {
    method: 'GET',
    path: '/mon/wx/image/get',
    access: 'mon:wx:view',
    query: z.object({ id: rowId, open }),
    result: wxImageDetail,
  },
  /** Pixelated for users without permission while it has not been masked. */
  thumb: { method: 'GET', path: '/mon/wx/image/thumb', access: 'mon:wx:view', ...file },
  /** The copy without metadata, masked if applicable. */
  picture: { method: 'GET', path: '/mon/wx/image/picture', access: 'mon:wx:view', ...file },
  original: { method: 'GET', path: '/mon/wx/image/original', access: 'mon:wx:original', ...file },
  review: {
    method: 'POST',
    path: '/mon/wx/image/review',
    access: 'mon:wx:review',
    body: ref.extend({
      decision,
      note,
      /** Empty = no reply to the sender. */
      reply,
      category: category.optional(),
      alarmId: rowId.nullish(),
      deviceId: rowId.nullish(),
    }),
    result: wxImage,
  },
  /** Each is decided separately; for conflicts the earlier reviewer is named. */
  reviewMany: {
    method: 'POST',
    path: '/mon/wx/image/reviewMany',
    access: 'mon:wx:review',
    body: z.object({ images: z.array(ref).min(1).max(WX_MAX_BATCH), decision, note, reply }),
    result: z.object({
      done: count,
      missed: z.array(z.object({ id: z.string(), no: z.string(), reason: z.string() })),
    }),
  },
  undo: { method: 'POST', path: '/mon/wx/image/undo', access: 'mon:wx:review', ...one },
  archive: { method: 'POST', path: '/mon/wx/image/archive', access: 'mon:wx:review', ...one },
  /** Selects the position: of the photograph, of the sender, or set manually. */
  place: {
    method: 'POST',
    path: '/mon/wx/image/place',
    access: 'mon:wx:original',
    body: z.discriminatedUnion('source', [
      ref.extend({ source: z.enum(['exif', 'wechat']) }),
      ref.extend({ source: z.literal('manual'), lng, lat }),
    ]),
    result: wxImage,
  },
  /** Masks parts of the copy; `isAll` confirms that no face and no plate remains. */
  blur: {
    method: 'POST',
    path: '/mon/wx/image/blur',
    access: 'mon:wx:publish',
    body: ref.extend({ areas: z.array(wxArea).max(WX_MAX_AREAS, `最多 ${WX_MAX_AREAS} 个遮盖区`), isAll: z.boolean() }),
    result: wxImage,
  },
  publish: {
    method: 'POST',
    path: '/mon/wx/image/publish',
    access: 'mon:wx:publish',
    body: ref.extend({ isPublic: z.boolean() }),
    result: wxImage,
  },
})

const signed = {
  timestamp: z.string().regex(/^\d{1,12}$/),
  nonce: z.string().min(1).max(128),
  signature: z.string().max(64).default(''),
}

/** Calls of the public-account platform, with its own signature. */
export const wxCallbackEndpoints = defineEndpoints({
  echo: {
    method: 'GET',
    path: '/mon/wx/callback',
    access: 'public',
    wire: 'binary',
    query: z.object({ ...signed, echostr: z.string().max(200) }),
    result: z.unknown(),
  },
  message: {
    method: 'POST',
    path: '/mon/wx/callback',
    access: 'public',
    wire: 'binary',
    query: z.object({
      ...signed,
      msg_signature: z.string().max(64).optional(),
      encrypt_type: z.string().max(16).optional(),
    }),
    result: z.unknown(),
    bodyLimitBytes: 65_536,
  },
})
