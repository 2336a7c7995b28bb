import { describe, expect, it } from 'vitest'
import { mutantsOf, sampleOf, withMutant } from './mutant.ts'
import { scoreTable, survivorLine } from './score.ts'

const file = (text: string) => ({ path: 'a.ts', text })
/** Every text that results from a fault in this one. */
const variants = (text: string) => mutantsOf(file(text)).map((mutant) => withMutant(text, mutant))

describe('operators', () => {
  it.each<[text: string, variants: string[]]>([
    ['const f = (a: number) => a < b', ['const f = (a: number) => undefined', 'const f = (a: number) => a <= b']],
    ['x = a >= b', [';', 'x = a > b']],
    ['x = a === b', [';', 'x = a !== b']],
    ['x = (a) && (b)', [';', 'x = (a) || (b)']],
    ['x = a ?? b', [';', 'x = a && b']],
    ['x = a + b', [';', 'x = a - b']],
    ['x = a instanceof B', [';']],
    ['x = 5', [';', 'x = 6', 'x = 4']],
    ['x = 0', [';', 'x = 1', 'x = -1']],
    ['x = true', [';', 'x = false']],
    ["x = 'word'", [';', "x = ''"]],
    ["x = ''", [';', "x = 'mutant'"]],
    ['x = `a ${b}`', [';', "x = ''"]],
    ['x = [a]', [';', 'x = []']],
    ['x = []', [';']],
    ['if (a) b()', ['if (!(a)) b()', 'if (a) ;']],
    ['if (a === b) c()', ['if (a !== b) c()', 'if (a === b) ;']],
    ['const f = () => undefined', []],
    ['x = a ? b : c', [';', 'x = !(a) ? b : c']],
    ['function f() { return a }', ['function f() { return; }']],
    ['function f() { return undefined }', ['function f() { ; }']],
    ['function f() { return }', ['function f() { ; }']],
    ['for (const a of b) continue', ['for (const a of b) ;']],
  ])('of %s are %j', (text, expected) => expect(variants(text)).toEqual(expected))

  it('skip types, modules, directives and property names', () => {
    expect(
      variants("import a from 'b'\nexport * from 'c'\ntype T = 'd' | 5\ninterface I { e: 'f' }\nexport { g } from 'h'"),
    ).toEqual([])
    expect(variants("const x = { 'key': y } as Z<'t'>")).toEqual([])
    expect(variants('const x = y satisfies [1, 2]')).toEqual([])
    expect(variants("const x = { ['key']: y }")).toEqual(["const x = { ['']: y }"])
  })

  it('know their line', () => {
    expect(mutantsOf(file('const a = b\nconst c = a < b'))).toEqual([
      { path: 'a.ts', line: 2, start: 24, end: 25, replacement: '<=', operator: '< to <=' },
    ])
  })
})

describe('a sample', () => {
  const numbers = Array.from({ length: 200 }, (_, n) => n)

  it('is the same for the same seed, differs for another, and keeps the order', () => {
    const some = sampleOf(numbers, 20, 1)
    expect(some).toHaveLength(20)
    expect(sampleOf(numbers, 20, 1)).toEqual(some)
    expect(sampleOf(numbers, 20, 2)).not.toEqual(some)
    expect(some.toSorted((a, b) => a - b)).toEqual(some)
    expect(sampleOf(numbers, 500, 1)).toEqual(numbers)
  })
})

describe('the score', () => {
  const [first, second] = mutantsOf(file('const a = b < c\nconst d = e > f'))

  it('counts detected faults, names the files with undetected ones, and quotes the line', () => {
    if (!first || !second) throw new Error('two faults are expected')
    const table = scoreTable([
      { mutant: first, verdict: 'killed' },
      { mutant: second, verdict: 'survived' },
      { mutant: { ...first, path: 'b.ts' }, verdict: 'endless' },
      { mutant: { ...first, path: 'c.ts' }, verdict: 'untested' },
    ])
    expect(table.split('\n').map((line) => line.trim())).toEqual([
      '0/1  c.ts',
      '1/2  a.ts',
      '2 of 4 faults seen (50.0 %), 1 in files no test loads',
    ])
    expect(survivorLine(second, 'const a = b < c\nconst d = e > f')).toBe(
      'a.ts:2  > to >=  ">" → ">="\n    const d = e > f',
    )
  })
})
