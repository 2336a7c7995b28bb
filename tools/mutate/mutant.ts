import type { SourceFile } from '../gates/source-files.ts'
import { lineAt, parse } from '../gates/syntax.ts'
import { operators, type SyntaxNode } from './operators.ts'

/** One small fault that could be planted in a file. */
export interface Mutant {
  /** As of the {@link SourceFile}. */
  readonly path: string
  readonly line: number
  /** Character offsets of what is replaced. */
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** What it does, in two or three words. */
  readonly operator: string
}

/** Syntax in which a change is none of the program's: types vanish, and names of modules are not its own. */
const UNTOUCHED = /^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|^(?:Import|ExportAll)|^Directive/

/** Every fault the operators know for a file, from top to bottom. */
export function mutantsOf(file: SourceFile): Mutant[] {
  const { path, text } = file
  const found: Mutant[] = []
  const visit = (node: SyntaxNode, parent: SyntaxNode | undefined, key: string): void => {
    if (UNTOUCHED.test(node.type) || (key === 'key' && parent?.['computed'] === false)) return
    for (const { operator, start, end, replacement } of operators(node, parent, text))
      if (text.slice(start, end) !== replacement)
        found.push({ path, line: lineAt(text, start), start, end, replacement, operator })
    for (const [name, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, name)
  }
  visit(parse(file).program as unknown as SyntaxNode, undefined, '')
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as Partial<SyntaxNode>).type === 'string'

/** The text with the fault in it. */
export const withMutant = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end)

/** Some of a list, in its order; the same seed chooses the same. */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  let state = seed >>> 0
  // mulberry32
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const drawn = all.map((item, index) => ({ item, index, lot: random() }))
  return drawn
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, count)
    .toSorted((a, b) => a.index - b.index)
    .map(({ item }) => item)
}
