import { BREATH_METHODS, PLATE_PLACES } from '@natim/domain/breath-result'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { exportBody } from '../export.ts'
import { epochMs, listQuery, requiredText, rowId, text } from '../fields.ts'
import { ageBand, openQuery, sex, subjectCode, subjectView } from './subject.ts'

export const BREATH_STATUS_WORDS = {
  created: '已创建',
  sampling: '采样',
  analysing: '分析',
  resulted: '出结果',
  reviewed: '已复核',
  released: '已发布',
  invalid: '样本无效',
  cancelled: '已取消',
} as const
/** Pending step of a test in this status. */
export const BREATH_WAITS: Readonly<Partial<Record<BreathStatusWord, string>>> = {
  created: '待采样',
  sampling: '采样中',
  analysing: '分析中',
  resulted: '待复核',
  reviewed: '待发布',
}
export type BreathStatusWord = keyof typeof BREATH_STATUS_WORDS
export const NO_DIAGNOSIS = '本结果不作为诊断依据'
export const TO_CONFIRM = '需核酸 / 实验室确证'
export const SEX_WORDS = { male: '男', female: '女', unknown: '未知' } as const
export const CONFIRM_WORDS = { positive: '确证阳性', negative: '确证阴性' } as const

const status = z.enum(['created', 'sampling', 'analysing', 'resulted', 'reviewed', 'released', 'invalid', 'cancelled'])
export const breathMethod = z.enum(BREATH_METHODS)
export const breathVerdict = z.enum(['neg', 'presumptive', 'indeterminate'])
const confirmResult = z.enum(['positive', 'negative'])

export const breathRow = z.object({
  id: z.string(),
  no: z.string(),
  subjectId: z.string().nullable(),
  /** Masked unless the read was open. */
  subjectCode: z.string().nullable(),
  ageBand: ageBand.nullable(),
  sex: sex.nullable(),
  /** Start of its hour unless the read was open. */
  sampleMs: epochMs.nullable(),
  isOpen: z.boolean(),
  regionCode: z.string(),
  regionCode_dictText: z.string(),
  /** Only in open reads; others see only the city. */
  stationName: z.string().nullable(),
  deviceName: z.string(),
  method: breathMethod,
  status,
  verdict: breathVerdict.nullable(),
  score: z.number().nullable(),
  /** Whether all gates were passed; null before the measurement. */
  isAdequate: z.boolean().nullable(),
  exitReason: z.string().nullable(),
  confirmResult: confirmResult.nullable(),
  reviewedName: z.string().nullable(),
  sessionNo: z.string().nullable(),
  platePos: z.number().int().nullable(),
})
export type BreathRow = z.output<typeof breathRow>

export const breathModel = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  method: z.string(),
  sensitivity: z.number(),
  sensitivityLow: z.number(),
  sensitivityHigh: z.number(),
  specificity: z.number(),
  specificityLow: z.number(),
  specificityHigh: z.number(),
  trainedOn: z.number().int(),
  population: z.string(),
  cutOff: z.number(),
  doubtFrom: z.number(),
  variables: z.array(z.string()),
  source: z.string(),
})
export type BreathModel = z.output<typeof breathModel>

export const breathDetail = z.object({
  test: breathRow.extend({
    version: z.number().int(),
    createMs: epochMs,
    analyseMs: epochMs.nullable(),
    resultMs: epochMs.nullable(),
    operatorName: z.string().nullable(),
    volumeMl: z.number().nullable(),
    flowMls: z.number().nullable(),
    etco2: z.number().nullable(),
    ambientVoc: z.number().nullable(),
    ambientTemp: z.number().nullable(),
    ambientRh: z.number().nullable(),
    confidence: z.number().nullable(),
    confirmMethod: z.string().nullable(),
    confirmMs: epochMs.nullable(),
    reviewedMs: epochMs.nullable(),
    reviewNote: z.string().nullable(),
    releasedName: z.string().nullable(),
    releasedMs: epochMs.nullable(),
    releaseNote: z.string().nullable(),
    retestOf: z.object({ id: z.string(), no: z.string() }).nullable(),
    retests: z.array(z.object({ id: z.string(), no: z.string() })),
  }),
  subject: subjectView.nullable(),
  model: breathModel.nullable(),
  values: z.array(
    z.object({ metricCode: z.string(), value: z.number(), ambient: z.number().nullable(), unit: z.string() }),
  ),
  /** Oldest first; the last entry that changed the verdict is in force. */
  verdicts: z.array(
    z.object({
      atMs: epochMs,
      oldVerdict: breathVerdict.nullable(),
      newVerdict: breathVerdict,
      reason: z.string(),
      userName: z.string(),
    }),
  ),
  steps: z.array(
    z.object({ atMs: epochMs, status, action: z.string(), note: z.string().nullable(), userName: z.string() }),
  ),
  /** Other tests of the same person, newest first. */
  history: z.array(
    z.object({
      id: z.string(),
      no: z.string(),
      sampleMs: epochMs.nullable(),
      status,
      verdict: breathVerdict.nullable(),
      score: z.number().nullable(),
    }),
  ),
  hasChromatogram: z.boolean(),
  /** Neighbours in the list: newer and older. */
  newerId: z.string().nullable(),
  olderId: z.string().nullable(),
  /** Why the caller may not act despite the permission: review and release require a second person. */
  refusals: z.object({ review: z.string().optional(), release: z.string().optional() }),
})
export type BreathDetail = z.output<typeof breathDetail>

const printed = z.string().meta({ examples: ['128', '<5', '—'] })
/** A printed row of the summary: counts of fewer than five persons, and counts that would reveal them, are withheld. */
export const breathSummary = z.object({
  fromMs: epochMs,
  toMs: epochMs,
  bands: z.array(z.object({ ageBand: z.string(), valid: printed, presumptive: printed })),
  valid: printed,
  presumptive: printed,
  cities: z.array(z.object({ regionCode: z.string(), regionName: z.string(), valid: printed, presumptive: printed })),
})
export type BreathSummary = z.output<typeof breathSummary>

export const plateSession = z.object({
  sessionNo: z.string(),
  /** By position; missing positions are free. */
  wells: z.array(
    z.object({
      place: z.number().int().min(1).max(PLATE_PLACES),
      id: z.string(),
      no: z.string(),
      status,
      verdict: breathVerdict.nullable(),
    }),
  ),
})
export type PlateSession = z.output<typeof plateSession>

export const chromatogram = z.object({
  /** Retention time, s. */
  timesS: z.array(z.number()),
  /** Relative abundance, %. */
  sample: z.array(z.number()),
  ambient: z.array(z.number()),
  peaks: z.array(z.object({ metricCode: z.string(), timeS: z.number() })),
})
export type Chromatogram = z.output<typeof chromatogram>

/** The caller names the version it has seen (optimistic lock). */
const seen = { id: rowId, version: z.number().int().min(0) }
const note = text(300).nullish()
const done = z.null()
const test = '/mon/breath/test'

export const breathEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: `${test}/list`,
    access: 'mon:health:list',
    query: listQuery.extend({ open: openQuery }),
    result: page(breathRow),
  },
  get: {
    method: 'GET',
    path: `${test}/queryById`,
    access: 'mon:health:list',
    query: z.object({ id: rowId, open: openQuery }),
    result: breathDetail,
  },
  exportXls: {
    method: ['POST', 'GET'],
    path: `${test}/exportXls`,
    access: 'mon:health:export',
    wire: 'binary',
    query: listQuery.extend({ open: openQuery }),
    body: exportBody.nullish(),
    result: z.unknown(),
  },
  create: {
    method: 'POST',
    path: `${test}/add`,
    access: 'mon:health:edit',
    body: z.object({
      subjectCode,
      deviceId: rowId,
      method: breathMethod,
      sessionNo: text(40).nullish(),
      platePos: z.number().int().min(1).max(PLATE_PLACES).nullish(),
    }),
    result: z.object({ id: z.string(), no: z.string() }),
  },
  /** Another sample of the same person, after an invalid one. */
  retest: {
    method: 'POST',
    path: `${test}/retest`,
    access: 'mon:health:edit',
    body: z.object({ id: rowId }),
    result: z.object({ id: z.string(), no: z.string() }),
  },
  /** Links a sample to its person if the device did not know. */
  link: {
    method: 'POST',
    path: `${test}/link`,
    access: 'mon:health:edit',
    body: z.object({ ...seen, subjectCode }),
    result: done,
  },
  step: {
    method: 'POST',
    path: `${test}/step`,
    access: 'mon:health:edit',
    body: z.object({ ...seen, action: z.enum(['sample', 'analyse', 'cancel']), note }),
    result: done,
  },
  confirm: {
    method: 'POST',
    path: `${test}/confirm`,
    access: 'mon:health:edit',
    body: z.object({ ...seen, result: confirmResult, method: requiredText(40) }),
    result: done,
  },
  verdict: {
    method: 'POST',
    path: `${test}/verdict`,
    access: 'mon:health:review',
    body: z.object({ ...seen, verdict: breathVerdict, reason: requiredText(300) }),
    result: done,
  },
  review: {
    method: 'POST',
    path: `${test}/review`,
    access: 'mon:health:review',
    body: z.object({ ...seen, note }),
    result: done,
  },
  sendBack: {
    method: 'POST',
    path: `${test}/sendBack`,
    access: 'mon:health:release',
    body: z.object({ ...seen, note: requiredText(300) }),
    result: done,
  },
  release: {
    method: 'POST',
    path: `${test}/release`,
    access: 'mon:health:release',
    body: z.object({ ...seen, note }),
    result: done,
  },
  chromatogram: {
    method: 'GET',
    path: `${test}/chromatogram`,
    access: 'mon:health:list',
    query: z.object({ id: rowId }),
    result: chromatogram.nullable(),
  },
  plate: {
    method: 'GET',
    path: '/mon/breath/plate',
    access: 'mon:health:list',
    query: z.object({ sessionNo: requiredText(40) }),
    result: plateSession,
  },
  /** Counts of persons by age band and city over the last days. */
  summary: {
    method: 'GET',
    path: '/mon/breath/summary',
    access: 'mon:health:list',
    query: z.object({ days: z.coerce.number().int().min(1).max(90).catch(7) }),
    result: breathSummary,
  },
})
