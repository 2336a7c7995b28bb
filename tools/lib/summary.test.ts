import { expect, it } from 'vitest'
import { failureReport, progressLine, type StepOutcome, stepLine, summary, totals } from './summary.mjs'
import type { TestEntry } from './test-report.mjs'

const TEST: TestEntry = { kind: 'test', file: 'a.test.ts', title: 'adds', line: 3, ms: 1_500, state: 'passed' }

function outcome(name: string, more: Partial<StepOutcome> = {}): StepOutcome {
  const result = { tests: [TEST], failures: [], cpuSeconds: 20, left: [], logFile: `${name}.log` }
  return { name, state: 'passed', seconds: 12.34, result, ...more }
}

const RED = outcome('web', {
  state: 'failed',
  result: {
    tests: [TEST, { ...TEST, title: 'divides', state: 'failed' }],
    failures: [{ file: 'b.test.ts', title: 'divides', error: 'expected 1 to be 2\nat b.test.ts:7' }],
    cpuSeconds: 1,
    left: ['postgres (7)'],
    logFile: '.tmp/web.log',
  },
})

it('prints a step in one line', () => {
  expect(stepLine(outcome('server'), 8)).toBe('✓ server      12.3 s  cpu 20.0 s   1 passed')
  expect(stepLine(RED, 3)).toBe('✗ web    12.3 s  cpu 1.0 s    1 passed, 1 failed')
  const skipped = outcome('e2e', { state: 'skipped', reason: 'needs apt-get install chromium' })
  expect(stepLine(skipped, 3)).toBe('! e2e  not tested: needs apt-get install chromium')
})

it('reports once a minute what runs since when, what is done and what failed', () => {
  const running = [
    { name: 'server', sinceMs: 125_000 },
    { name: 'e2e/shell', sinceMs: 9_000 },
  ]
  expect(progressLine({ elapsedMs: 187_000, running, done: 3, total: 9, failed: 1 })).toBe(
    '… 3:07  running: server 2:05, e2e/shell 0:09 · 3 of 9 done · 1 failed so far',
  )
})

it('summarises cost, slowest tests, behaviours, and important notices', () => {
  const lines = summary([outcome('server'), RED, outcome('e2e', { state: 'skipped', reason: 'no browser' })], 61_000)
  expect(lines).toContain('  1:01 in all, cpu 41 s')
  expect(lines).toContain('     1.5 s  a.test.ts > adds')
  expect(lines).toContain('1 behaviours, repeated 3 times (rows of tables, further versions)')
  expect(lines).toContain('! web left postgres (7) behind: it was ended')
  expect(lines).toContain('! NOT TESTED: e2e')
})

it('lists failed tests first, then pictures and logs, and the tests again in one line each', () => {
  expect(failureReport([outcome('server'), RED], ['e2e/.artifacts/divides.png'])).toEqual([
    '━━ failed',
    '✗ b.test.ts > divides\n    expected 1 to be 2\n    at b.test.ts:7  (web)',
    '',
    'Pictures and traces',
    '  e2e/.artifacts/divides.png',
    '',
    'Logs',
    '  .tmp/web.log',
    '',
    '✗ b.test.ts > divides: expected 1 to be 2',
  ])
})

it('counts a step that failed without a test as one failure, and a skipped one if everything must run', () => {
  const crashed = outcome('types', { state: 'failed', result: undefined, error: new Error('no disk') })
  expect(totals([outcome('server'), RED, crashed], false)).toEqual({ passed: 2, failed: 2 })
  const skipped = outcome('e2e', { state: 'skipped', result: undefined })
  expect(totals([outcome('server'), skipped], false)).toEqual({ passed: 1, failed: 0 })
  expect(totals([outcome('server'), skipped], true)).toEqual({ passed: 1, failed: 1 })
})

it('does not pass when the run was stopped', () => {
  expect(totals([outcome('server'), outcome('web', { state: 'not run', result: undefined })], false).failed).toBe(1)
})
