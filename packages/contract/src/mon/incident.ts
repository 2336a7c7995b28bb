import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { INCIDENT_ENTRY, INCIDENT_STATUS, INCIDENT_TYPE } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { epochMs, idList, listQuery, requiredText, rowId, text } from '../fields.ts'
import { alarmRow } from './alarm.ts'

const type = z.enum(keysOf(INCIDENT_TYPE), '请选择事件类型')
const status = z.enum(keysOf(INCIDENT_STATUS))
/** Ⅰ is the gravest. */
const level = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], '请选择事件级别')

export const incidentRow = z.object({
  id: z.string(),
  /** `INC20261121-03` */
  no: z.string(),
  title: z.string(),
  type,
  type_dictText: z.string(),
  level,
  level_dictText: z.string(),
  status,
  status_dictText: z.string(),
  leadName: z.string(),
  regionCode: z.string(),
  regionText: z.string(),
  startMs: epochMs,
  closedMs: epochMs.nullable(),
  drill: z.boolean(),
  /** Its alarms visible to the reader, and the unacknowledged ones among them. */
  alarmCount: z.number().int(),
  unackedCount: z.number().int(),
  version: z.number().int(),
})
export type IncidentRow = z.output<typeof incidentRow>

export const incidentEntry = z.object({
  seq: z.number().int(),
  tsMs: epochMs,
  kind: z.enum(keysOf(INCIDENT_ENTRY)),
  kind_dictText: z.string(),
  text: z.string(),
  authorName: z.string(),
  alarmId: z.string().nullable(),
  /** The entry corrected by this one; it stays, struck through. */
  corrects: z.number().int().nullable(),
})
export type IncidentEntry = z.output<typeof incidentEntry>

export const incidentDetail = z.object({
  incident: incidentRow,
  /** Newest first; never changed. */
  entries: z.array(incidentEntry),
  alarms: z.array(alarmRow),
})
export type IncidentDetail = z.output<typeof incidentDetail>

const alarmIds = idList.pipe(z.array(z.string()).max(200, '一次最多处理 200 条'))
const note = text(500)

/** 事件 (domain §3.9): groups alarms that belong together. */
export const incidentEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/mon/incident/list',
    access: 'mon:incident:view',
    query: listQuery,
    result: page(incidentRow),
  },
  detail: {
    method: 'GET',
    path: '/mon/incident/queryById',
    access: 'mon:incident:view',
    query: z.object({ id: rowId }),
    result: incidentDetail,
  },
  /** 转事件: creates one from alarms, all or none. @throws alarm.in_incident, incident.drill_mix */
  add: {
    method: 'POST',
    path: '/mon/incident/add',
    access: 'mon:incident:edit',
    body: z.object({ ids: alarmIds, title: requiredText(120), type, level, note: note.default('') }),
    result: z.object({ id: z.string(), no: z.string() }),
  },
  /** Links further alarms to one that is not closed. @throws alarm.in_incident, incident.drill_mix, incident.closed */
  link: {
    method: 'POST',
    path: '/mon/incident/link',
    access: 'mon:incident:edit',
    body: z.object({ id: rowId, ids: alarmIds, note: note.default('') }),
    result: z.object({ id: z.string(), no: z.string() }),
  },
  /** Unlinks alarms. @throws incident.closed, incident.not_in */
  unlink: {
    method: 'POST',
    path: '/mon/incident/unlink',
    access: 'mon:incident:edit',
    body: z.object({ id: rowId, ids: alarmIds, note: requiredText(500) }),
    result: z.null(),
  },
  /** Adds a timeline entry, also to a closed incident. @throws row.not_found */
  entry: {
    method: 'POST',
    path: '/mon/incident/entry',
    access: 'mon:incident:edit',
    body: z.object({
      id: rowId,
      kind: z.enum(['note', 'action', 'measure']),
      text: requiredText(1_000),
      corrects: z.number().int().min(1).optional(),
    }),
    result: z.null(),
  },
  /** @throws incident.closed, incident.alarms_active, row.conflict */
  move: {
    method: 'POST',
    path: '/mon/incident/move',
    access: 'mon:incident:edit',
    body: z.object({ id: rowId, version: z.number().int().positive(), status, note: requiredText(500) }),
    result: z.object({ status, version: z.number().int() }),
  },
})
