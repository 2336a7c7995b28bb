import { expect, it } from 'vitest'
import { stressTable } from './stress-table.mjs'

it('lists each round, and how often each test failed', () => {
  const result = (failures: readonly { file: string; title: string; error?: string }[]) => ({
    tests: [],
    failures,
    cpuSeconds: 1,
    left: [],
    logFile: 'web.log',
  })
  const round = (title: string, ...titles: string[]) => ({
    title,
    elapsedMs: 61_000,
    outcomes: [
      {
        name: 'web',
        state: titles.length > 0 ? ('failed' as const) : ('passed' as const),
        seconds: 61,
        result: result(titles.map((name) => ({ file: 'a.test.ts', title: name, error: 'late' }))),
      },
    ],
  })
  expect(stressTable([round('one', 'b'), round('second', 'a', 'b'), round('3')])).toEqual([
    '',
    '━━ stress',
    '✗ one         0 passed  1 failed  61 s',
    '✗ second      0 passed  2 failed  61 s',
    '✓ 3           0 passed  0 failed  61 s',
    '',
    '✗ 2 of 3  a.test.ts > b\n    late',
    '✗ 1 of 3  a.test.ts > a\n    late',
  ])
})
