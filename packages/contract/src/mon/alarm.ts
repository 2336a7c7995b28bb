import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { ALARM_CONCERN, ALARM_STATE, CLOSE_CODE } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { exportEndpoint } from '../export.ts'
import { epochMs, idList, listQuery, rowId, text } from '../fields.ts'
import { severity } from './rule-body.ts'

export const alarmState = z.enum(keysOf(ALARM_STATE))
export const closeCode = z.enum(keysOf(CLOSE_CODE), '请选择关闭原因')

/** An alarm in lists and the live feed. Instants are epoch ms; figures in `unit`. */
export const alarmRow = z.object({
  id: z.string(),
  /** `A20261121-000123` */
  no: z.string(),
  state: alarmState,
  state_dictText: z.string(),
  severity,
  severityMax: severity,
  title: z.string(),
  ruleId: z.string(),
  ruleName: z.string(),
  ruleVersion: z.number().int(),
  deviceId: z.string().nullable(),
  deviceName: z.string().nullable(),
  clientId: z.string().nullable(),
  channelNo: z.number().int().nullable(),
  stationId: z.string().nullable(),
  stationName: z.string().nullable(),
  regionCode: z.string(),
  regionText: z.string(),
  metricCode: z.string().nullable(),
  metricName: z.string().nullable(),
  value: z.number().nullable(),
  limitValue: z.number().nullable(),
  /** `AEGL-2`, `离线`. */
  limitText: z.string().nullable(),
  op: z.string().nullable(),
  unit: z.string().nullable(),
  precision: z.number().int(),
  peakValue: z.number().nullable(),
  peakMs: epochMs.nullable(),
  /** Time of the sample that caused it. */
  triggerMs: epochMs,
  raisedMs: epochMs,
  lastMs: epochMs,
  active: z.boolean(),
  acked: z.boolean(),
  ackName: z.string().nullable(),
  ackMs: epochMs.nullable(),
  ackNote: z.string().nullable(),
  assignee: z.string().nullable(),
  assigneeName: z.string().nullable(),
  shelvedUntilMs: epochMs.nullable(),
  shelveReason: z.string().nullable(),
  clearedMs: epochMs.nullable(),
  clearReason: z.string().nullable(),
  closedMs: epochMs.nullable(),
  closedName: z.string().nullable(),
  closeCode: closeCode.nullable(),
  closeNote: z.string().nullable(),
  reopenCount: z.number().int(),
  escalateLevel: z.number().int(),
  commentCount: z.number().int(),
  corroboration: z.enum(['plain', 'pending', 'confirmed']),
  historic: z.boolean(),
  doubtful: z.boolean(),
  silent: z.boolean(),
  drill: z.boolean(),
  /** When a drill ends automatically. */
  drillUntilMs: epochMs.nullable(),
  /** Number of alarms folded into it; 0 if it stands alone. */
  childCount: z.number().int(),
  /** The alarm it has folded into, if visible to the reader. */
  parentId: z.string().nullable(),
  parentNo: z.string().nullable(),
  /**
   * Currently handled and notified together with its parent: at most as grave, and the parent is active or both have
   * cleared.
   */
  isFolded: z.boolean(),
  /** 事件 it is linked to. */
  incidentId: z.string().nullable(),
  incidentNo: z.string().nullable(),
  version: z.number().int(),
})
export type AlarmRow = z.output<typeof alarmRow>

export const alarmLogRow = z.object({
  seq: z.number().int(),
  ts: epochMs,
  /** `system`, or a user name. */
  actor: z.string(),
  actorName: z.string(),
  /** raise, up, down, clear, reopen, ack, close, shelve, unshelve, assign, comment, check, link, unlink, escalate, confirm … */
  action: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  note: z.string().nullable(),
})
export type AlarmLogRow = z.output<typeof alarmLogRow>

export const alarmDetail = z.object({
  alarm: alarmRow,
  /** 为什么报警 */
  explanation: z.string(),
  guide: z.string().nullable(),
  checklist: z.array(
    z.object({ text: z.string(), done: z.boolean(), byName: z.string().nullable(), atMs: epochMs.nullable() }),
  ),
  log: z.array(alarmLogRow),
  /** Whether the hash chain of the log is intact. */
  isChainWhole: z.boolean(),
  /** Pending escalation steps, next due first; empty once acknowledged. */
  escalation: z.array(z.object({ step: z.number().int(), dueMs: epochMs, toRole: z.string(), toRoleName: z.string() })),
  population5km: z.number().nullable(),
  /** `avgS` 0 = single readings. */
  judged: z.object({
    avgS: z.number(),
    forS: z.number(),
    sinceMs: epochMs.nullable(),
    samples: z.number().int().nullable(),
    limitSet: z.string().nullable(),
  }),
  /** ±30 min around the trigger: the judged channel by minutes, at that time and now. Null = 当时的数据未保存. */
  chart: z
    .object({
      fromMs: epochMs,
      toMs: epochMs,
      /** [t, value]: the judged figure, and the mean of each minute. */
      judged: z.array(z.tuple([epochMs, z.number()])),
      minutes: z.array(z.tuple([epochMs, z.number()])),
      limits: z.array(z.object({ name: z.string(), value: z.number(), severity })),
    })
    .nullable(),
})
export type AlarmDetail = z.output<typeof alarmDetail>

export const similarAlarms = z.array(
  z.object({
    id: z.string(),
    no: z.string(),
    severity,
    triggerMs: epochMs,
    durationMs: z.number().nullable(),
    peakValue: z.number().nullable(),
    unit: z.string().nullable(),
    closeCode: closeCode.nullable(),
    closeNote: z.string().nullable(),
  }),
)
export type SimilarAlarms = z.output<typeof similarAlarms>

/** Devices with the same metric within 5 km, and the weather there. */
export const alarmSurroundings = z.object({
  neighbours: z.array(
    z.object({
      deviceId: z.string(),
      name: z.string(),
      distanceKm: z.number(),
      /** Position relative to the wind; null without wind. */
      side: z.enum(['upwind', 'downwind', 'crosswind']).nullable(),
      value: z.number().nullable(),
      tsMs: epochMs.nullable(),
      lng: z.number(),
      lat: z.number(),
    }),
  ),
  wind: z.object({ fromDeg: z.number(), speedMs: z.number(), tsMs: epochMs }).nullable(),
  rainMm6h: z.number().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
})
export type AlarmSurroundings = z.output<typeof alarmSurroundings>

export const alarmCounts = z.object({
  /**
   * Scope of the counts: GB/T 2260 prefixes assigned to the caller; `*` = the whole country, none = the own department.
   */
  regionPrefixes: z.array(z.string()),
  /** By severity 1–5, as in the views of the same names: unacknowledged and not shelved; not closed. Without drills. */
  unacked: z.array(z.number().int()).length(5),
  open: z.array(z.number().int()).length(5),
  shelved: z.number().int(),
  mine: z.number().int(),
  /** Drills listed in addition to the counts above. */
  drills: z.object({ unacked: z.array(z.number().int()).length(5), open: z.number().int() }),
  /** Median of the last 24 h from raise to acknowledgement, ms. */
  ackMedianMs: z.number().nullable(),
  /** Share of 误报 among alarms closed by people in 30 days, 0–1, as in 报警统计; null if there are too few. */
  falseShare: z.number().nullable(),
  /** How far the engine is behind the newest sample, ms; null while no engine has reported. */
  engineLagMs: z.number().nullable(),
})
export type AlarmCounts = z.output<typeof alarmCounts>

/** Sort column: unacknowledged first, gravest on top. */
export const BY_URGENCY_COLUMN = 'urgency'

/** Which part of the alarms a list shows. */
export const ALARM_VIEWS = ['open', 'unacked', 'shelved', 'mine', 'history', 'all'] as const

const alarmListQuery = listQuery.extend({
  view: z.enum(ALARM_VIEWS).default('open').catch('open'),
  severity: z.coerce.number().int().min(1).max(5).optional().catch(undefined),
  keyword: text(64).optional(),
  region: z
    .string()
    .regex(/^\d{2}(\d{2}(\d{2})?)?$/)
    .optional()
    .catch(undefined),
  metricCode: z.string().max(32).optional(),
  /** Only metrics of toxic or infectious agents. */
  concern: z.enum(keysOf(ALARM_CONCERN)).optional().catch(undefined),
  deviceId: rowId.optional().catch(undefined),
  stationId: rowId.optional().catch(undefined),
  ruleId: rowId.optional().catch(undefined),
  /** Only alarms folded into it. */
  parentId: rowId.optional().catch(undefined),
  /** Only alarms of this incident. */
  incidentId: rowId.optional().catch(undefined),
  /** Only alarms that one digest reported as raised after the fact. */
  digestId: rowId.optional().catch(undefined),
  closeCode: closeCode.optional().catch(undefined),
  /** Trigger time range, epoch ms. */
  fromMs: z.coerce.number().int().optional().catch(undefined),
  toMs: z.coerce.number().int().optional().catch(undefined),
  /** Cleared within (clearedFromMs, clearedToMs], epoch ms. */
  clearedFromMs: z.coerce.number().int().optional().catch(undefined),
  clearedToMs: z.coerce.number().int().optional().catch(undefined),
  /** Minimum and maximum (exclusive) duration, minutes; active alarms count until now. */
  lastedMin: z.coerce.number().int().min(0).max(525_600).optional().catch(undefined),
  lastedMax: z.coerce.number().int().min(0).max(525_600).optional().catch(undefined),
})

/** Bulk actions: all or none, at most 200. `version` guards a single alarm against concurrent changes. */
const ids = idList.pipe(z.array(z.string()).max(200, '一次最多处理 200 条'))
const target = {
  ids,
  version: z.number().int().optional(),
  /** Idempotency key set by the client: a retry with the same id is executed once. Single alarms only. */
  orderId: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
}
const note = text(500)
const oneId = z.object({ id: rowId })

const MAX_DRILL_MIN = 480

export const alarmEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/mon/alarm/list',
    access: 'mon:alarm:view',
    query: alarmListQuery,
    result: page(alarmRow),
  },
  counts: { method: 'GET', path: '/mon/alarm/counts', access: 'mon:alarm:view', result: alarmCounts },
  detail: { method: 'GET', path: '/mon/alarm/queryById', access: 'mon:alarm:view', query: oneId, result: alarmDetail },
  similar: { method: 'GET', path: '/mon/alarm/similar', access: 'mon:alarm:view', query: oneId, result: similarAlarms },
  surroundings: {
    method: 'GET',
    path: '/mon/alarm/surroundings',
    access: 'mon:alarm:view',
    query: oneId,
    result: alarmSurroundings,
  },
  ack: {
    method: 'POST',
    path: '/mon/alarm/ack',
    access: 'mon:alarm:ack',
    body: z.object({ ...target, note: note.default('') }),
    result: z.null(),
  },
  close: {
    method: 'POST',
    path: '/mon/alarm/close',
    access: 'mon:alarm:close',
    body: z.object({ ...target, closeCode, note: note.default('') }),
    result: z.null(),
  },
  shelve: {
    method: 'POST',
    path: '/mon/alarm/shelve',
    access: 'mon:alarm:shelve',
    body: z.object({
      ...target,
      minutes: z.number().int().min(1, '至少 1 分钟').max(480, '最长搁置 8 小时'),
      reason: note.min(1, '请填写搁置原因'),
    }),
    result: z.null(),
  },
  unshelve: {
    method: 'POST',
    path: '/mon/alarm/unshelve',
    access: 'mon:alarm:shelve',
    body: z.object({ ...target, note: note.default('') }),
    result: z.null(),
  },
  assign: {
    method: 'POST',
    path: '/mon/alarm/assign',
    access: 'mon:alarm:assign',
    /** User name; empty = unassigned. */
    body: z.object({ ...target, username: text(64), note: note.default('') }),
    result: z.null(),
  },
  comment: {
    method: 'POST',
    path: '/mon/alarm/comment',
    access: 'mon:alarm:comment',
    body: z.object({ id: rowId, note: note.min(1, '请输入内容') }),
    result: z.null(),
  },
  /** Ticks or unticks a line of the checklist. */
  check: {
    method: 'POST',
    path: '/mon/alarm/check',
    access: 'mon:alarm:ack',
    body: z.object({ id: rowId, index: z.number().int().min(0).max(50), done: z.boolean() }),
    result: z.null(),
  },
  /** Starts a drill: handled like an alarm, but excluded from counts and never sent outside the console. */
  drill: {
    method: 'POST',
    path: '/mon/alarm/drill',
    access: 'mon:alarm:drill',
    body: z.object({
      deviceId: rowId,
      /** Absent = the device as a whole. */
      channelNo: z.number().int().optional(),
      severity,
      /** Displayed as the reading that caused it. */
      value: z.number().finite().min(-1e9).max(1e9).optional(),
      minutes: z.number().int().min(1, '至少 1 分钟').max(MAX_DRILL_MIN, '最长 8 小时'),
      reason: note.min(1, '请填写演练原因'),
    }),
    result: z.object({ id: z.string(), no: z.string() }),
  },
  endDrill: {
    method: 'POST',
    path: '/mon/alarm/endDrill',
    access: 'mon:alarm:drill',
    body: z.object({ id: rowId, note: note.default('') }),
    result: z.null(),
  },
  exportXls: {
    ...exportEndpoint('/mon/alarm/exportXls', 'mon:alarm:export'),
    query: alarmListQuery,
    // Without the default: a body that names no view leaves the query's.
    body: alarmListQuery
      .omit({ pageNo: true, pageSize: true })
      .extend({ view: z.enum(ALARM_VIEWS).optional().catch(undefined) })
      .nullish(),
  },
})
