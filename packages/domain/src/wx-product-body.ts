import { formatGmt8 } from './time.ts'

interface Block {
  /** Unique within its product; stays with the block when it moves. */
  readonly id: string
}
export interface WxTextBlock extends Block {
  readonly type: 'text'
  readonly heading: string
  /** Plain text: each line is a paragraph, lines starting with `- ` form a list. */
  readonly text: string
}
export interface WxImageBlock extends Block {
  readonly type: 'image'
  /** Path of an uploaded file. */
  readonly path: string
  readonly caption: string
}
/** Cities or stations of one hour or day, worst first. */
export interface WxAirBlock extends Block {
  readonly type: 'air'
  readonly span: 'hour' | 'day'
  readonly place: 'city' | 'station'
  /** End of the hour or day. */
  readonly toMs: number
  readonly rows: number
}
/** The index of one place over hours or days that end in (…, toMs]. */
export interface WxCurveBlock extends Block {
  readonly type: 'curve'
  readonly span: 'hour' | 'day'
  readonly place: 'city' | 'station'
  readonly placeId: string
  readonly toMs: number
  readonly count: number
}
/** Alarms triggered in (toMs − days, toMs], up to a severity. */
export interface WxAlarmsBlock extends Block {
  readonly type: 'alarms'
  readonly days: number
  readonly toMs: number
  readonly severityMax: number
  readonly rows: number
}
export type WxBlock = WxTextBlock | WxImageBlock | WxAirBlock | WxCurveBlock | WxAlarmsBlock
/** Blocks with figures from the network. */
export type WxDataBlock = WxAirBlock | WxCurveBlock | WxAlarmsBlock

export const WX_BLOCKS = {
  text: '文本',
  air: '空气质量表',
  curve: '曲线',
  alarms: '报警列表',
  image: '图片',
} as const

export const isDataBlock = (block: WxBlock): block is WxDataBlock => block.type !== 'text' && block.type !== 'image'

export type WxCell = string | number | null

/** Figures of a data block, with the time of the data. */
export interface WxFigures {
  readonly title: string
  /** A sentence for readers who skip the table. */
  readonly lead: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly WxCell[])[]
  /** Epoch ms and value, in order; only for a curve. */
  readonly points: readonly (readonly [number, number | null])[]
  /** When the newest figure was computed. */
  readonly asOfMs: number
}

/** Figures by block id, all from one database snapshot. */
export interface WxSnapshot {
  readonly takenMs: number
  readonly figures: Readonly<Record<string, WxFigures>>
}

/** What a reader would see change; the time of computation is excluded. */
const said = ({ title, lead, columns, rows, points }: WxFigures) => JSON.stringify([title, lead, columns, rows, points])

/** Data blocks without figures, or whose source has changed since; in product order. */
export function staleBlocks(
  blocks: readonly WxBlock[],
  { figures }: WxSnapshot,
  now: Readonly<Record<string, WxFigures>>,
): string[] {
  return blocks.filter(isDataBlock).flatMap(({ id }) => {
    const [kept, current] = [figures[id], now[id]]
    return kept && current && said(kept) === said(current) ? [] : [id]
  })
}

/** Whether two blocks make the same query: then the figures may stay. */
export const asksTheSame = (a: WxBlock, b: WxBlock): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (block: WxBlock) => Object.entries(block).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** `第 2 段 空气质量表`. */
export function blockName(blocks: readonly WxBlock[], id: string): string {
  const index = blocks.findIndex((block) => block.id === id)
  const block = blocks[index]
  return block ? `第 ${index + 1} 段 ${WX_BLOCKS[block.type]}` : id
}

/** All texts written by people, with their position. */
export function writtenTexts(content: { title: string; summary: string; blocks: readonly WxBlock[] }) {
  return [
    { where: '标题', text: content.title },
    { where: '摘要', text: content.summary },
    ...content.blocks.flatMap((block, index) => {
      if (block.type === 'text') return [{ where: `第 ${index + 1} 段`, text: `${block.heading}\n${block.text}` }]
      return block.type === 'image' ? [{ where: `第 ${index + 1} 段`, text: block.caption }] : []
    }),
  ]
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

const P = 'margin:0 0 12px;font-size:16px;line-height:1.75;color:#262626'
const H = 'margin:20px 0 8px;font-size:17px;font-weight:600;color:#1f1f1f'
const NOTE = 'margin:4px 0 16px;font-size:12px;color:#8c8c8c'
const CELL = 'padding:6px 8px;border-bottom:1px solid #f0f0f0;font-size:14px'

function textHtml({ heading, text }: WxTextBlock): string {
  const parts: string[] = heading === '' ? [] : [`<h3 style="${H}">${escaped(heading)}</h3>`]
  let list: string[] = []
  const endList = () => {
    if (list.length > 0)
      parts.push(`<ul style="margin:0 0 12px;padding-left:20px;list-style:disc">${list.join('')}</ul>`)
    list = []
  }
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.startsWith('- ')) list.push(`<li style="${P}">${escaped(line.slice(2))}</li>`)
    else {
      endList()
      if (line !== '') parts.push(`<p style="${P}">${escaped(line)}</p>`)
    }
  }
  endList()
  return parts.join('')
}

function figuresHtml(block: WxDataBlock, figures: WxFigures | undefined, picture: string | undefined): string {
  if (figures === undefined) return `<p style="${NOTE}">尚未取数</p>`
  const { title, lead, columns, rows, asOfMs } = figures
  const head = `<h3 style="${H}">${escaped(title)}</h3><p style="${P}">${escaped(lead)}</p>`
  const drawn =
    block.type === 'curve' && picture !== undefined
      ? `<p style="margin:0"><img src="${escaped(picture)}" alt="${escaped(title)}" style="width:100%"></p>`
      : ''
  const titles = columns.map((name) => `<th style="${CELL};text-align:left;color:#595959">${escaped(name)}</th>`)
  const lines = rows.map(
    (row) => `<tr>${row.map((cell) => `<td style="${CELL}">${escaped(String(cell ?? '—'))}</td>`).join('')}</tr>`,
  )
  const table =
    rows.length === 0
      ? ''
      : `<table style="width:100%;border-collapse:collapse"><thead><tr>${titles.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`
  return `${head}${drawn}${table}<p style="${NOTE}">数据截至 ${formatGmt8(asOfMs).slice(0, 16)}</p>`
}

export interface WxArticleParts {
  readonly blocks: readonly WxBlock[]
  readonly snapshot: WxSnapshot
  readonly mark: string
  readonly isDrill: boolean
  /** Address of the picture of an image or curve block; undefined = omitted. */
  readonly pictureOf: (block: WxImageBlock | WxCurveBlock) => string | undefined
}

/** The article as published and previewed. All text is escaped; no other markup gets in. */
export function articleHtml({ blocks, snapshot, mark, isDrill, pictureOf }: WxArticleParts): string {
  const drill = isDrill ? `<p style="${P};color:#c4161f;font-weight:600">【演练】本文为演练内容</p>` : ''
  const body = blocks.map((block) => {
    if (block.type === 'text') return textHtml(block)
    if (block.type !== 'image')
      return figuresHtml(block, snapshot.figures[block.id], block.type === 'curve' ? pictureOf(block) : undefined)
    const url = pictureOf(block)
    const caption = block.caption === '' ? '' : `<p style="${NOTE}">${escaped(block.caption)}</p>`
    return url === undefined
      ? caption
      : `<p style="margin:0 0 4px"><img src="${escaped(url)}" alt="${escaped(block.caption)}" style="width:100%"></p>${caption}`
  })
  return `${drill}${body.join('')}<p style="${NOTE}">编号 ${escaped(mark)}</p>`
}

const CURVE = { width: 640, height: 240, pad: 8 }
const GRADE_LINES = [50, 100, 150, 200, 300] as const

/** The curve of a block as SVG without text, so that servers without fonts render it identically. Gaps stay open. */
export function curveSvg({ points }: Pick<WxFigures, 'points'>): string {
  const { width, height, pad } = CURVE
  const values = points.flatMap(([, value]) => (value === null ? [] : [value]))
  const top = Math.max(50, ...values) * 1.1
  const x = (index: number) => pad + (index / Math.max(1, points.length - 1)) * (width - 2 * pad)
  const y = (value: number) => height - pad - (value / top) * (height - 2 * pad)
  const runs: string[] = []
  let run: string[] = []
  const endRun = () => {
    if (run.length > 1) runs.push(`<polyline fill="none" stroke="#0958d9" stroke-width="3" points="${run.join(' ')}"/>`)
    else if (run.length === 1)
      runs.push(`<circle fill="#0958d9" r="3" cx="${run[0]?.split(',')[0]}" cy="${run[0]?.split(',')[1]}"/>`)
    run = []
  }
  points.forEach(([, value], index) => {
    if (value === null) endRun()
    else run.push(`${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  })
  endRun()
  const lines = GRADE_LINES.filter((grade) => grade < top).map(
    (grade) =>
      `<line x1="${pad}" x2="${width - pad}" y1="${y(grade).toFixed(1)}" y2="${y(grade).toFixed(1)}" stroke="#d9d9d9" stroke-dasharray="6 5"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#fff"/>${lines.join('')}${runs.join('')}</svg>`
}
