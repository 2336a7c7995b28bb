import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { countBehaviours, countTests, readEntries, reportOf, slowest, type TestEntry } from './test-report.mjs'

const test = (title: string, more: Partial<TestEntry> = {}): TestEntry => ({
  kind: 'test',
  file: 'a.test.ts',
  title,
  line: 1,
  ms: 1,
  state: 'passed',
  ...more,
})
const END = { kind: 'end' } as const

it('counts tests of one line as one behaviour, wherever and however often they run', () => {
  const rows = [test('adds 1'), test('adds 2'), test('adds 1'), test('subtracts', { line: 2 })]
  const elsewhere = [test('adds 1', { file: 'b.test.ts' }), test('left out', { line: 3, state: 'skipped' })]
  expect(countBehaviours([...rows, ...elsewhere])).toEqual({ behaviours: 3, repetitions: 2 })
})

it('names failed tests and errors outside of them', () => {
  const broken = { kind: 'broken', file: 'b.test.ts', title: 'an error that no test caught', error: 'boom' } as const
  const { failures, tests } = reportOf('vitest', 1, [
    test('a'),
    test('b', { state: 'failed', error: 'no' }),
    broken,
    END,
  ])
  expect(failures).toEqual([
    { file: 'a.test.ts', title: 'b', error: 'no' },
    { file: 'b.test.ts', title: 'an error that no test caught', error: 'boom' },
  ])
  expect(tests).toHaveLength(2)
})

it('fails a run that ended early, or with a non-zero exit code and no reason', () => {
  expect(reportOf('vitest in web', 137, [test('a')]).failures).toEqual([
    { file: 'vitest in web', title: 'ended before its report', error: 'exit code 137' },
  ])
  expect(reportOf('vitest in web', 1, [test('a'), END]).failures).toHaveLength(1)
  expect(reportOf('vitest in web', 0, [test('a'), END]).failures).toEqual([])
})

it('counts a test that passed only on retry as passed, if it is on the list', () => {
  expect(countTests([test('a'), test('b', { state: 'unsteady' }), test('c', { state: 'skipped' })])).toEqual({
    passed: 2,
    skipped: 1,
  })
})

it('lists the slowest tests, each once with its longest time', () => {
  const tests = [test('a', { ms: 5 }), test('b', { ms: 9 }), test('a', { ms: 7 }), test('c', { ms: 1 })]
  expect(slowest(tests, 2).map(({ title, ms }) => [title, ms])).toEqual([
    ['b', 9],
    ['a', 7],
  ])
})

it('reads the partial report of a run in progress', () => {
  const dir = mkdtempSync(join(tmpdir(), 'natim-report-'))
  const path = join(dir, 'report.jsonl')
  expect(readEntries(path)).toEqual([])
  writeFileSync(path, `${JSON.stringify(test('a'))}\n{"kind":"te`)
  expect(readEntries(path)).toEqual([test('a')])
  rmSync(dir, { recursive: true })
})
