import { existsSync, readFileSync } from 'node:fs'

/**
 * A line of a report, as run-reporter.mjs writes it: a test, something broken outside of tests, or the end of the run.
 *
 * @typedef {{ kind: 'test', file: string, title: string, line?: number | undefined, ms: number, state: 'passed' | 'failed' | 'skipped' | 'unsteady', error?: string | undefined }} TestEntry
 * @typedef {TestEntry | { kind: 'broken', file: string, title: string, error?: string | undefined } | { kind: 'end' }} Entry
 * @typedef {{ file: string, title: string, error?: string | undefined }} Failure
 * @typedef {{ tests: readonly TestEntry[], failures: readonly Failure[] }} Report
 */

/**
 * @param {string} path
 * @returns {Entry[]} what is known so far; the last line may be half written
 */
export function readEntries(path) {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

/**
 * What one run of vitest found. Whatever makes it end badly is named: failed tests, errors outside of them, and for want
 * of these that it ended early or with another code than 0.
 *
 * @param {string} name for what has no file
 * @param {number} code
 * @param {readonly Entry[]} entries
 * @returns {Report}
 */
export function reportOf(name, code, entries) {
  const tests = entries.filter((entry) => entry.kind === 'test')
  const failures = failuresOf(entries)
  const hasEnded = entries.some(({ kind }) => kind === 'end')
  if (!hasEnded) failures.push({ file: name, title: 'ended before its report', error: `exit code ${code}` })
  else if (code !== 0 && failures.length === 0) failures.push({ file: name, title: `exit code ${code}` })
  return { tests, failures }
}

/** @param {readonly Entry[]} entries @returns {Failure[]} */
export function failuresOf(entries) {
  return entries.flatMap((entry) => {
    const isFailure = entry.kind === 'broken' || (entry.kind === 'test' && entry.state === 'failed')
    return isFailure ? [{ file: entry.file, title: entry.title, error: entry.error }] : []
  })
}

/** @param {readonly TestEntry[]} tests */
export function countTests(tests) {
  const count = (/** @type {TestEntry['state'][]} */ ...states) =>
    tests.filter(({ state }) => states.includes(state)).length
  return { passed: count('passed', 'unsteady'), skipped: count('skipped') }
}

/**
 * Tests of one line of a file say one thing: the rows of a table, the same on a second PostgreSQL or another Node, are
 * repetitions of it.
 *
 * @param {readonly TestEntry[]} tests
 */
export function countBehaviours(tests) {
  const done = tests.filter(({ state }) => state !== 'skipped')
  const behaviours = new Set(done.map(({ file, line, title }) => `${file}:${line ?? title}`)).size
  return { behaviours, repetitions: done.length - behaviours }
}

/**
 * The tests that took longest; of several runs of one the longest.
 *
 * @param {readonly TestEntry[]} tests
 * @param {number} count
 */
export function slowest(tests, count) {
  /** @type {Map<string, TestEntry>} */
  const longest = new Map()
  for (const test of tests) {
    const key = `${test.file} ${test.title}`
    if (test.ms > (longest.get(key)?.ms ?? -1)) longest.set(key, test)
  }
  return [...longest.values()].sort((a, b) => b.ms - a.ms).slice(0, count)
}
