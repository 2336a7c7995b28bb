import { keysOf } from '@natim/domain/record'
import {
  MAX_WX_BLOCKS,
  MAX_WX_SUMMARY,
  MAX_WX_TITLE,
  WX_AUDIENCES,
  WX_PRODUCT_STATES,
  WX_PRODUCT_TYPES,
} from '@natim/domain/wx-product'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { exportEndpoint } from '../export.ts'
import { dateText, epochMs, listQuery, requiredText, rowId, text } from '../fields.ts'

const state = z.enum(keysOf(WX_PRODUCT_STATES))
const type = z.enum(keysOf(WX_PRODUCT_TYPES), '请选择类型')
const audience = z.enum(keysOf(WX_AUDIENCES))
const count = z.number().int()
const ref = z.object({ id: rowId, version: count.min(1) })
const note = requiredText(300)

const blockId = z
  .string()
  .regex(/^\w{1,16}$/)
  .meta({ examples: ['b1'] })
/** Line breaks are kept as paragraphs. */
const paragraphs = z
  .string()
  .max(5_000, '最多 5000 个字符')
  .regex(/^[^\p{Cs}\0]*$/u, '含有非法字符')
const span = z.enum(['hour', 'day'])
const place = z.enum(['city', 'station'])
const filePath = z
  .string()
  .regex(/^[\w-]{1,32}\/[\w.-]{1,120}$/, '请上传图片')
  .meta({ examples: ['wx/0123456789abcdef_1.png'] })

/** A part of the body. Figures of the network are kept in the snapshot instead. */
export const wxBlock = z.discriminatedUnion('type', [
  z.object({ id: blockId, type: z.literal('text'), heading: text(40), text: paragraphs }),
  z.object({ id: blockId, type: z.literal('image'), path: filePath, caption: text(80) }),
  z.object({ id: blockId, type: z.literal('air'), span, place, toMs: epochMs.min(0), rows: count.min(1).max(50) }),
  z.object({
    id: blockId,
    type: z.literal('curve'),
    span,
    place,
    placeId: rowId,
    toMs: epochMs.min(0),
    count: count.min(2).max(72),
  }),
  z.object({
    id: blockId,
    type: z.literal('alarms'),
    days: count.min(1).max(90),
    toMs: epochMs.min(0),
    severityMax: count.min(1).max(5),
    rows: count.min(0).max(30),
  }),
])
const blocks = z
  .array(wxBlock)
  .max(MAX_WX_BLOCKS, `最多 ${MAX_WX_BLOCKS} 段`)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, '内容块编号重复')

const share = z.number().min(0).max(1)
/** Left, top, right, bottom as shares of the picture. */
const crop = z
  .tuple([share, share, share, share])
  .refine(([left, top, right, bottom]) => left < right && top < bottom, '裁剪范围不正确')
  .meta({ examples: [[0, 0.1, 1, 0.9]] })
const cover = z.object({ path: filePath, wide: crop, square: crop })
export type WxCover = z.output<typeof cover>

const causeKind = z.enum(['alarm', 'nbc'])
const severity = count.min(1).max(5)

const content = {
  title: requiredText(MAX_WX_TITLE),
  summary: text(MAX_WX_SUMMARY),
  type,
  /** Severity of a warning, 1 is the gravest; null otherwise. */
  severity: severity.nullable(),
  cover: cover.nullable(),
  blocks,
}
export const wxProductForm = z.object({
  ...content,
  audience,
  /** Six digits; empty = the whole country. */
  regionCode: z
    .union([z.literal(''), z.string().regex(/^\d{6}$/, '行政区划代码应为 6 位数字')])
    .meta({ examples: ['320000'] }),
  drill: z.boolean(),
  cause: z.object({ kind: causeKind, id: rowId }).nullable(),
})
export type WxProductForm = z.output<typeof wxProductForm>

const cell = z.union([z.string(), z.number(), z.null()])
const figures = z.object({
  title: z.string(),
  lead: z.string(),
  columns: z.array(z.string()).readonly(),
  rows: z.array(z.array(cell).readonly()).readonly(),
  points: z.array(z.tuple([epochMs, z.number().nullable()]).readonly()).readonly(),
  asOfMs: epochMs,
})
const snapshot = z.object({ takenMs: epochMs, figures: z.record(z.string(), figures) })

const person = z.object({ username: z.string(), name: z.string() }).nullable()
const stats = z.object({ read: count, like: count, share: count, fav: count })

/** A product in lists. */
export const wxProduct = z.object({
  id: z.string(),
  no: z.string(),
  title: z.string(),
  summary: z.string(),
  type,
  severity: severity.nullable(),
  audience,
  regionCode: z.string(),
  drill: z.boolean(),
  causeNo: z.string().nullable(),
  cover: cover.nullable(),
  state,
  version: count,
  contentNo: count,
  editedBy: person,
  submittedBy: person,
  approvedBy: person,
  updateMs: epochMs,
  scheduleMs: epochMs.nullable(),
  publishMs: epochMs.nullable(),
  recallMs: epochMs.nullable(),
  /** Recalled here, but still present in the account. */
  isRemovalDue: z.boolean(),
  /** Why it was returned, recalled or failed. */
  reason: z.string().nullable(),
  /** Why the account was recently unreachable. */
  trouble: z.string().nullable(),
  url: z.string().nullable(),
  /** Handed to the account, which never reported the outcome. */
  isUnsure: z.boolean(),
  /** Who declared it as never published; another person has to confirm. */
  lost: z.object({ username: z.string(), name: z.string(), atMs: epochMs }).nullable(),
  stats,
})
export type WxProduct = z.output<typeof wxProduct>

const contentVersion = z.object({
  no: count,
  atMs: epochMs,
  editor: z.string(),
  title: z.string(),
  summary: z.string(),
  blocks: z.array(wxBlock),
  snapshot,
})
export type WxContentVersion = z.output<typeof contentVersion>

export const wxProductDetail = wxProduct.extend({
  blocks: z.array(wxBlock),
  snapshot,
  cause: z.object({ kind: causeKind, id: z.string(), no: z.string(), severity, title: z.string() }).nullable(),
  /** Data blocks whose source has changed since; only while relevant. */
  stale: z.array(z.string()),
  /** Why the warning cannot be submitted as it is. */
  fault: z.string().nullable(),
  mayDecide: z.boolean(),
  /** Why the caller may not approve it; null = allowed, or no permission anyway. */
  decideFault: z.string().nullable(),
  attempts: count,
  /** Reference for comparison: its previously approved text, else the previous issue; null if there is none. */
  before: contentVersion.extend({ label: z.string() }).nullable(),
  versions: z.array(z.object({ no: count, atMs: epochMs, editor: z.string() })),
  log: z.array(
    z.object({
      id: z.string(),
      atMs: epochMs,
      action: z.string(),
      from: state.nullable(),
      to: state,
      who: z.string(),
      note: z.string(),
    }),
  ),
  days: z.array(stats.extend({ day: z.string() })),
})
export type WxProductDetail = z.output<typeof wxProductDetail>

export const wxTabs = ['all', 'writing', 'review', 'waiting', 'published', 'trouble', 'over'] as const
export type WxTab = (typeof wxTabs)[number]
const tab = z.enum(wxTabs)

const asked = {
  tab: tab.default('all').catch('all'),
  type: z
    .union([type, z.literal('')])
    .default('')
    .catch(''),
  text: text(80).default(''),
}
const decided = { body: ref, result: wxProduct } as const

export const wxProductEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/mon/wx/product/list',
    access: 'mon:wx:product:view',
    query: z.object({
      ...asked,
      pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1),
      pageSize: z.coerce.number().int().min(1).max(100).catch(10),
    }),
    result: z.object({ records: z.array(wxProduct), total: count, counts: z.record(tab, count) }),
  },
  exportXls: {
    ...exportEndpoint('/mon/wx/product/exportXls', 'mon:wx:product:view'),
    query: listQuery.extend(asked),
  },
  get: {
    method: 'GET',
    path: '/mon/wx/product/get',
    access: 'mon:wx:product:view',
    query: z.object({ id: rowId }),
    result: wxProductDetail,
  },
  /** Products scheduled or published in (from, to]. */
  calendar: {
    method: 'GET',
    path: '/mon/wx/product/calendar',
    access: 'mon:wx:product:view',
    query: z.object({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) }),
    result: z.array(wxProduct),
  },
  /** Readers of the articles published in the last days, by day of publication. */
  stats: {
    method: 'GET',
    path: '/mon/wx/product/stats',
    access: 'mon:wx:product:view',
    query: z.object({ days: z.coerce.number().int().min(1).max(90).catch(30) }),
    result: z.object({
      total: stats.extend({ articles: count }),
      days: z.array(stats.extend({ day: dateText, articles: count })),
      top: z.array(wxProduct),
    }),
  },
  /** Forbidden words with replacements: items of the dictionary mon_wx_word. */
  words: {
    method: 'GET',
    path: '/mon/wx/product/words',
    access: 'mon:wx:product:view',
    result: z.array(z.object({ word: z.string(), advice: z.string() })),
  },
  /** Alarms and events usable as the cause of a warning, newest first. */
  causes: {
    method: 'GET',
    path: '/mon/wx/product/causes',
    access: 'mon:wx:product:edit',
    query: z.object({ text: text(80).default('') }),
    result: z.array(
      z.object({
        kind: causeKind,
        id: z.string(),
        no: z.string(),
        title: z.string(),
        severity,
        drill: z.boolean(),
        tsMs: epochMs,
      }),
    ),
  },
  /** Current figures of data blocks, for the preview; saving takes new ones. */
  figures: {
    method: 'POST',
    path: '/mon/wx/product/figures',
    access: 'mon:wx:product:edit',
    inView: 'reads',
    body: z.object({ regionCode: wxProductForm.shape.regionCode, blocks }),
    result: snapshot,
  },
  add: {
    method: 'POST',
    path: '/mon/wx/product/add',
    access: 'mon:wx:product:edit',
    body: wxProductForm,
    result: wxProduct,
  },
  /** Only drafts and returned products. */
  edit: {
    method: 'PUT',
    path: '/mon/wx/product/edit',
    access: 'mon:wx:product:edit',
    body: wxProductForm.extend({
      ...ref.shape,
      /** Recomputes the figures; otherwise they stay while the blocks' queries are unchanged. */
      refresh: z.boolean(),
    }),
    result: wxProduct,
  },
  submit: { method: 'POST', path: '/mon/wx/product/submit', access: 'mon:wx:product:edit', ...decided },
  withdraw: { method: 'POST', path: '/mon/wx/product/withdraw', access: 'mon:wx:product:edit', ...decided },
  revise: { method: 'POST', path: '/mon/wx/product/revise', access: 'mon:wx:product:edit', ...decided },
  archive: { method: 'POST', path: '/mon/wx/product/archive', access: 'mon:wx:product:edit', ...decided },
  approve: {
    method: 'POST',
    path: '/mon/wx/product/approve',
    access: 'mon:wx:product:approve',
    body: ref.extend({ note: text(300).default('') }),
    result: wxProduct,
  },
  return: {
    method: 'POST',
    path: '/mon/wx/product/return',
    access: 'mon:wx:product:approve',
    body: ref.extend({ note }),
    result: wxProduct,
  },
  /** At a future time, or immediately. */
  schedule: {
    method: 'POST',
    path: '/mon/wx/product/schedule',
    access: 'mon:wx:product:publish',
    body: ref.extend({ atMs: epochMs.min(0).nullable() }),
    result: wxProduct,
  },
  unschedule: { method: 'POST', path: '/mon/wx/product/unschedule', access: 'mon:wx:product:publish', ...decided },
  retry: { method: 'POST', path: '/mon/wx/product/retry', access: 'mon:wx:product:publish', ...decided },
  /** Declares that the account never published it, with the evidence checked. */
  lose: {
    method: 'POST',
    path: '/mon/wx/product/lose',
    access: 'mon:wx:product:publish',
    body: ref.extend({ note }),
    result: wxProduct,
  },
  /** Confirms that as another person: from then on it can be published again as new. */
  forget: { method: 'POST', path: '/mon/wx/product/forget', access: 'mon:wx:product:approve', ...decided },
  recall: {
    method: 'POST',
    path: '/mon/wx/product/recall',
    access: 'mon:wx:product:recall',
    body: ref.extend({ note }),
    result: wxProduct,
  },
})
