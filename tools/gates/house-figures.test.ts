import { expect, it } from 'vitest'
import { cutRows } from './house-figures.ts'
import type { Measures } from './measure.ts'
import type { Edge } from './module-graph.ts'

const file = (path: string, lines = 80): Measures => ({
  path,
  lines,
  functions: [],
  anys: [],
  casts: 0,
  consoleLogs: [],
  commentedOutCode: [],
  body: [],
})
const imports = (from: string, to: string): Edge => ({
  from,
  line: 1,
  specifier: to,
  isNeededFirst: true,
  to: { kind: 'file', path: to },
})
const thinShare = (small: Measures, edges: readonly Edge[]) => {
  const others = Array.from({ length: 99 }, (_, i) => file(`x/${i}.ts`))
  return cutRows([small, ...others], edges).find(({ name }) => name.startsWith('thin files'))?.value
}

it('a small file is thin when its only importer sits beside it', () => {
  expect(thinShare(file('a/b.ts', 30), [imports('a/c.ts', 'a/b.ts'), imports('a/c.ts', 'a/b.ts')])).toBe(1)
})

it.each<[string, Measures, readonly Edge[]]>([
  ['has 31 lines', file('a/b.ts', 31), [imports('a/c.ts', 'a/b.ts')]],
  ['has a test', file('a/b.ts', 30), [imports('a/c.ts', 'a/b.ts'), imports('a/b.test.ts', 'a/b.ts')]],
  ['is used from another folder', file('a/b.ts', 30), [imports('d/c.ts', 'a/b.ts')]],
  ['is imported by nothing', file('a/b.ts', 30), []],
])('a file that %s is not', (_title, small, edges) => {
  expect(thinShare(small, edges)).toBe(0)
})
