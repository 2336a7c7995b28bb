import type { WxProductDetail, WxProductForm } from '@natim/contract/mon/wx-product'
import { bucketEnd, DAY_MS, HOUR_MS } from '@natim/domain/time'
import type { WxProductType } from '@natim/domain/wx-product'
import { asksTheSame, isDataBlock, type WxBlock, type WxSnapshot } from '@natim/domain/wx-product-body'

export type WxDraft = WxProductForm
export type DraftBlock = WxDraft['blocks'][number]
export type BlockType = DraftBlock['type']

/** Different from all present and removed ids. */
export function freshId(blocks: readonly DraftBlock[]): string {
  const taken = blocks.map(({ id }) => Number(/^b(\d+)$/.exec(id)?.[1] ?? 0))
  return `b${Math.max(0, ...taken) + 1}`
}

export function newBlock(type: BlockType, id: string, nowMs: number): DraftBlock {
  // The last complete day, and the last hour already computed.
  const dayMs = bucketEnd(nowMs, DAY_MS) - DAY_MS
  const hourMs = bucketEnd(nowMs, HOUR_MS) - 2 * HOUR_MS
  switch (type) {
    case 'text':
      return { id, type, heading: '', text: '' }
    case 'image':
      return { id, type, path: '', caption: '' }
    case 'air':
      return { id, type, span: 'day', place: 'city', toMs: dayMs, rows: 10 }
    case 'curve':
      return { id, type, span: 'hour', place: 'city', placeId: '', toMs: hourMs, count: 24 }
    case 'alarms':
      return { id, type, days: 1, toMs: dayMs, severityMax: 3, rows: 5 }
  }
}

/** Initial blocks by product type. */
const TEMPLATES: Readonly<Record<WxProductType, readonly BlockType[]>> = {
  daily: ['text', 'air', 'alarms'],
  weekly: ['text', 'air', 'alarms'],
  warning: ['text', 'text'],
  map: ['text', 'image'],
  article: ['text', 'image', 'text'],
  qa: ['text', 'text'],
  survey: ['text'],
}
const HEADINGS: Readonly<Partial<Record<WxProductType, readonly string[]>>> = {
  daily: ['概况'],
  weekly: ['一周概况'],
  warning: ['情况', '防护建议'],
  qa: ['问', '答'],
}

export function templateOf(type: WxProductType, nowMs: number): DraftBlock[] {
  let texts = 0
  return TEMPLATES[type].map((kind, index) => {
    const block = newBlock(kind, `b${index + 1}`, nowMs)
    if (block.type === 'alarms' && type === 'weekly') return { ...block, days: 7 }
    return block.type === 'text' ? { ...block, heading: HEADINGS[type]?.[texts++] ?? '' } : block
  })
}

export const emptyDraft = (nowMs: number): WxDraft => ({
  title: '',
  summary: '',
  type: 'daily',
  severity: null,
  cover: null,
  blocks: templateOf('daily', nowMs),
  audience: 'public',
  regionCode: '',
  drill: false,
  cause: null,
})

export const draftOf = (product: WxProductDetail): WxDraft => ({
  title: product.title,
  summary: product.summary,
  type: product.type,
  severity: product.severity,
  cover: product.cover,
  blocks: product.blocks,
  audience: product.audience,
  regionCode: product.regionCode,
  drill: product.drill,
  cause: product.cause && { kind: product.cause.kind, id: product.cause.id },
})

/** Moves the block one place up (−1) or down; unchanged at the end of the list. */
export function moveBlock(blocks: readonly DraftBlock[], index: number, by: -1 | 1): DraftBlock[] {
  const target = index + by
  const moved = [...blocks]
  if (target < 0 || target >= blocks.length) return moved
  moved.splice(target, 0, ...moved.splice(index, 1))
  return moved
}

/** Why a draft cannot be saved yet. */
export function draftFault({ title, blocks, type, severity }: WxDraft): string | undefined {
  if (title.trim() === '') return '请填写标题'
  if (type === 'warning' && severity === null) return '请选择预警级别'
  const image = blocks.findIndex((block) => block.type === 'image' && block.path === '')
  if (image !== -1) return `请为第 ${image + 1} 段上传图片，或删除该段`
  const curve = blocks.findIndex((block) => block.type === 'curve' && block.placeId === '')
  return curve === -1 ? undefined : `请为第 ${curve + 1} 段选择地点`
}

/** Whether the stored figures match what the draft asks for. */
export function isSnapshotOf(draft: WxDraft, base: WxProductDetail | undefined): boolean {
  if (base === undefined) return false
  const stored: readonly WxBlock[] = base.blocks
  return (
    draft.regionCode === base.regionCode &&
    draft.blocks.filter(isDataBlock).every((block) => {
      const old = stored.find(({ id }) => id === block.id)
      return old !== undefined && asksTheSame(old, block) && base.snapshot.figures[block.id] !== undefined
    })
  )
}

export const NO_FIGURES: WxSnapshot = { takenMs: 0, figures: {} }

/** Data blocks that can be queried: a curve needs its place. */
export const askable = (blocks: readonly DraftBlock[]): DraftBlock[] =>
  blocks.filter((block) => isDataBlock(block) && (block.type !== 'curve' || block.placeId !== ''))
