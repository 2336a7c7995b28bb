import type { Mutant } from './mutant.ts'
import type { Judged } from './run-mutants.ts'

/** Maximum characters shown of a line. */
const SHOWN = 90

/** `path:line  operator  the line` of a fault that no test detected. */
export function survivorLine({ path, line, operator, replacement, start, end }: Mutant, text: string): string {
  const code = (text.split('\n')[line - 1] ?? '').trim()
  const [from, to] = [text.slice(start, end), replacement].map((part) => JSON.stringify(part.slice(0, SHOWN)))
  return `${path}:${line}  ${operator}  ${from} → ${to}\n    ${code.slice(0, SHOWN)}`
}

/** Files with undetected faults, worst first, and the total share of detected ones. */
export function scoreTable(judged: readonly Judged[]): string {
  const rows = [...new Set(judged.map(({ mutant }) => mutant.path))].map((path) => {
    const all = judged.filter(({ mutant }) => mutant.path === path)
    return { path, all: all.length, seen: all.filter(isSeen).length }
  })
  const worst = rows.filter(({ all, seen }) => seen < all).toSorted((a, b) => a.seen / a.all - b.seen / b.all)
  const seen = judged.filter(isSeen).length
  const untested = judged.filter(({ verdict }) => verdict === 'untested').length
  return [
    ...worst.map((row) => `${`${row.seen}/${row.all}`.padStart(8)}  ${row.path}`),
    `${seen} of ${judged.length} faults seen (${((100 * seen) / Math.max(1, judged.length)).toFixed(1)} %), ${untested} in files no test loads`,
  ].join('\n')
}

const isSeen = ({ verdict }: Judged) => verdict === 'killed' || verdict === 'endless'
