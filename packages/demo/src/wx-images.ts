import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { WxCategory, WxDecision } from '@natim/domain/wx-image'
import { between, unit } from './hash.ts'
import { type WxScene } from './wx-scenes.ts'

/** One picture of the demonstration. */
export interface DemoWxImage {
  readonly number: number
  readonly scene: WxScene
  /** Number of the drawing; pictures of one drawing are similar. */
  readonly drawing: number
  readonly height: number
  readonly category: WxCategory
  readonly text: string
  readonly receivedMs: number
  /** null = no camera time. */
  readonly takenMs: number | null
  readonly sender: number
  /** Index of the station where it was taken; −1 = at the park of the chlorine release. */
  readonly station: number
  /** Offset from the station, degrees. */
  readonly offset: readonly [lng: number, lat: number]
  /** Another station where the sender was, if not at this one. */
  readonly senderStation: number | null
  readonly hasPlace: boolean
  /** Number of the earlier picture with the same bytes. */
  readonly copyOf: number | null
  readonly decision: WxDecision | 'archive' | null
  readonly isPublic: boolean
}

export const WX_IMAGES = 400
const PART = 62
const TEXTS: Readonly<Record<WxScene, { readonly category: WxCategory; readonly texts: readonly string[] }>> = {
  cloud: { category: 'odour', texts: ['闻到很呛的味道，眼睛疼', '厂区有黄绿色气团', '刺鼻气味，持续半小时'] },
  chimney: { category: 'smoke', texts: ['烟囱冒黑烟', '一直在排烟', '早上到现在都在冒烟'] },
  water: { category: 'spill', texts: ['河水上有泡沫', '水面有白色漂浮物', '排水口颜色异常'] },
  fish: { category: 'dead_animal', texts: ['好多死鱼', '岸边有死鱼', '鱼塘一夜之间死鱼'] },
  meter: { category: 'instrument', texts: ['检测仪读数', '巡检读数，偏高', '便携仪读数'] },
  flare: { category: 'smoke', texts: ['火炬一直烧', '半夜火炬很亮', '火炬冒烟'] },
}
const SCENES: readonly WxScene[] = ['chimney', 'water', 'cloud', 'fish', 'meter', 'flare', 'chimney', 'water']
const SENDERS = 140
/** The newest ones are pending; older ones are decided. */
const WAITING = 26
const ASKED = 4

const pick = <T>(of: readonly T[], n: number): T => of[Math.floor(n * of.length)] as T

/**
 * Pictures of sixty days, oldest first; two of them show the chlorine release. @param count at most {@link WX_IMAGES}
 */
export function planWxImages(nowMs: number, releaseMs: number, stations: number, count: number): DemoWxImage[] {
  const plain = Array.from({ length: count - 2 }, (_, at) => planImage(at, nowMs, stations))
  return [...plain, ...releaseImages(releaseMs)].toSorted((a, b) => a.receivedMs - b.receivedMs || a.number - b.number)
}

function planImage(at: number, nowMs: number, stations: number): DemoWxImage {
  const of = (n: number) => unit(PART, at, n)
  const isWaiting = at < WAITING + ASKED
  const scene = pick(SCENES, of(1))
  const { category, texts } = TEXTS[scene]
  const receivedMs = isWaiting
    ? nowMs - (2 + at * 1.5 + of(2)) * MINUTE_MS
    : nowMs - HOUR_MS - ((at - WAITING) / WX_IMAGES) * 60 * DAY_MS - of(2) * HOUR_MS
  const isOld = at % 61 === 7
  const isApart = at % 53 === 3
  return {
    number: at,
    scene,
    // One in nine repeats the drawing of the previous one.
    drawing: at % 9 === 5 ? at - 1 : at,
    height: pick([480, 480, 427, 640, 800], of(4)),
    category,
    text: pick(texts, of(5)),
    receivedMs: Math.round(receivedMs),
    takenMs: of(6) < 0.12 ? null : Math.round(receivedMs - (isOld ? 5 * DAY_MS : (1 + of(7) * 20) * MINUTE_MS)),
    sender: between(0, SENDERS - 1, PART, at, 8),
    station: between(0, Math.max(0, stations - 1), PART, at, 9),
    offset: [(of(10) - 0.5) * 0.06, (of(11) - 0.5) * 0.05],
    senderStation: isApart ? between(0, Math.max(0, stations - 1), PART, at, 12) : null,
    hasPlace: of(13) > 0.08,
    // The picture with the next number was received earlier.
    copyOf: at % 33 === 20 ? at + 1 : null,
    decision: isWaiting ? (at < WAITING ? null : 'ask') : pick(['approve', 'approve', 'archive', 'reject'], of(14)),
    isPublic: of(15) < 0.5,
  }
}

/** Two people photograph the yellow-green cloud from one side of the fence. */
const releaseImages = (releaseMs: number): DemoWxImage[] =>
  [6, 9].map((minutes, n) => ({
    number: WX_IMAGES - 2 + n,
    scene: 'cloud',
    drawing: WX_IMAGES,
    height: 480,
    category: 'odour',
    text: n === 0 ? '下楼闻到很呛的味道，眼睛疼，化工路这边' : '园区上空黄绿色气团，味道很呛',
    receivedMs: releaseMs + (minutes + 2) * MINUTE_MS,
    takenMs: releaseMs + minutes * MINUTE_MS,
    sender: SENDERS + n,
    station: -1,
    offset: [0.006 + n * 0.002, 0.004],
    senderStation: null,
    hasPlace: true,
    copyOf: null,
    decision: 'approve',
    isPublic: n === 0,
  }))
