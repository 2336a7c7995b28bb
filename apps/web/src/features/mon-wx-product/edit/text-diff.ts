import { WX_BLOCKS, type WxBlock, type WxSnapshot } from '@natim/domain/wx-product-body'

export interface DiffText {
  readonly title: string
  readonly summary: string
  readonly blocks: readonly WxBlock[]
  readonly snapshot: WxSnapshot
}

/** The visible text, line by line. */
export function linesOf({ title, summary, blocks, snapshot }: DiffText): string[] {
  const body = blocks.flatMap((block): string[] => {
    if (block.type === 'text') return [block.heading, ...block.text.split('\n')]
    if (block.type === 'image') return [`［图片］${block.caption}`]
    const figures = snapshot.figures[block.id]
    if (figures === undefined) return [`［${WX_BLOCKS[block.type]}］尚未取数`]
    return [figures.title, figures.lead, ...figures.rows.map((row) => row.map((cell) => cell ?? '—').join('  '))]
  })
  return [title, summary, ...body].map((line) => line.trim()).filter((line) => line !== '')
}

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Line diff: the longest common subsequence is kept, the rest is removed or added. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const common: number[][] = Array.from({ length: before.length + 1 }, () => Array<number>(after.length + 1).fill(0))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row) row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]]
    if (old !== undefined && old === fresh) {
      lines.push({ kind: 'same', text: old })
      i++
      j++
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: old })
      i++
    } else {
      lines.push({ kind: 'added', text: fresh ?? '' })
      j++
    }
  }
  return lines
}
