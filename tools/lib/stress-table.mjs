import { failuresOf, totals } from './summary.mjs'

/** @typedef {{ title: string, outcomes: readonly import('./summary.mjs').StepOutcome[], elapsedMs: number }} Round */

/**
 * What rounds of the same tests came to, and how often each test failed.
 *
 * @param {readonly Round[]} rounds
 * @returns {string[]} lines
 */
export function stressTable(rounds) {
  const width = Math.max(...rounds.map(({ title }) => title.length))
  const rows = rounds.map(({ title, outcomes, elapsedMs }) => {
    const { passed, failed } = totals(outcomes, true)
    return `${failed === 0 ? '✓' : '✗'} ${title.padEnd(width)}  ${String(passed).padStart(5)} passed  ${failed} failed  ${Math.round(elapsedMs / 1000)} s`
  })
  const failures = rounds.flatMap(({ outcomes }) => outcomes.flatMap(failuresOf))
  /** @type {Map<string, { times: number, error?: string | undefined }>} */
  const counts = new Map()
  for (const { file, title, error } of failures) {
    const key = `${file} > ${title}`
    counts.set(key, { times: (counts.get(key)?.times ?? 0) + 1, error })
  }
  const often = [...counts].sort(([, a], [, b]) => b.times - a.times)
  const lines = often.map(
    ([key, { times, error }]) => `✗ ${times} of ${rounds.length}  ${key}${error ? `\n    ${error}` : ''}`,
  )
  return ['', '━━ stress', ...rows, ...(lines.length > 0 ? ['', ...lines] : [])]
}
