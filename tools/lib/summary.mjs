import { countBehaviours, countTests, slowest } from './test-report.mjs'

/** @typedef {import('./test-report.mjs').Report} Report */
/** @typedef {import('./test-report.mjs').Failure} Failure */
/** @typedef {Report & { cpuSeconds: number, left: readonly string[], logFile: string }} StepResult */
/** @typedef {import('./schedule.mjs').Outcome<StepResult>} StepOutcome */

const MARKS = { passed: '✓', failed: '✗', skipped: '!', 'not run': '·' }
const SLOWEST = 10
/** Maximum failures repeated at the end. */
const MOST_NAMED = 40

/** One step in one line. @param {StepOutcome} outcome @param {number} width of the longest name */
export function stepLine({ name, state, seconds, reason, result }, width) {
  const head = `${MARKS[state]} ${name.padEnd(width)}`
  if (state === 'skipped') return `${head}  not tested: ${reason}`
  if (state === 'not run') return `${head}  not run`
  const { passed, skipped } = countTests(result?.tests ?? [])
  const failed = result?.failures.length ?? 0
  const counts = [
    passed > 0 || failed > 0 ? `${passed} passed` : '',
    failed > 0 ? `${failed} failed` : '',
    skipped > 0 ? `${skipped} skipped` : '',
  ]
  const times = [`${seconds.toFixed(1)} s`.padStart(8), `cpu ${(result?.cpuSeconds ?? 0).toFixed(1)} s`.padEnd(11)]
  return [head, ...times, counts.filter(Boolean).join(', ')].join('  ').trimEnd()
}

/**
 * Where a run stands, once a minute.
 *
 * @param {object} state
 * @param {number} state.elapsedMs
 * @param {readonly { name: string, sinceMs: number }[]} state.running by how long they run
 * @param {number} state.done
 * @param {number} state.total
 * @param {number} state.failed tests so far
 */
export function progressLine({ elapsedMs, running, done, total, failed }) {
  const names = running.map(({ name, sinceMs }) => `${name} ${clock(sinceMs)}`).join(', ')
  return `… ${clock(elapsedMs)}  running: ${names || 'nothing'} · ${done} of ${total} done · ${failed} failed so far`
}

/** What the run cost and held. @param {readonly StepOutcome[]} outcomes @param {number} elapsedMs */
export function summary(outcomes, elapsedMs) {
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  const tests = outcomes.flatMap(({ result }) => result?.tests ?? [])
  const { behaviours, repetitions } = countBehaviours(tests)
  const cpu = outcomes.reduce((sum, { result }) => sum + (result?.cpuSeconds ?? 0), 0)
  const slow = slowest(tests, SLOWEST).map(
    ({ ms, file, title }) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file} > ${title}`,
  )
  return [
    '━━ summary',
    ...outcomes.map((outcome) => stepLine(outcome, width)),
    `  ${clock(elapsedMs)} in all, cpu ${Math.round(cpu)} s`,
    ...(slow.length > 0 ? ['', `The ${slow.length} slowest tests`, ...slow] : []),
    ...(tests.length > 0
      ? ['', `${behaviours} behaviours, repeated ${repetitions} times (rows of tables, further versions)`]
      : []),
    ...remarks(outcomes),
  ]
}

/** What nobody should overlook, although it fails nothing. @param {readonly StepOutcome[]} outcomes */
function remarks(outcomes) {
  const skipped = outcomes.filter(({ state }) => state === 'skipped')
  const unsteady = outcomes.flatMap(({ result }) => result?.tests ?? []).filter(({ state }) => state === 'unsteady')
  const left = outcomes.flatMap(({ name, result }) => (result?.left ?? []).map((what) => `${name} left ${what} behind`))
  const lines = [
    ...unsteady.map(({ file, title }) => `! PASSED AT THE SECOND TRY ONLY: ${file} > ${title}`),
    ...left.map((text) => `! ${text}: it was ended`),
    ...(skipped.length > 0 ? [`! NOT TESTED: ${skipped.map(({ name }) => name).join(', ')}`] : []),
  ]
  return lines.length > 0 ? ['', ...lines] : []
}

/**
 * What failed, and where to look.
 *
 * @param {readonly StepOutcome[]} outcomes
 * @param {readonly string[]} artifacts pictures and traces of this run
 */
export function failureReport(outcomes, artifacts) {
  const bad = outcomes.filter(({ state }) => state === 'failed')
  const logs = bad.flatMap(({ result }) => result?.logFile ?? [])
  return [
    '━━ failed',
    ...bad.flatMap((outcome) => failuresOf(outcome).map((failure) => describe(outcome.name, failure))),
    ...(artifacts.length > 0 ? ['', 'Pictures and traces', ...artifacts.map((path) => `  ${path}`)] : []),
    ...(logs.length > 0 ? ['', 'Logs', ...logs.map((path) => `  ${path}`)] : []),
    '',
    // Repeats the names for readers who see only the end of a long output.
    ...bad.flatMap(failuresOf).slice(0, MOST_NAMED).map(brief),
  ]
}

/** @param {readonly StepOutcome[]} outcomes @param {boolean} isComplete whether a step left out is a failure */
export function totals(outcomes, isComplete) {
  const passed = outcomes.reduce((sum, { result }) => sum + countTests(result?.tests ?? []).passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + failuresOf(outcome).length, 0)
  const missing = isComplete ? outcomes.filter(({ state }) => state === 'skipped').length : 0
  // A stopped run has no failed test, but must not pass.
  const isStopped = failed === 0 && outcomes.some(({ state }) => state === 'not run')
  return { passed, failed: failed + missing + (isStopped ? 1 : 0) }
}

/** A step that failed without a failed test still is a failure. @param {StepOutcome} outcome @returns {readonly Failure[]} */
export function failuresOf({ name, state, error, result }) {
  if (state !== 'failed') return []
  if (result !== undefined && result.failures.length > 0) return result.failures
  return [{ file: name, title: error instanceof Error ? error.message : 'failed' }]
}

/** @param {string} step @param {Failure} failure */
function describe(step, { file, title, error }) {
  return `✗ ${file} > ${title}${error ? `\n    ${error.replaceAll('\n', '\n    ')}` : ''}${file === step ? '' : `  (${step})`}`
}

/** @param {Failure} failure */
function brief({ file, title, error = '' }) {
  const [first = ''] = error.split('\n')
  return `✗ ${file} > ${title}${first && `: ${first.slice(0, 200)}`}`
}

/** `3:07`. @param {number} ms */
function clock(ms) {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
