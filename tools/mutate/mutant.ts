import type { SourceFile } from '../gates/source-files.ts'
import { lineAt, parse } from '../gates/syntax.ts'
import { operators, type SyntaxNode } from './operators.ts'

/** A small fault that can be planted in a file. */
export interface Mutant {
  /** Same as in the {@link SourceFile}. */
  readonly path: string
  readonly line: number
  /** Character offsets of the replaced text. */
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** The change in two or three words. */
  readonly operator: string
}

/** Syntax where a change has no effect on the program: types are erased, and module names are not its own. */
const UNTOUCHED = /^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|^(?:Import|ExportAll)|^Directive/

/** Every possible fault of a file, top to bottom. */
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

/** The text with the fault applied. */
export const withMutant = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end)

/** A sample of a list, in order; deterministic by seed. */
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
