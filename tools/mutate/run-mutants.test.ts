import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../lib/checkout.mjs'
import { mutantsOf } from './mutant.ts'
import { runMutants } from './run-mutants.ts'

const SOURCE = `export const isAdult = (age: number) => age >= 18
export function countTo(end: number) {
  let n = 0
  while (n < end) n += 1
  return n
}
`
const LONELY = 'export const lonely = 1 < 2\n'
const TEST = `import { expect, it } from 'vitest'
import { countTo, isAdult } from './ages.ts'
it('tells', () => expect([isAdult(17), isAdult(30), countTo(3)]).toEqual([false, true, 3]))
`
let root: string
beforeAll(() => {
  // Inside the checkout, where a test's packages are resolved.
  mkdirSync(join(ROOT, '.tmp'), { recursive: true })
  root = mkdtempSync(join(ROOT, '.tmp/mutants-'))
  mkdirSync(join(root, 'packages/ages'), { recursive: true })
  writeFileSync(join(root, 'packages/ages/ages.ts'), SOURCE)
  writeFileSync(join(root, 'packages/ages/ages.test.ts'), TEST)
  writeFileSync(join(root, 'packages/ages/lonely.ts'), LONELY)
})
afterAll(() => rmSync(root, { recursive: true }))

it('distinguishes faults that a test detects from others, and writes nothing', async () => {
  const path = 'packages/ages/ages.ts'
  const ofFirstLine = mutantsOf({ path, text: SOURCE }).filter(({ line }) => line === 1)
  const [lonely] = mutantsOf({ path: 'packages/ages/lonely.ts', text: LONELY })
  if (!lonely) throw new Error('a fault is expected')
  const told: string[] = []
  const judged = await runMutants(root, [...ofFirstLine, lonely], 2, ({ verdict }) => told.push(verdict))
  const verdicts = judged.map(
    ({ mutant, verdict }) => `${mutant.path.split('/').at(-1)} ${mutant.operator}: ${verdict}`,
  )
  expect(verdicts.toSorted()).toEqual([
    // The test has no person aged 18.
    'ages.ts >= to >: survived',
    'ages.ts one less: killed',
    'ages.ts one more: survived',
    'ages.ts result dropped: killed',
    'lonely.ts one more: untested',
  ])
  expect(told).toHaveLength(judged.length)
  expect(readFileSync(join(root, path), 'utf8')).toBe(SOURCE)
})

it('refuses to start with tests that already fail', async () => {
  const path = 'packages/broken/broken.ts'
  const text = 'export const sum = (a: number, b: number) => a - b\n'
  mkdirSync(join(root, 'packages/broken'), { recursive: true })
  writeFileSync(join(root, path), text)
  const test =
    "import { expect, it } from 'vitest'\nimport { sum } from './broken.ts'\nit('adds', () => expect(sum(1, 2)).toBe(3))\n"
  writeFileSync(join(root, 'packages/broken/broken.test.ts'), test)
  await expect(runMutants(root, mutantsOf({ path, text }), 1, () => undefined)).rejects.toThrow(/fail as it is/)
})
