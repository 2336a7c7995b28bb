import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT, Trouble } from './checkout.mjs'
import { watchNpm } from './foreground.mjs'
import { schedule } from './schedule.mjs'
import { makeScratchFolder } from './scratch.mjs'
import { failureReport, progressLine, stepLine, summary, totals } from './summary.mjs'
import { failuresOf, readEntries } from './test-report.mjs'
import { logFileOf, openWorkplace } from './workplace.mjs'

/** @typedef {import('./tasks.mjs').Step} Step */
/** @typedef {import('./summary.mjs').StepOutcome} StepOutcome */
/** @typedef {import('./workplace.mjs').Workplace} Workplace */

const RUNS = join(ROOT, '.tmp/test-runs')
const KEPT_RUNS = 5
const ARTIFACTS = join(ROOT, 'e2e/.artifacts')
const PROGRESS_EVERY_MS = 60_000
/** Tests wait now and then: one more than the number of cores keeps them busy. */
const LEAST_CAPACITY = 3
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Does the steps of a run, tells how it goes, and ends everything it started.
 *
 * @param {readonly Step[]} steps
 * @param {object} [options]
 * @param {readonly string[]} [options.missing] Debian packages that are not there
 * @param {NodeJS.ProcessEnv | undefined} [options.env] for every program, besides the usual
 * @param {boolean} [options.goesOn] after a failure
 * @returns {Promise<{ outcomes: StepOutcome[], elapsedMs: number, startedAt: Date, isStopped: boolean }>}
 */
export async function runSteps(steps, { missing = [], env = {}, goesOn = false } = {}) {
  const startedAt = new Date()
  const elapsedMs = () => Date.now() - startedAt.getTime()
  const logs = makeLogFolder(startedAt)
  const scratch = makeScratchFolder()
  /** @type {Map<string, { place: Workplace, startedMs: number }>} */
  const running = new Map()
  const stop = stopOnSignals(() =>
    Promise.all([...running.values()].map(({ place }) => place.close({ graceMs: 0, patienceMs: 5_000 }))),
  )
  let done = 0
  const progress = setInterval(() => {
    const parts = [...running].map(([name, { startedMs }]) => ({ name, sinceMs: performance.now() - startedMs }))
    const failed = failedSoFar(logs)
    console.log(progressLine({ elapsedMs: elapsedMs(), running: parts, done, total: steps.length, failed }))
  }, PROGRESS_EVERY_MS)
  const tasks = steps.map((step, n) => ({
    ...step,
    ...skipReason(step, missing),
    work() {
      const place = openWorkplace({ folder: join(scratch.folder, String(n)), logs, name: step.name, env })
      running.set(step.name, { place, startedMs: performance.now() })
      return workAt(place, step).finally(() => running.delete(step.name))
    },
  }))
  const width = Math.max(...steps.map(({ name }) => name.length))
  try {
    const outcomes = await schedule(tasks, {
      capacity: Math.max(availableParallelism() + 1, LEAST_CAPACITY),
      isGood: ({ failures }) => failures.length === 0,
      signal: stop.signal,
      goesOn,
      onEnd(outcome) {
        done++
        if (outcome.state === 'failed' && !stop.signal.aborted) printLog(outcome, logs)
        if (outcome.state !== 'not run') console.log(stepLine(outcome, width))
      },
    })
    return { outcomes, elapsedMs: elapsedMs(), startedAt, isStopped: stop.signal.aborted }
  } finally {
    clearInterval(progress)
    stop.done()
    scratch.remove()
  }
}

/**
 * Prints what a run came to.
 *
 * @param {Awaited<ReturnType<typeof runSteps>>} run
 * @returns {number} exit code
 */
export function printResult({ outcomes, elapsedMs, startedAt }) {
  // A machine that cannot run everything must not report a full pass.
  const { passed, failed } = totals(outcomes, Boolean(process.env['CI']))
  const lines = ['', ...summary(outcomes, elapsedMs)]
  if (outcomes.some(({ state }) => state === 'failed'))
    lines.push('', ...failureReport(outcomes, artifactsSince(startedAt)))
  console.log([...lines, `${passed} passed, ${failed} failed`].join('\n'))
  return failed === 0 ? 0 : 1
}

/** @param {Workplace} place @param {Step} step @returns {Promise<import('./summary.mjs').StepResult>} */
async function workAt(place, { work }) {
  /** @type {readonly string[]} */
  let left = []
  let report
  try {
    report = await work(place)
  } finally {
    left = await place.close()
  }
  return { ...report, cpuSeconds: place.cpuSeconds(), left, logFile: relative(ROOT, place.logFile) }
}

/** @param {Step} step @param {readonly string[]} missing */
function skipReason({ packages = [] }, missing) {
  const absent = packages.filter((name) => missing.includes(name))
  return absent.length > 0 ? { skip: `needs apt-get install ${absent.join(' ')}` } : {}
}

/** @param {StepOutcome} outcome @param {string} logs */
function printLog({ name, error }, logs) {
  const path = logFileOf(logs, name)
  console.log(`\n━━ ${name}`)
  if (existsSync(path)) console.log(readFileSync(path, 'utf8').trimEnd())
  if (error !== undefined) console.log(error instanceof Trouble ? error.message : error)
  console.log(`━━ end of ${name}\n`)
}

/** One folder per run, of which the last ones are kept. @param {Date} startedAt */
function makeLogFolder(startedAt) {
  mkdirSync(RUNS, { recursive: true })
  for (const name of readdirSync(RUNS)
    .sort()
    .slice(0, 1 - KEPT_RUNS))
    rmSync(join(RUNS, name), { recursive: true })
  const folder = join(RUNS, `${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}-${process.pid}`)
  mkdirSync(folder)
  return folder
}

/** @param {string} logs */
function failedSoFar(logs) {
  const reports = readdirSync(logs).filter((name) => name.endsWith('.jsonl'))
  return reports.reduce((sum, name) => sum + failuresOf(readEntries(join(logs, name))).length, 0)
}

/** Pictures and traces that journeys of this run left. @param {Date} startedAt */
function artifactsSince(startedAt) {
  if (!existsSync(ARTIFACTS)) return []
  const paths = readdirSync(ARTIFACTS, { recursive: true }).map((name) => join(ARTIFACTS, String(name)))
  const isNew = (/** @type {string} */ path) => statSync(path).isFile() && statSync(path).mtimeMs >= startedAt.getTime()
  return paths.filter(isNew).map((path) => relative(ROOT, path))
}

/** @param {() => Promise<unknown>} endAll */
function stopOnSignals(endAll) {
  const controller = new AbortController()
  /** @param {string} cause */
  const stop = (cause) => {
    if (controller.signal.aborted) return
    console.log(`\n! ${cause}: ending what runs`)
    controller.abort()
    void endAll()
  }
  const onLostOutput = () => stop('nobody reads what is printed')
  for (const signal of SIGNALS) process.on(signal, stop)
  process.stdout.on('error', onLostOutput)
  const unwatch = watchNpm(() => stop('npm is gone'))
  return {
    signal: controller.signal,
    done() {
      unwatch()
      for (const signal of SIGNALS) process.off(signal, stop)
      process.stdout.off('error', onLostOutput)
    },
  }
}
