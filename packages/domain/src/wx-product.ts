/** In stepper order; the side exits come last. */
export const WX_PRODUCT_STATES = {
  draft: '草稿',
  in_review: '待审核',
  approved: '已批准',
  scheduled: '待发布',
  publishing: '发布中',
  published: '已发布',
  returned: '已退回',
  failed: '发布失败',
  recalled: '已撤回',
  archived: '已归档',
} as const
export type WxProductState = keyof typeof WX_PRODUCT_STATES

export const WX_PRODUCT_TYPES = {
  daily: '日报',
  weekly: '周报',
  warning: '预警',
  map: '专题图',
  article: '图文',
  qa: '科普',
  survey: '问卷',
} as const
export type WxProductType = keyof typeof WX_PRODUCT_TYPES

export const WX_AUDIENCES = { public: '公众', subscribers: '订阅用户', tag: '标签用户' } as const
export type WxAudience = keyof typeof WX_AUDIENCES

/** Actions on a product. The last three are done by the worker, not by users. */
export const WX_PRODUCT_ACTIONS = {
  submit: '提交审核',
  withdraw: '撤回送审',
  return: '退回',
  approve: '批准',
  revise: '改为草稿',
  schedule: '安排发布',
  unschedule: '取消安排',
  retry: '重试发布',
  recall: '撤回',
  archive: '归档',
  lose: '申报未发出',
  forget: '确认未发出',
  start: '开始发布',
  publish: '发布成功',
  fail: '发布失败',
} as const
export type WxProductAction = keyof typeof WX_PRODUCT_ACTIONS

/** domain §3.14: allowed source states and the target of each action. */
const TABLE: Readonly<
  Record<WxProductAction, { readonly from: readonly WxProductState[]; readonly to: WxProductState }>
> = {
  submit: { from: ['draft', 'returned'], to: 'in_review' },
  withdraw: { from: ['in_review'], to: 'draft' },
  return: { from: ['in_review'], to: 'returned' },
  approve: { from: ['in_review'], to: 'approved' },
  revise: { from: ['approved', 'failed'], to: 'draft' },
  schedule: { from: ['approved'], to: 'scheduled' },
  unschedule: { from: ['scheduled'], to: 'approved' },
  retry: { from: ['failed'], to: 'scheduled' },
  recall: { from: ['published'], to: 'recalled' },
  archive: { from: ['draft', 'returned', 'published'], to: 'archived' },
  lose: { from: ['failed'], to: 'failed' },
  forget: { from: ['failed'], to: 'failed' },
  start: { from: ['scheduled'], to: 'publishing' },
  publish: { from: ['publishing'], to: 'published' },
  fail: { from: ['scheduled', 'publishing'], to: 'failed' },
}

/** State after an action; undefined if it is not allowed. */
export function nextWxProductState(state: WxProductState, action: WxProductAction): WxProductState | undefined {
  const { from, to } = TABLE[action]
  return from.includes(state) ? to : undefined
}

export const canWxProduct = (state: WxProductState, action: WxProductAction): boolean =>
  nextWxProductState(state, action) !== undefined

/** States in which the text can be edited. */
export const WX_EDITABLE: readonly WxProductState[] = ['draft', 'returned']

/** Warnings of this severity or graver are approved by the national duty officer (domain §3.14). */
export const GRAVE_SEVERITY = 2

export interface WxWarning {
  readonly type: WxProductType
  /** 1 is the gravest; null = no warning. */
  readonly severity: number | null
}

export const isGraveWarning = ({ type, severity }: WxWarning): boolean =>
  type === 'warning' && severity !== null && severity <= GRAVE_SEVERITY

/** The basis of a warning in its current state. */
export interface WxCause {
  /** Its number, as shown to users. */
  readonly no: string
  /** At most 3 for a single unverified detector (domain §3.8). */
  readonly severity: number
  readonly isDrill: boolean
}

/** Why a warning cannot be submitted as it is; undefined = it can. */
export function warningFault(warning: WxWarning, cause: WxCause | undefined): string | undefined {
  if (warning.type !== 'warning') return undefined
  if (warning.severity === null) return '请选择预警级别'
  if (cause === undefined) return isGraveWarning(warning) ? '1–2 级预警须关联一个报警或核生化事件' : undefined
  if (cause.severity > warning.severity) return `${cause.no} 为 ${cause.severity} 级，预警不能高于它；单台未核实不升级`
  return undefined
}

/** `WP-20261126-003` with version `2`: a text unique to one article, used to find a publication again. */
export const wxMark = (no: string, contentNo: number): string => `${no}-V${contentNo}`

export const MAX_WX_TITLE = 64
export const MAX_WX_SUMMARY = 120
export const MAX_WX_BLOCKS = 20

const MINUTE_MS = 60_000
/** Retry delay when the account is busy or unreachable: half a minute, a minute, two … half an hour. */
export const publishRetryMs = (attempts: number): number => Math.min(30 * MINUTE_MS, 0.5 * MINUTE_MS * 2 ** attempts)
export const MAX_PUBLISH_ATTEMPTS = 8

/** A forbidden word with its replacement. */
export interface WxWord {
  readonly word: string
  readonly advice: string
}

export interface WxWordHit extends WxWord {
  /** Position: 标题, 摘要, 第 2 段. */
  readonly where: string
}

/** Blanks and signs that split a word without changing how it reads. */
const SPLITTERS = /[\s\p{Cf}·•*_\-~|/\\.,，。、]+/gu
const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(SPLITTERS, '')

/**
 * Listed words found in the texts, once per position; wide letters, blanks and invisible signs in between do not hide
 * them.
 */
export function findWxWords(
  texts: readonly { readonly where: string; readonly text: string }[],
  words: readonly WxWord[],
): WxWordHit[] {
  const sought = words.map((word) => ({ word, key: folded(word.word) })).filter(({ key }) => key !== '')
  return texts.flatMap(({ where, text }) => {
    const read = folded(text)
    return sought.flatMap(({ word, key }) => (read.includes(key) ? [{ ...word, where }] : []))
  })
}
