import { keysOf, recordOf } from '@natim/domain/record'
import { WALL_CORNERS, WALL_ROTATIONS, WALL_SPEEDS } from '@natim/domain/wall'
import { z } from 'zod'
import { DEVICE_KIND, DEVICE_STATUS } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { dateText, epochMs, requiredText, rowId, text } from '../fields.ts'
import { channelView } from './device.ts'
import { severity } from './rule-body.ts'
import { tsSeries } from './timeseries.ts'

/** Maximum devices of a wall. */
export const MAX_WALL_DEVICES = 200
/** Maximum channels of a panel. */
export const MAX_WALL_CHANNELS = 6
/** Maximum devices or alarms of one response. */
export const MAX_WALL_ALARMS = 200
export const MAX_WALL_TOKEN_DAYS = 366

/** Prefix of every kiosk token; tokens without it are not accepted as such. */
export const KIOSK_TOKEN_PREFIX = 'wall_'

const clientId = z.string().min(1).max(64)
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, '时间格式应为 HH:mm:ss')
const oneOf = <const T extends readonly number[]>(values: T) =>
  z.number().refine((value): value is T[number] => values.includes(value), '请选择列出的值')

/** The shared part of a wall's state (BZ-09). Unknown fields are refused. */
export const wallShared = z
  .strictObject({
    corners: z.strictObject(recordOf(WALL_CORNERS, () => clientId.nullable())),
    equipmentClientIds: z
      .array(clientId)
      .max(MAX_WALL_DEVICES, `最多 ${MAX_WALL_DEVICES} 台设备`)
      .refine((ids) => new Set(ids).size === ids.length, '设备重复')
      .readonly(),
    selectedDate: dateText,
    startTime: clock,
    endTime: clock,
    mode: z.enum(['live', 'history']),
    rotateS: oneOf(WALL_ROTATIONS),
    lockCorner: z.tuple([z.boolean(), z.boolean(), z.boolean(), z.boolean()]).readonly(),
    metricPick: z.record(clientId, z.array(z.string().max(64)).max(MAX_WALL_CHANNELS).readonly()),
    playback: z.strictObject({ cursorMs: epochMs, atMs: epochMs, speed: oneOf(WALL_SPEEDS) }),
  })
  .refine(({ startTime, endTime }) => startTime < endTime, {
    message: '结束时间必须晚于开始时间！',
    path: ['endTime'],
  })
  .refine(({ metricPick }) => Object.keys(metricPick).length <= MAX_WALL_DEVICES, `最多 ${MAX_WALL_DEVICES} 台设备`)
  .meta({
    examples: [
      {
        corners: { leftTop: 'GT-320100-0071', rightTop: null, leftBottom: null, rightBottom: null },
        equipmentClientIds: ['GT-320100-0071'],
        selectedDate: '2026-11-21',
        startTime: '00:00:00',
        endTime: '23:59:59',
        mode: 'live',
        rotateS: 30,
        lockCorner: [false, false, false, false],
        metricPick: { 'GT-320100-0071': ['cl2'] },
        playback: { cursorMs: 1_763_692_938_000, atMs: 1_763_692_938_000, speed: 0 },
      },
    ],
  })

/** A version of the state; the first one set is 1. */
export const wallVersion = z.object({ version: z.number().int().min(0), state: wallShared })
export type WallVersion = z.output<typeof wallVersion>

/** An alarm on walls. */
export const wallAlarm = z.object({
  id: z.string(),
  clientId: z.string().nullable(),
  severity,
  title: z.string(),
  deviceName: z.string().nullable(),
  channelNo: z.number().int().nullable(),
  raisedMs: epochMs,
  /** Severity from each instant on, in time order; it was not visible before the raise. */
  levels: z.array(z.tuple([epochMs, severity])),
  /** When it cleared or was closed; null = active. */
  endedMs: epochMs.nullable(),
  acked: z.boolean(),
  ackName: z.string().nullable(),
  ackMs: epochMs.nullable(),
  drill: z.boolean(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
})
export type WallAlarm = z.output<typeof wallAlarm>

export const wallDevice = z.object({
  id: z.string(),
  clientId: z.string(),
  name: z.string(),
  kind: z.enum(keysOf(DEVICE_KIND)),
  status: z.enum(keysOf(DEVICE_STATUS)),
  lastSeen: epochMs.nullable(),
  regionText: z.string(),
  stationName: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  channels: z.array(channelView),
})
export type WallDevice = z.output<typeof wallDevice>

/** A selectable device. */
export const wallChoice = wallDevice
  .pick({ clientId: true, name: true, kind: true, status: true, regionText: true, stationName: true })
  .extend({ severity: severity.nullable() })
export type WallChoice = z.output<typeof wallChoice>

/** Devices at one position of the map. */
export const wallPlace = z.object({
  lng: z.number(),
  lat: z.number(),
  name: z.string(),
  devices: z.number().int(),
  online: z.number().int(),
  /** Severity of the gravest alarm among them. */
  severity: severity.nullable(),
  /** Device shown when the place is dropped on a corner: the one in alarm, else the first. */
  clientId: z.string(),
})
export type WallPlace = z.output<typeof wallPlace>

export const wallNetwork = z.object({
  atMs: epochMs,
  stations: z.number().int(),
  devices: z.number().int(),
  online: z.number().int(),
  /** Devices expected to report: the base of the online share. */
  expected: z.number().int(),
  /** 0–1 over the last 24 hours; null before the first sample was due. */
  completeness: z.number().nullable(),
  /** Unacknowledged alarms by severity 1–5. */
  unacked: z.array(z.number().int()).length(5),
  places: z.array(wallPlace),
  /** Open ones and those of the last hour, newest first. */
  alarms: z.array(wallAlarm),
  /** The team covering the screen's department, and who is on shift; null = none visible. */
  watch: z
    .object({ teamName: z.string(), present: z.array(z.object({ shiftName: z.string(), name: z.string() })) })
    .nullable(),
})
export type WallNetwork = z.output<typeof wallNetwork>

export const wallToken = z.object({
  id: z.string(),
  name: z.string(),
  makerName: z.string(),
  createTime: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
  state: z.enum(['valid', 'expired', 'revoked', 'maker_gone']),
})
export type WallToken = z.output<typeof wallToken>

const screen = z.object({ id: rowId })
const csv = (item: z.ZodType<string, string>, max: number) =>
  z
    .string()
    .max(8_000)
    .transform((value) => value.split(',').filter((part) => part !== ''))
    .pipe(z.array(item).min(1).max(max))

/** Calls for displaying walls. A kiosk may use only the marked ones, for its own screen. */
export const wallEndpoints = defineEndpoints({
  screen: {
    method: 'GET',
    path: '/mon/wall/screen',
    access: 'mon:wall:view',
    kiosk: true,
    query: screen,
    result: wallVersion.extend({
      id: z.string(),
      name: z.string(),
      staleS: z.number().int().nullable(),
      hasSound: z.boolean(),
      /** Server clock: drives rotation, takeover and playback. */
      nowMs: epochMs,
    }),
  },
  /** @throws row.conflict when another user has changed it since `version` */
  save: {
    method: 'PUT',
    path: '/mon/wall/screen',
    access: 'mon:wall:edit',
    body: wallVersion.extend({ id: rowId }),
    result: z.object({ version: z.number().int() }),
  },
  /** A new screen with a copy of the state. */
  copy: {
    method: 'POST',
    path: '/mon/wall/copy',
    access: 'mon:wall:edit',
    body: z.object({ id: rowId, name: requiredText(40) }),
    result: z.object({ id: z.string() }),
  },
  /** In the requested order; null = retired, unknown or not visible, without distinction. */
  devices: {
    method: 'GET',
    path: '/mon/wall/devices',
    access: 'mon:wall:view',
    kiosk: true,
    query: screen.extend({ clientIds: csv(clientId, MAX_WALL_DEVICES) }),
    result: z.array(wallDevice.nullable()),
  },
  /** Channels of one device over (from, to], as on the history page, with the alarms of the span. */
  series: {
    method: 'GET',
    path: '/mon/wall/series',
    access: 'mon:wall:view',
    kiosk: true,
    query: screen.extend({
      clientId,
      channels: csv(z.string().regex(/^\d{1,9}$/), MAX_WALL_CHANNELS),
      from: z.coerce.number().int().min(0),
      to: z.coerce.number().int().min(0),
    }),
    result: z.object({ series: z.array(tsSeries) }),
  },
  network: {
    method: 'GET',
    path: '/mon/wall/network',
    access: 'mon:wall:view',
    kiosk: true,
    query: screen,
    result: wallNetwork,
  },
  /** Alarms active at some time within (from, to], newest first. */
  alarms: {
    method: 'GET',
    path: '/mon/wall/alarms',
    access: 'mon:wall:view',
    kiosk: true,
    query: screen.extend({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) }),
    result: z.object({ alarms: z.array(wallAlarm), isCut: z.boolean() }),
  },
  choices: {
    method: 'GET',
    path: '/mon/wall/choices',
    access: 'mon:wall:view',
    query: z.object({
      keyword: text(64).optional(),
      kind: z.enum(keysOf(DEVICE_KIND)).optional(),
      region: z
        .string()
        .regex(/^\d{2}(\d{2}(\d{2})?)?$/)
        .optional(),
      alarming: z.enum(['1']).optional(),
    }),
    result: z.object({ devices: z.array(wallChoice), total: z.number().int() }),
  },
  tokens: {
    method: 'GET',
    path: '/mon/wall/token/list',
    access: 'mon:wall:edit',
    query: screen,
    result: z.array(wallToken),
  },
  /** The token is returned only in this response. */
  addToken: {
    method: 'POST',
    path: '/mon/wall/token/add',
    access: 'mon:wall:edit',
    body: z.object({
      screenId: rowId,
      name: requiredText(40),
      days: z.number('请输入有效天数').int().min(1).max(MAX_WALL_TOKEN_DAYS),
    }),
    result: z.object({ id: z.string(), token: z.string() }),
  },
  revokeToken: {
    method: 'POST',
    path: '/mon/wall/token/revoke',
    access: 'mon:wall:edit',
    body: z.object({ id: rowId }),
    result: z.null(),
  },
})
