import { MAX_HAZARD_KM } from '@natim/domain/nbc/hazard'
import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { AGENT_CLASS, DEVICE_STATUS, NBC_REJECT_REASON, NBC_STATE, NBC_TYPE } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { exportBody } from '../export.ts'
import { epochMs, listQuery, requiredText, rowId, text } from '../fields.ts'
import { severity } from './rule-body.ts'

const type = z.enum(keysOf(NBC_TYPE))
const state = z.enum(keysOf(NBC_STATE))
const rejectReason = z.enum(keysOf(NBC_REJECT_REASON), '请选择排除原因')
const agentClass = z.enum(keysOf(AGENT_CLASS))

/** Wind at the time of an event, and where it was measured. */
export const nbcWind = z.object({
  fromDeg: z.number(),
  speedMs: z.number(),
  stationName: z.string(),
  distanceKm: z.number(),
  tsMs: epochMs,
})
export type NbcWind = z.output<typeof nbcWind>

/** A step proposed by one person and not yet approved by another. */
const proposal = z.object({
  to: state,
  by: z.string(),
  name: z.string(),
  atMs: epochMs,
  note: z.string(),
  reason: rejectReason.nullable(),
})

export const nbcEventRow = z.object({
  id: z.string(),
  no: z.string(),
  type,
  type_dictText: z.string(),
  source: z.enum(['device', 'alarm', 'drill']),
  state,
  state_dictText: z.string(),
  severity,
  /** Level reported by the detector; graver than `severity` while unverified. */
  level: severity,
  corroborated: z.boolean(),
  drill: z.boolean(),
  deviceId: z.string(),
  deviceName: z.string(),
  clientId: z.string(),
  stationName: z.string().nullable(),
  regionCode: z.string(),
  regionCode_dictText: z.string(),
  tsMs: epochMs,
  agentClass: agentClass.nullable(),
  agentClass_dictText: z.string(),
  agentName: z.string().nullable(),
  agentConfidence: z.number().nullable(),
  bars: z.number().int().nullable(),
  value: z.number().nullable(),
  unit: z.string().nullable(),
  alarmId: z.string().nullable(),
  alarmNo: z.string().nullable(),
  proposal: proposal.nullable(),
  version: z.number().int(),
})
export type NbcEventRow = z.output<typeof nbcEventRow>

export const nbcEventStep = z.object({
  seq: z.number().int(),
  tsMs: epochMs,
  actorName: z.string(),
  action: z.enum(['detect', 'corroborate', 'propose', 'decide', 'agree', 'decline', 'report']),
  from: state.nullable(),
  to: state.nullable(),
  note: z.string().nullable(),
})
export type NbcEventStep = z.output<typeof nbcEventStep>

export const nbcReport = z.object({
  id: z.string(),
  kind: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)]),
  seq: z.number().int(),
  body: z.record(z.string(), z.unknown()),
  status: z.enum(['draft', 'sent']),
  authorName: z.string(),
  createMs: epochMs,
  sentName: z.string().nullable(),
  sentMs: epochMs.nullable(),
  version: z.number().int(),
})
export type NbcReport = z.output<typeof nbcReport>

export const nbcEventDetail = z.object({
  event: nbcEventRow,
  deviceStatus: z.enum(keysOf(DEVICE_STATUS)),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  isotopes: z.array(z.object({ nuclide: z.string(), conf: z.number().nullable() })),
  rejectReason: rejectReason.nullable(),
  wind: nbcWind.nullable(),
  steps: z.array(nbcEventStep),
  reports: z.array(nbcReport),
  /** Whether it may be published. */
  mayLeave: z.boolean(),
  /** Other events of the same type within 20 km and 30 minutes. */
  nearby: z.array(nbcEventRow.pick({ id: true, no: true, deviceName: true, tsMs: true, state: true })),
})
export type NbcEventDetail = z.output<typeof nbcEventDetail>

export const nbcHazard = z.object({
  area: z
    .object({
      kind: z.enum(['circle', 'wedge']),
      corners: z.array(z.object({ lng: z.number(), lat: z.number() })),
      radiusKm: z.number(),
      towardsDeg: z.number().nullable(),
    })
    .nullable(),
  wind: nbcWind.nullable(),
  /** Description of the area, or the reason why there is none. */
  text: z.string(),
  banner: z.string(),
})
export type NbcHazard = z.output<typeof nbcHazard>

export const nbcDrill = z.object({
  id: z.string(),
  title: z.string(),
  startedName: z.string(),
  startedMs: epochMs,
  untilMs: epochMs,
  /** Members of its department may end it; lower departments only see it. */
  mayEnd: z.boolean(),
})
export type NbcDrill = z.output<typeof nbcDrill>

const oneEvent = z.object({ id: rowId, version: z.number().int().positive() })
const km = z.coerce.number().min(0.1).max(MAX_HAZARD_KM)
export const MAX_DRILL_MINUTES = 480

/** 核生化事件 and drills (domain §3.12). */
export const nbcEventEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/mon/nbc/event/list',
    access: 'mon:nbc:view',
    query: listQuery,
    result: page(nbcEventRow),
  },
  /** By state, for visible events; drills excluded. */
  counts: {
    method: 'GET',
    path: '/mon/nbc/event/counts',
    access: 'mon:nbc:view',
    result: z.object({
      states: z.record(state, z.number().int()),
      proposed: z.number().int(),
      drills: z.number().int(),
    }),
  },
  detail: {
    method: 'GET',
    path: '/mon/nbc/event/:id/detail',
    access: 'mon:nbc:view',
    params: z.object({ id: rowId }),
    result: nbcEventDetail,
  },
  hazardArea: {
    method: 'GET',
    path: '/mon/nbc/event/:id/hazardArea',
    access: 'mon:nbc:view',
    params: z.object({ id: rowId }),
    query: z.object({ closeKm: km.optional(), downwindKm: km.optional() }),
    result: nbcHazard,
  },
  /** Takes the next step; for the gravest level it is only a proposal. @throws nbc.state, nbc.proposed, row.conflict */
  verify: {
    method: 'POST',
    path: '/mon/nbc/event/verify',
    access: 'mon:nbc:verify',
    body: oneEvent.extend({
      to: z.enum(['local_confirmed', 'lab_confirmed', 'rejected']),
      note: requiredText(500),
      reason: rejectReason.optional(),
    }),
    result: z.object({ state, version: z.number().int() }),
  },
  /** Approval by the second person. @throws nbc.same_person */
  agree: {
    method: 'POST',
    path: '/mon/nbc/event/agree',
    access: 'mon:nbc:verify',
    body: oneEvent.extend({ note: text(500).default('') }),
    result: z.object({ state, version: z.number().int() }),
  },
  /** Declines a proposal, or withdraws the caller's own. */
  decline: {
    method: 'POST',
    path: '/mon/nbc/event/decline',
    access: 'mon:nbc:verify',
    body: oneEvent.extend({ note: requiredText(500) }),
    result: z.object({ state, version: z.number().int() }),
  },
  /** Saves a new draft, or the next version of one. */
  saveReport: {
    method: 'POST',
    path: '/mon/nbc/report/save',
    access: 'mon:nbc:report',
    body: z.object({
      id: rowId.optional(),
      version: z.number().int().positive().optional(),
      eventId: rowId,
      kind: nbcReport.shape.kind,
      body: z.record(z.string().max(40), z.unknown()).meta({ examples: [{ observer: '值班一', place: '南门' }] }),
    }),
    result: nbcReport,
  },
  /** Irreversible. @throws nbc.report_incomplete, nbc.unverified */
  sendReport: {
    method: 'POST',
    path: '/mon/nbc/report/send',
    access: 'mon:nbc:report',
    body: oneEvent,
    result: nbcReport,
  },
  exportXls: {
    method: ['POST', 'GET'],
    path: '/mon/nbc/event/exportXls',
    access: 'mon:nbc:export',
    wire: 'binary',
    query: listQuery,
    body: exportBody.nullish(),
    result: z.unknown(),
  },
  /** The current drill of the caller. */
  drill: { method: 'GET', path: '/mon/nbc/drill/current', access: 'mon:nbc:view', result: nbcDrill.nullable() },
  startDrill: {
    method: 'POST',
    path: '/mon/nbc/drill/start',
    access: 'mon:nbc:drill',
    body: z.object({
      title: requiredText(80),
      minutes: z.number('请输入时长').int().min(5, '至少 5 分钟').max(MAX_DRILL_MINUTES, '最长 8 小时'),
    }),
    result: nbcDrill,
  },
  endDrill: {
    method: 'POST',
    path: '/mon/nbc/drill/end',
    access: 'mon:nbc:drill',
    body: z.object({ id: rowId }),
    result: z.null(),
  },
  /** Creates a simulated event: it raises no alarm and notifies nobody. */
  playEvent: {
    method: 'POST',
    path: '/mon/nbc/drill/event',
    access: 'mon:nbc:drill',
    body: z.object({
      deviceId: rowId,
      level: severity,
      agentClass: agentClass.optional(),
      bars: z.number().int().min(0).max(8).optional(),
      value: z.number().min(0).max(10_000_000).optional(),
      note: requiredText(200),
    }),
    result: z.object({ id: z.string(), no: z.string() }),
  },
})
