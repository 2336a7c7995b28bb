import { regionByCode } from '@natim/domain/regions'
import { AGE_BANDS, readSubjectCode } from '@natim/domain/subject'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { epochMs, listQuery, requiredText, rowId, text } from '../fields.ts'

export const ageBand = z.enum(AGE_BANDS)
export const sex = z.enum(['male', 'female', 'unknown'])
export const heightBand = z.enum(['<120', '120-149', '150-164', '165-179', '>=180'])

/** `open=true` requests codes and exact times: requires mon:health:view, and each such read is logged. */
export const openQuery = z.stringbool().or(z.boolean()).optional().catch(false)

/** A code as typed by a user, normalised. */
export const subjectCode = z
  .string()
  .meta({ examples: ['B-7K2Q8M3XTD'] })
  .transform((value, ctx) => {
    const code = readSubjectCode(value)
    if (code !== undefined) return code
    ctx.addIssue({ code: 'custom', message: '受试者码应为 B- 加 10 位字母或数字' })
    return z.NEVER
  })

const cityCode = z
  .string()
  .refine((code) => code.endsWith('00') && regionByCode(code) !== undefined, '请选择到城市')
  .meta({ examples: ['130100'] })

/** Encrypted content of the vault. */
export const identity = z.object({
  personName: requiredText(40),
  idCard: z
    .string()
    .trim()
    .regex(/^\d{17}[\dXx]$/, '身份证号应为 18 位')
    .meta({ examples: ['110101199003070000'] }),
  personPhone: z
    .string()
    .trim()
    .regex(/^1\d{10}$/, '手机号应为 11 位')
    .meta({ examples: ['13800000000'] }),
})
export type Identity = z.output<typeof identity>

export const subjectForm = z.object({
  ageBand,
  sex,
  heightBand: heightBand.nullish(),
  smoker: z.boolean().nullish(),
  pregnant: z.boolean().nullish(),
  conditions: z.array(requiredText(40)).max(20, '最多 20 项').default([]),
  consentId: requiredText(40),
  consentScope: z.array(z.enum(['screening', 'research', 'contact'])).min(1, '请选择同意范围'),
  regionCode: cityCode,
  identity: identity.nullish(),
})
export type SubjectForm = z.output<typeof subjectForm>

/** Data of a person visible to every user who may see persons. */
export const subjectView = z.object({
  id: z.string(),
  /** Masked unless the read was open. */
  subjectCode: z.string(),
  ageBand: ageBand.nullable(),
  sex,
  heightBand: heightBand.nullable(),
  smoker: z.boolean().nullable(),
  pregnant: z.boolean().nullable(),
  conditions: z.array(z.string()),
  regionCode: z.string(),
  regionCode_dictText: z.string(),
})
export type SubjectView = z.output<typeof subjectView>

export const accessRow = z.object({
  id: z.string(),
  atMs: epochMs,
  userName: z.string(),
  ip: z.string().nullable(),
  kind: z.enum(['list', 'detail', 'export', 'code', 'reid']),
  object: z.string(),
  subjects: z.array(z.string()),
  rows: z.number().int(),
})
export type AccessRow = z.output<typeof accessRow>

export const subjectEndpoints = defineEndpoints({
  add: {
    method: 'POST',
    path: '/mon/subject/add',
    access: 'mon:health:edit',
    body: subjectForm,
    result: z.object({ id: z.string(), subjectCode: z.string() }),
  },
  /** Reveals one code, with an entry in the access log. */
  code: {
    method: 'GET',
    path: '/mon/subject/code',
    access: 'mon:health:view',
    inView: 'private',
    query: z.object({ id: rowId }),
    result: z.object({ subjectCode: z.string() }),
  },
  /** Access log of personal data, newest first. */
  access: {
    method: 'GET',
    path: '/mon/subject/access',
    access: 'system:log:list',
    query: listQuery,
    result: page(accessRow),
  },
})

export const ACCESS_KINDS = { list: '列表', detail: '详情', export: '导出', code: '受试者码', reid: '身份' } as const
/** Accessed objects, by the name in the log. */
export const ACCESS_OBJECTS = {
  breath_test: '呼气检测',
  wearable: '可穿戴',
  wearable_timeline: '体征曲线',
  wearable_exposure: '个人暴露',
  wearable_device: '设备卫生',
  subject: '受试者',
  wx_image: '微信图片',
} as const

export const REID_STATES = { waiting: '待批准', approved: '已批准', refused: '已拒绝', viewed: '已查看' } as const
export const REID_MINUTES = 10

export const reidRow = z.object({
  id: z.string(),
  subjectCode: z.string(),
  reason: z.string(),
  caseNo: z.string(),
  state: z.enum(['waiting', 'approved', 'refused', 'viewed']),
  requestedName: z.string(),
  requestedMs: epochMs,
  decidedName: z.string().nullable(),
  decidedMs: epochMs.nullable(),
  decideNote: z.string().nullable(),
  viewedMs: epochMs.nullable(),
  /** End of the approved access; null when it cannot be viewed (any more). */
  openUntilMs: epochMs.nullable(),
  isOwn: z.boolean(),
})
export type ReidRow = z.output<typeof reidRow>

/**
 * Re-identification (domain §3.10): one person requests, another approves, the requester can view it once within ten
 * minutes.
 */
export const reidEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/mon/reid/list',
    access: 'mon:health:list',
    query: listQuery,
    result: page(reidRow),
  },
  request: {
    method: 'POST',
    path: '/mon/reid/request',
    access: 'mon:health:view',
    body: z.object({ subjectId: rowId, reason: requiredText(300), caseNo: requiredText(60) }),
    result: z.object({ id: z.string() }),
  },
  approve: {
    method: 'POST',
    path: '/mon/reid/approve',
    access: 'mon:health:reid',
    body: z.object({ id: rowId, isApproved: z.boolean(), note: text(300).nullish() }),
    result: z.null(),
  },
  view: {
    method: 'POST',
    path: '/mon/reid/view',
    access: 'mon:health:view',
    body: z.object({ id: rowId }),
    result: z.object({ subjectCode: z.string(), identity }),
  },
})
