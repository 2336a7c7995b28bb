import { distanceKm, type Place } from './distance.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

/** States of pictures sent to the public account (domain §3.14). */
export const WX_STATES = {
  received: '已收到',
  screening: '初筛中',
  pending: '待审',
  need_info: '待补充',
  approved: '已通过',
  rejected: '已驳回',
  archived: '已归档',
} as const
export type WxState = keyof typeof WX_STATES

export const WX_CATEGORIES = {
  smoke: '烟气',
  odour: '刺激性气味',
  spill: '水体异常',
  dead_animal: '动物死亡',
  instrument: '仪表',
  other: '其他',
} as const
export type WxCategory = keyof typeof WX_CATEGORIES

export const WX_CHANNELS = { mp: '公众号', mini: '小程序', work: '企业微信' } as const
export type WxChannel = keyof typeof WX_CHANNELS

/** Decisions of a reviewer. */
export const WX_DECISIONS = { approve: '通过', reject: '驳回', ask: '补充信息' } as const
export type WxDecision = keyof typeof WX_DECISIONS

/** `fetch`, `pass`, `refuse` and `answer` are done by the server, `undo` within a few seconds of a decision. */
export type WxAction = WxDecision | 'fetch' | 'pass' | 'refuse' | 'answer' | 'undo' | 'archive'

const MOVES: Readonly<Record<WxAction, { readonly from: readonly WxState[]; readonly to: WxState }>> = {
  fetch: { from: ['received'], to: 'screening' },
  pass: { from: ['screening'], to: 'pending' },
  refuse: { from: ['received', 'screening'], to: 'rejected' },
  approve: { from: ['pending', 'need_info'], to: 'approved' },
  reject: { from: ['pending', 'need_info'], to: 'rejected' },
  ask: { from: ['pending'], to: 'need_info' },
  // The sender wrote again.
  answer: { from: ['need_info'], to: 'pending' },
  undo: { from: ['approved', 'rejected', 'need_info'], to: 'pending' },
  archive: { from: ['approved', 'rejected'], to: 'archived' },
}

/** The state after an action; undefined where it is not allowed. */
export const nextWxState = (from: WxState, action: WxAction): WxState | undefined =>
  MOVES[action].from.includes(from) ? MOVES[action].to : undefined

/** How long a decision can be undone; the sender is answered after that. */
export const WX_UNDO_MS = 10_000

/** Why screening refused a picture. */
export const WX_FAULTS = {
  gone: '图片未能取回',
  type: '不是图片',
  script: '图片中含有脚本',
  size: '超过 10 MB',
  pixels: '像素过多',
  broken: '图片已损坏',
  duplicate: '与已有图片完全相同',
} as const
export type WxFault = keyof typeof WX_FAULTS

export const WX_MAX_BYTES = 10 * 1024 * 1024

export const WX_DOUBTS = { old: '拍摄时间过早', future: '拍摄时间晚于收到', place: '位置不符' } as const
export type WxDoubt = keyof typeof WX_DOUBTS

const OLD_MS = 72 * HOUR_MS
/** Tolerance for phone clocks running ahead. */
const AHEAD_MS = 10 * MINUTE_MS
export const WX_FAR_KM = 500

export interface WxClaims {
  readonly receivedMs: number
  /** Camera time; null if absent. */
  readonly takenMs: number | null
  readonly exif: Place | null
  readonly wechat: Place | null
}

/** Inconsistencies of a picture; with any it is shown as 存疑. */
export function wxDoubts({ receivedMs, takenMs, exif, wechat }: WxClaims): WxDoubt[] {
  const doubts: WxDoubt[] = []
  if (takenMs !== null && receivedMs - takenMs > OLD_MS) doubts.push('old')
  if (takenMs !== null && takenMs - receivedMs > AHEAD_MS) doubts.push('future')
  if (exif && wechat && distanceKm(exif, wechat) > WX_FAR_KM) doubts.push('place')
  return doubts
}

/** Best known time at which the picture was taken. */
export const wxShotMs = ({ receivedMs, takenMs }: Pick<WxClaims, 'receivedMs' | 'takenMs'>): number =>
  takenMs !== null && takenMs <= receivedMs + AHEAD_MS ? Math.min(takenMs, receivedMs) : receivedMs

const WORDS: readonly (readonly [WxCategory, RegExp])[] = [
  ['instrument', /仪表|读数|检测仪|表显|试纸/],
  ['dead_animal', /死鱼|死鸟|死猪|死亡|尸体/],
  ['spill', /水面|河水|水体|泡沫|油污|泄漏|排水/],
  ['odour', /味|呛|刺鼻|臭|气团|黄绿/],
  ['smoke', /烟|冒火|火炬|焚烧|燃烧/],
]

/** Category suggested by a message; a reviewer may correct it. */
export const wxCategoryOf = (text: string): WxCategory => WORDS.find(([, words]) => words.test(text))?.[0] ?? 'other'

const BASE_RISK: Readonly<Record<WxCategory, number>> = {
  odour: 0.5,
  spill: 0.4,
  dead_animal: 0.4,
  smoke: 0.35,
  instrument: 0.3,
  other: 0.2,
}
const HARM = /眼睛|咳|头晕|呕吐|昏|爆炸|中毒|呛/

/** 0 … 1, sort key of the list (own scale): category, whether somebody is hurt, and trustworthiness. */
export function wxRisk(category: WxCategory, text: string, doubts: readonly WxDoubt[]): number {
  const risk = BASE_RISK[category] + (HARM.test(text) ? 0.35 : 0) - doubts.length * 0.1
  return Math.round(Math.min(1, Math.max(0, risk)) * 100) / 100
}

/** Metrics relevant for each category, most relevant first. */
export const WX_METRICS: Readonly<Record<WxCategory, readonly string[]>> = {
  smoke: ['pm25', 'so2', 'co', 'no2'],
  odour: ['cl2', 'h2s', 'nh3', 'tvoc', 'so2'],
  spill: ['tvoc', 'benzene', 'nh3', 'h2s'],
  dead_animal: ['benzene', 'h2s', 'nh3', 'tvoc'],
  instrument: ['h2s', 'cl2', 'co', 'tvoc'],
  other: ['pm25', 'tvoc', 'so2'],
}

/** A masked part of a picture, as shares of its width and height. */
export interface WxArea {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** `匿名 7c1e…a904`: distinguishes senders without naming them. */
export const wxSender = (hash: string): string => `匿名 ${hash.slice(0, 4)}…${hash.slice(-4)}`

/** Position for users without access to the exact one: about ten kilometres. */
export const coarseDeg = (degrees: number): number => Math.round(degrees * 10) / 10
/** Three exact distances reveal a position, so distances are rounded to five kilometres as well. */
export const coarseKm = (km: number): number => Math.max(5, Math.ceil(km / 5) * 5)

const POINTS = ['北', '东北', '东', '东南', '南', '西南', '西', '西北'] as const
/** `东南 132°` */
export const bearingText = (degrees: number): string =>
  `${POINTS[Math.round((((degrees % 360) + 360) % 360) / 45) % 8]} ${Math.round(degrees)}°`

/** Replies to the sender, by decision. */
export const WX_REPLIES: Readonly<Record<WxDecision, readonly { readonly title: string; readonly text: string }[]>> = {
  approve: [
    {
      title: '已核实转处置',
      text: '您反映的情况已核实，值班人员正在处置。请留在室内、关闭门窗，勿前往下风向。',
    },
    { title: '已核实并记录', text: '您反映的情况已核实并记录，感谢您的支持。' },
  ],
  reject: [
    { title: '与空气质量无关', text: '您发送的图片与环境监测无关，未予采用。感谢您的支持。' },
    { title: '无法核实', text: '您发送的图片无法核实，未予采用。如情况仍在，请在现场重新拍摄。' },
  ],
  ask: [
    { title: '请发送位置', text: '请发送拍摄位置（点“+”选“位置”），以便我们核实。' },
    { title: '请说明情况', text: '请说明您看到或闻到的情况、开始时间和大致方位。' },
  ],
}
