import { MIN_HANDOVER_NOTE } from '@natim/domain/duty'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { dateText, epochMs, requiredText, rowId, text } from '../fields.ts'
import { alarmState } from './alarm.ts'
import { severity } from './rule-body.ts'

export const DUTY_LEVELS = { national: '国家', province: '省级', special: '专员' } as const
const level = z.enum(['national', 'province', 'special'], '请选择级别')

const shiftForm = z.object({
  /** Absent: create a new one. */
  id: rowId.optional(),
  name: requiredText(8),
  /** Minutes after midnight, GMT+8. */
  startMin: z.number().int().min(0).max(1_439, '开始时间不正确'),
  lengthMin: z.number().int().min(30, '至少 30 分钟').max(1_440, '最长 24 小时'),
})
const dutyShift = shiftForm.extend({ id: z.string() })
export type DutyShift = z.output<typeof dutyShift>

const teamForm = z.object({
  id: rowId.optional(),
  name: requiredText(40),
  level,
  /** Code of the department whose alarms (including lower departments) the team covers. */
  sysOrgCode: z
    .string()
    .regex(/^[A-Z]\d\d([A-Z]\d\d)*$/, '请选择部门')
    .meta({ examples: ['A01'] }),
  /** GB/T 2260 prefix; empty = the whole country. */
  regionCode: z
    .string()
    .regex(/^(\d{2}(\d{2}(\d{2})?)?)?$/, '行政区划代码不正确')
    .meta({ examples: ['32'] }),
  sortNo: z.number().int().min(0).max(9_999).default(10),
  shifts: z.array(shiftForm).min(1, '至少需要一个班次').max(8, '最多 8 个班次'),
})
export type DutyTeamForm = z.input<typeof teamForm>

/** People currently on duty. */
const onDuty = z.object({
  userId: z.string(),
  name: z.string(),
  shiftName: z.string(),
  toMs: epochMs,
  /** Masked. */
  phone: z.string().nullable(),
  /** Open alarms assigned to them. */
  load: z.number().int(),
  /** Since when the oldest alarm escalated to them has been waiting; null = none. */
  waitingSinceMs: epochMs.nullable(),
})
export type OnDuty = z.output<typeof onDuty>

const dutyTeam = teamForm.extend({
  id: z.string(),
  sortNo: z.number(),
  shifts: z.array(dutyShift),
  onDuty: onDuty.nullable(),
})
export type DutyTeam = z.output<typeof dutyTeam>

const dutyAssignment = z.object({
  id: z.string(),
  teamId: z.string(),
  shiftId: z.string(),
  /** `yyyy-MM-dd`, GMT+8. */
  day: z.string(),
  userId: z.string(),
  name: z.string(),
  /** Start of duty, inclusive; `toMs` is exclusive. */
  fromMs: epochMs,
  toMs: epochMs,
})
export type DutyAssignment = z.output<typeof dutyAssignment>

const swapSide = dutyAssignment.extend({ teamName: z.string(), shiftName: z.string(), restMs: z.number().nullable() })
const dutySwap = z.object({
  id: z.string(),
  state: z.enum(['asked', 'agreed']),
  reason: z.string(),
  /** The offered and the requested shift; `restMs` after the swap, null = no adjacent shift. */
  give: swapSide,
  take: swapSide,
  agreedMs: epochMs.nullable(),
})
export type DutySwap = z.output<typeof dutySwap>

const dutyBoard = z.object({
  nowMs: epochMs,
  /** Monday of the week. */
  week: z.string(),
  teams: z.array(dutyTeam),
  assignments: z.array(dutyAssignment),
  swaps: z.array(dutySwap),
})
export type DutyBoard = z.output<typeof dutyBoard>

const handoverItem = z.object({
  alarmId: z.string(),
  severity,
  title: z.string(),
  site: z.string(),
  state: alarmState,
  triggerMs: epochMs,
  account: z.string(),
})
export type HandoverItem = z.output<typeof handoverItem>

const handoverFigures = z.object({
  raised: z.number().int(),
  closed: z.number().int(),
  /** Mean time to acknowledge; null = nothing acknowledged. */
  ackS: z.number().nullable(),
  escalated: z.number().int(),
  open: z.number().int(),
})
export type HandoverFigures = z.output<typeof handoverFigures>

const dutyHandover = z.object({
  /** Null until something is written. */
  id: z.string().nullable(),
  assignmentId: z.string(),
  teamId: z.string(),
  teamName: z.string(),
  shiftName: z.string(),
  fromMs: epochMs,
  toMs: epochMs,
  fromUser: z.string(),
  fromName: z.string(),
  /** According to the roster until signed. */
  toUser: z.string().nullable(),
  toName: z.string().nullable(),
  nextShiftName: z.string().nullable(),
  figures: handoverFigures,
  note: z.string(),
  items: z.array(handoverItem),
  givenMs: epochMs.nullable(),
  takenMs: epochMs.nullable(),
  takenHere: z.boolean(),
  /** Read time: alarms raised later are handed over without an account. */
  asOfMs: epochMs,
})
export type DutyHandover = z.output<typeof dutyHandover>

const account = z.object({ alarmId: rowId, account: text(200) })
const draft = z.object({
  assignmentId: rowId,
  note: text(1_000),
  items: z.array(account).max(2_000, '最多 2000 条'),
})
const given = draft.extend({
  note: text(1_000)
    .refine((note) => [...note].length >= MIN_HANDOVER_NOTE, `交班说明至少 ${MIN_HANDOVER_NOTE} 个字`)
    .meta({ examples: ['设备正常，没有遗留报警，照常盯守。'] }),
  asOfMs: epochMs,
})
const done = z.null()

/** 值班与交接班. Limited by department and region of the team. */
export const dutyEndpoints = defineEndpoints({
  board: {
    method: 'GET',
    path: '/mon/duty/board',
    access: 'mon:duty:view',
    /** Any day of the week; the current week when absent. */
    query: z.object({ week: dateText.optional() }),
    result: dutyBoard,
  },
  /** People who can be assigned to a team. */
  candidates: {
    method: 'GET',
    path: '/mon/duty/candidates',
    access: 'mon:duty:edit',
    query: z.object({ teamId: rowId }),
    result: z.array(z.object({ userId: z.string(), name: z.string(), username: z.string() })),
  },
  saveTeam: {
    method: 'POST',
    path: '/mon/duty/saveTeam',
    access: 'mon:duty:edit',
    body: teamForm,
    result: z.object({ id: z.string() }),
  },
  deleteTeam: {
    method: 'DELETE',
    path: '/mon/duty/deleteTeam',
    access: 'mon:duty:edit',
    query: z.object({ id: rowId }),
    result: done,
  },
  /** Assigns or unassigns a person; `expected` is the assignment the planner saw. */
  assign: {
    method: 'PUT',
    path: '/mon/duty/assign',
    access: 'mon:duty:edit',
    body: z.object({ shiftId: rowId, day: dateText, userId: rowId.nullable(), expected: rowId.nullable() }),
    result: done,
  },
  /** Fills empty slots of a week from the previous week. */
  copyWeek: {
    method: 'POST',
    path: '/mon/duty/copyWeek',
    access: 'mon:duty:edit',
    body: z.object({ week: dateText }),
    result: z.object({ copied: z.number().int(), skipped: z.number().int() }),
  },
  askSwap: {
    method: 'POST',
    path: '/mon/duty/askSwap',
    access: 'mon:duty:handover',
    body: z.object({ giveId: rowId, takeId: rowId, reason: requiredText(200) }),
    result: z.object({ id: z.string() }),
  },
  /** The partner accepts or refuses; the requester withdraws. */
  answerSwap: {
    method: 'POST',
    path: '/mon/duty/answerSwap',
    access: 'mon:duty:handover',
    body: z.object({ id: rowId, answer: z.enum(['agree', 'refuse', 'withdraw']) }),
    result: done,
  },
  /** The roster planner approves or rejects a swap. */
  decideSwap: {
    method: 'POST',
    path: '/mon/duty/decideSwap',
    access: 'mon:duty:edit',
    body: z.object({ id: rowId, approve: z.boolean() }),
    result: done,
  },
  /** The next handover due in a team; null when nobody is on duty. */
  handover: {
    method: 'GET',
    path: '/mon/duty/handover',
    access: 'mon:duty:view',
    query: z.object({ teamId: rowId }),
    result: dutyHandover.nullable(),
  },
  /** Signed ones, newest first, at most 50. */
  handovers: {
    method: 'GET',
    path: '/mon/duty/handovers',
    access: 'mon:duty:view',
    query: z.object({ teamId: rowId }),
    result: z.array(dutyHandover),
  },
  saveDraft: {
    method: 'POST',
    path: '/mon/duty/saveDraft',
    access: 'mon:duty:handover',
    body: draft,
    result: done,
  },
  /** First signature: by the person on duty. */
  give: { method: 'POST', path: '/mon/duty/give', access: 'mon:duty:handover', body: given, result: done },
  /** Second signature, in the successor's own session. */
  take: {
    method: 'POST',
    path: '/mon/duty/take',
    access: 'mon:duty:handover',
    body: z.object({ assignmentId: rowId }),
    result: done,
  },
  /** Second signature on the screen of the first signer. */
  takeHere: {
    method: 'POST',
    path: '/mon/duty/takeHere',
    access: 'mon:duty:handover',
    body: z.object({
      assignmentId: rowId,
      username: requiredText(100),
      password: z.string().min(1, '请输入密码').max(200),
    }),
    result: done,
  },
})
