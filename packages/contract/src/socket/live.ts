import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { MAX_CHANNELS_PER_SUBSCRIPTION } from '../constants.ts'
import { DEVICE_STATUS, type DeviceStatus } from '../dict.ts'
import { alarmRow } from '../mon/alarm.ts'
import type { WallVersion } from '../mon/wall.ts'

/** Path below the API prefix; the token is sent as the WebSocket subprotocol (domain §8). */
export const LIVE_SOCKET_PATH = '/mon/ws'
export const LIVE_PING_MS = 10_000
/** Without a frame for this long the client reconnects. */
export const LIVE_SILENCE_MS = 30_000
export const LIVE_BACKOFF_MS = [1_000, 2_000, 5_000, 10_000, 20_000] as const
/** Bytes buffered for one slow socket before telemetry is dropped. */
export const LIVE_BUFFER_BYTES = 1024 * 1024

const subscriptionId = z.string().min(1).max(32)

/** Topics a client can subscribe to. */
const subscribe = z.discriminatedUnion('topic', [
  z.object({
    op: z.literal('sub'),
    id: subscriptionId,
    topic: z.literal('ch'),
    keys: z.array(z.number().int().positive()).min(1).max(MAX_CHANNELS_PER_SUBSCRIPTION),
    /** Maximum frames per second; the newest value of a channel wins. */
    maxHz: z.number().min(0.1).max(10).default(1),
  }),
  z.object({
    op: z.literal('sub'),
    id: subscriptionId,
    topic: z.literal('dev'),
    /** Device ids; absent = every device in scope. */
    ids: z.array(z.string().max(64)).max(2_000).optional(),
    region: z.string().max(6).optional(),
  }),
  /** Raw incoming points of one kind of device (tail −f of /sensordata), all channels in scope. */
  z.object({
    op: z.literal('sub'),
    id: subscriptionId,
    topic: z.literal('kind'),
    kind: z.string().max(16),
    maxHz: z.number().min(0.1).max(2).default(1),
  }),
  /** National or regional counters every few seconds: updates the dashboard between two summaries. */
  z.object({
    op: z.literal('sub'),
    id: subscriptionId,
    topic: z.literal('home'),
    region: z.string().max(6).optional(),
  }),
  /** Alarms raised and handled in the caller's scope; never coalesced or dropped. */
  z.object({
    op: z.literal('sub'),
    id: subscriptionId,
    topic: z.literal('alarm'),
    /** The last received `eid`: events within the 5 minutes after it are replayed at once. */
    lastEventId: z.number().int().min(0).optional(),
  }),
  /** The shared state of a wall, now and after each change. */
  z.object({ op: z.literal('sub'), id: subscriptionId, topic: z.literal('wall'), screenId: z.string().min(1).max(64) }),
])

/** Client to server. */
export const liveRequest = z.discriminatedUnion('op', [
  subscribe,
  z.object({ op: z.literal('unsub'), id: subscriptionId }),
  z.object({ op: z.literal('ping') }),
])
export type LiveRequest = z.input<typeof liveRequest>
export type ParsedLiveRequest = z.output<typeof liveRequest>

/** [channelNo, ts epoch ms, value, quality bits] */
export const livePoint = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type LivePoint = z.output<typeof livePoint>

export const liveDevice = z.object({
  id: z.string(),
  st: z.enum(keysOf(DEVICE_STATUS)),
  /** Last seen, epoch ms. */
  ls: z.number().nullable(),
})
export interface LiveDevice {
  id: string
  st: DeviceStatus
  ls: number | null
}

export const liveHome = z.object({
  atMs: z.number(),
  byStatus: z.record(z.enum(keysOf(DEVICE_STATUS)), z.number().int()),
  pointsPerSecond: z.number(),
  samplesToday: z.number().int(),
})
export type LiveHome = z.output<typeof liveHome>

/** Kinds of alarm events. */
export const ALARM_EVENTS = [
  'raise',
  'sev',
  'reopen',
  'clear',
  'ack',
  'close',
  'shelve',
  'unshelve',
  'assign',
  'note',
  'escalate',
] as const
export const liveAlarm = z.object({
  /** Increases with every event; resume position after a disconnect. */
  eid: z.number().int(),
  ev: z.enum(ALARM_EVENTS),
  a: alarmRow,
})
export type LiveAlarm = z.output<typeof liveAlarm>

/** Server to client. `snap` answers a subscription of topic ch or kind, `ch` follows. */
export const liveMessage = z.discriminatedUnion('t', [
  z.object({ t: z.literal('snap'), id: subscriptionId, d: z.array(livePoint) }),
  z.object({
    t: z.literal('ch'),
    id: subscriptionId,
    d: z.array(livePoint),
    /** Points dropped for this slow socket since the last frame: shown as 实时流降采样. */
    dropped: z.number().int().optional(),
  }),
  z.object({ t: z.literal('dev'), id: subscriptionId, d: z.array(liveDevice) }),
  z.object({ t: z.literal('home'), id: subscriptionId, d: liveHome }),
  z.object({ t: z.literal('alarm'), id: subscriptionId, d: z.array(liveAlarm) }),
  z.object({
    t: z.literal('wall'),
    id: subscriptionId,
    d: z.custom<WallVersion>((value) => typeof value === 'object'),
  }),
  z.object({ t: z.literal('pong'), at: z.number() }),
  z.object({ t: z.literal('err'), id: subscriptionId.optional(), code: z.string(), msg: z.string() }),
  z.object({ t: z.literal('bye'), reason: z.enum(['auth', 'slow', 'restart']) }),
])
export type LiveMessage = z.output<typeof liveMessage>
