import { keysOf } from '@natim/domain/record'
import { MAX_REVISITS, MAX_SAT_CHOICES, SAT_STATES } from '@natim/domain/sat-task'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, requiredText, rowId, text } from '../fields.ts'
import { satArea } from './sat-area.ts'
import { sensorType } from './satellite.resource.ts'

export const SAT_PURPOSES = {
  air: '大气',
  fire: '火点',
  flood: '洪涝',
  spill: '溢油',
  heat: '热异常',
  other: '其他',
} as const
export const SAT_PRIORITIES = { 1: '1 最高', 2: '2 高', 3: '3 一般', 4: '4 低', 5: '5 最低' } as const
export const REVISIT_MODES = { once: '单次', daily: '每天', every_n_days: '每隔数天' } as const
export const PRODUCT_LEVELS = { L0: 'L0', L1: 'L1', L2: 'L2', L3: 'L3', thematic: '专题' } as const
export const ACQUISITION_STATES = {
  planned: '已计划',
  acquiring: '成像中',
  downlinked: '已下传',
  processing: '处理中',
  delivered: '已交付',
  failed: '失败',
  cancelled: '已取消',
} as const

const state = z.enum(keysOf(SAT_STATES))
const count = z.number().int()
const ref = z.object({ id: rowId, version: count.min(1) })
const note = (label: string) => requiredText(300).describe(label)

const purpose = z.enum(['air', 'fire', 'flood', 'spill', 'heat', 'other'], '请选择用途')
const revisit = z.object({
  mode: z.enum(['once', 'daily', 'every_n_days']),
  n: count.min(1).max(30),
  count: count.min(1).max(MAX_REVISITS),
})

/** Inputs of the pass computation. */
const spec = {
  area: satArea,
  sensorType,
  /** Empty = all with the sensor. */
  satelliteIds: z.array(rowId).max(100),
  resMaxM: z.number().positive('须大于 0').max(50_000).nullable(),
  offNadirMax: z.number().min(0).max(60, '最大 60'),
  from: epochMs.min(0),
  to: epochMs.min(0),
}

/** A pass over an area (opportunity). */
export const satPass = z.object({
  satelliteId: rowId,
  satCode: z.string(),
  satName: z.string(),
  swathKm: z.number(),
  startMs: epochMs,
  /** Closest approach to the centre of the area. */
  peakMs: epochMs,
  endMs: epochMs,
  maxElev: z.number(),
  offNadir: z.number(),
  coveragePct: z.number(),
  sunElev: z.number(),
  /** Cell size at that off-nadir angle, m. */
  resM: z.number(),
  feasibility: z.number(),
  fault: z.enum(['off_nadir', 'coverage', 'night', 'resolution']).nullable(),
  footprint: z.array(z.tuple([z.number(), z.number()])),
  /** Ground points: longitude, latitude, epoch ms. */
  track: z.array(z.tuple([z.number(), z.number(), z.number()])),
})
export type SatPass = z.output<typeof satPass>

const storedPass = satPass.extend({ id: z.string(), rank: count.nullable() })
export type StoredPass = z.output<typeof storedPass>

const choice = z.object({ satelliteId: rowId, peakMs: epochMs })
const choices = z.array(choice).max(MAX_SAT_CHOICES, `最多 ${MAX_SAT_CHOICES} 个方案`)

export const satTaskForm = z.object({
  title: requiredText(80),
  purpose,
  priority: count.min(1).max(5),
  incident: text(64),
  ...spec,
  cloudPctMax: count.min(0).max(100).nullable(),
  revisit,
  remark: text(300),
  /** Best first; computed by the server. */
  choices,
})
export type SatTaskForm = z.output<typeof satTaskForm>

const person = z.object({ username: z.string(), name: z.string() }).nullable()

/** A task in lists. */
export const satTask = z.object({
  id: z.string(),
  no: z.string(),
  title: z.string(),
  purpose,
  priority: count,
  sensorType,
  state,
  version: count,
  regionCode: z.string(),
  areaKm2: z.number(),
  fromMs: epochMs,
  toMs: epochMs,
  revisit,
  parentId: z.string().nullable(),
  requestedBy: person,
  requestedMs: epochMs.nullable(),
  approvedBy: person,
  approvedMs: epochMs.nullable(),
  createMs: epochMs,
  /** Rank of the choice in progress; 0 before. */
  choiceRank: count,
  /** Start of the current choice, or of the first one. */
  nextPassMs: epochMs.nullable(),
})
export type SatTask = z.output<typeof satTask>

export const satProduct = z.object({
  id: z.string(),
  taskId: z.string(),
  taskNo: z.string(),
  taskTitle: z.string(),
  acquisitionId: z.string(),
  satCode: z.string(),
  level: z.enum(['L0', 'L1', 'L2', 'L3', 'thematic']),
  name: z.string(),
  format: z.string(),
  /** West, south, east, north. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  footprint: z.array(z.tuple([z.number(), z.number()])),
  tsMs: epochMs,
  sizeBytes: count,
  sha256: z.string(),
  /** STAC item. */
  stac: z.record(z.string(), z.unknown()),
})
export type SatProduct = z.output<typeof satProduct>

const acquisition = z.object({
  id: z.string(),
  passId: z.string(),
  satCode: z.string(),
  rank: count,
  plannedMs: epochMs,
  actualMs: epochMs.nullable(),
  state: z.enum(['planned', 'acquiring', 'downlinked', 'processing', 'delivered', 'failed', 'cancelled']),
  cloudPct: z.number().nullable(),
  quality: z.string().nullable(),
  failReason: z.string().nullable(),
})
export type SatAcquisition = z.output<typeof acquisition>

const logLine = z.object({
  id: z.string(),
  atMs: epochMs,
  action: z.string(),
  from: state.nullable(),
  to: state,
  who: z.string(),
  note: z.string(),
})
export type SatLogLine = z.output<typeof logLine>

export const satTaskDetail = satTask.extend({
  incident: z.string(),
  area: satArea,
  vertices: count,
  satelliteIds: z.array(z.string()),
  resMaxM: z.number().nullable(),
  cloudPctMax: z.number().nullable(),
  offNadirMax: z.number(),
  costEst: z.number().nullable(),
  remark: z.string(),
  providerRef: z.string().nullable(),
  /** Why it was refused, cancelled or failed. */
  reason: z.string().nullable(),
  /** Why the provider was recently unreachable. */
  trouble: z.string().nullable(),
  /** The caller may decide about it. */
  mayDecide: z.boolean(),
  /** Epoch of the oldest orbit data among its passes; null without passes. */
  tleEpochMs: epochMs.nullable(),
  passes: z.array(storedPass),
  acquisitions: z.array(acquisition),
  products: z.array(satProduct),
  log: z.array(logLine),
  children: z.array(z.object({ id: z.string(), no: z.string(), state, fromMs: epochMs, toMs: epochMs })),
})
export type SatTaskDetail = z.output<typeof satTaskDetail>

export const satTabs = ['open', 'submitted', 'running', 'delivered', 'over', 'all'] as const
export type SatTab = (typeof satTabs)[number]
export const MAX_TIMELINE_TASKS = 200
export const SHAPE_MAX_BYTES = 10 * 1024 * 1024

const task = satTask
const decided = { body: ref, result: task } as const

export const satEndpoints = defineEndpoints({
  /** Passes within (from, to] over an area; aborted when the caller disconnects. */
  passes: {
    method: 'POST',
    path: '/mon/sat/passes',
    access: 'mon:sat:view',
    inView: 'reads',
    body: z.object(spec),
    result: z.object({
      passes: z.array(satPass),
      satellites: count,
      tookMs: count,
      /** The first feasible pass after the window; only if there is none within. */
      nearestMs: epochMs.nullable(),
      /** Orbit data that are out of date. */
      stale: z.array(z.object({ satCode: z.string(), days: count })),
    }),
  },
  tasks: {
    method: 'GET',
    path: '/mon/sat/task/list',
    access: 'mon:sat:view',
    query: z.object({
      tab: z.enum(satTabs).default('open'),
      text: text(80).default(''),
      pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1),
      pageSize: z.coerce.number().int().min(1).max(100).catch(10),
    }),
    result: z.object({
      records: z.array(task),
      total: count,
      /** Number of tasks per tab, ignoring the search. */
      counts: z.record(z.enum(satTabs), count),
    }),
  },
  /** The tasks of a tab, as listed. */
  exportXls: {
    method: 'GET',
    path: '/mon/sat/task/exportXls',
    access: 'mon:sat:view',
    wire: 'binary',
    query: z.object({ tab: z.enum(satTabs).default('open'), text: text(80).default('') }),
    result: z.unknown(),
  },
  /** Tasks whose window overlaps (from, to], with the selected passes. */
  timeline: {
    method: 'GET',
    path: '/mon/sat/task/timeline',
    access: 'mon:sat:view',
    query: z.object({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) }),
    result: z.array(
      task.extend({
        passes: z.array(
          z.object({ id: z.string(), satCode: z.string(), rank: count, startMs: epochMs, endMs: epochMs }),
        ),
      }),
    ),
  },
  get: {
    method: 'GET',
    path: '/mon/sat/task/get',
    access: 'mon:sat:view',
    query: z.object({ id: rowId }),
    result: satTaskDetail,
  },
  add: { method: 'POST', path: '/mon/sat/task/add', access: 'mon:sat:add', body: satTaskForm, result: task },
  /** Drafts only. */
  edit: {
    method: 'PUT',
    path: '/mon/sat/task/edit',
    access: 'mon:sat:add',
    body: satTaskForm.extend(ref.shape),
    result: task,
  },
  submit: { method: 'POST', path: '/mon/sat/task/submit', access: 'mon:sat:add', ...decided },
  withdraw: { method: 'POST', path: '/mon/sat/task/withdraw', access: 'mon:sat:add', ...decided },
  revise: { method: 'POST', path: '/mon/sat/task/revise', access: 'mon:sat:add', ...decided },
  approve: {
    method: 'POST',
    path: '/mon/sat/task/approve',
    access: 'mon:sat:approve',
    body: ref.extend({ note: text(300).default('') }),
    result: task,
  },
  reject: {
    method: 'POST',
    path: '/mon/sat/task/reject',
    access: 'mon:sat:approve',
    body: ref.extend({ note: note('理由') }),
    result: task,
  },
  cancel: {
    method: 'POST',
    path: '/mon/sat/task/cancel',
    access: 'mon:sat:cancel',
    body: ref.extend({ note: note('理由') }),
    result: task,
  },
  /** Other passes within the same window, after every choice failed. */
  replan: {
    method: 'POST',
    path: '/mon/sat/task/replan',
    access: 'mon:sat:add',
    body: ref.extend({ choices: choices.min(1, '请选择过境') }),
    result: task,
  },
  close: { method: 'POST', path: '/mon/sat/task/close', access: 'mon:sat:add', ...decided },
  products: {
    method: 'GET',
    path: '/mon/sat/product/list',
    access: 'mon:sat:view',
    query: z.object({
      text: text(80).default(''),
      level: z.enum(['', 'L0', 'L1', 'L2', 'L3', 'thematic']).default(''),
      pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1),
      pageSize: z.coerce.number().int().min(1).max(100).catch(12),
    }),
    result: z.object({ records: z.array(satProduct), total: count }),
  },
  /** Thumbnail, or the product itself. */
  thumb: {
    method: 'GET',
    path: '/mon/sat/product/thumb',
    access: 'mon:sat:view',
    wire: 'binary',
    query: z.object({ id: rowId }),
    result: z.unknown(),
  },
  file: {
    method: 'GET',
    path: '/mon/sat/product/file',
    access: 'mon:sat:product',
    wire: 'binary',
    query: z.object({ id: rowId }),
    result: z.unknown(),
  },
})

/** In a scope that accepts multipart bodies: converts a zipped shapefile to an area. */
export const satAreaEndpoints = defineEndpoints({
  readShape: {
    method: 'POST',
    path: '/mon/sat/area/shape',
    access: 'mon:sat:add',
    inView: 'reads',
    result: z.object({ area: satArea, shapes: count }),
  },
})
