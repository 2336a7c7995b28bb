import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ROOT } from './checkout.mjs'
import { run } from './run.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** As many files that failed are tried again; more are no accident. */
const MAX_UNSTEADY = 3

/**
 * Runs the tests of one workspace, and counts them from vitest's JSON report.
 *
 * @param {string} root folder of the workspace, relative to the checkout
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} [more] further arguments
 * @returns {Promise<{ code: number, counts: Counts }>}
 */
export async function runVitest(root, env, more = []) {
  const { code, counts } = await runOnce(root, env, more)
  return { code, counts }
}

/**
 * {@link runVitest} for tests of pages, which wait for a browser on a machine that others use too: up to three files
 * that failed run once more, alone and from the start. What passed only then is named, for it is a defect of the test
 * or of the page all the same.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number, counts: Counts, unsteady?: readonly string[] }>}
 */
export async function runVitestOfPages(root, env) {
  const first = await runOnce(root, env)
  const failed = first.files.filter(({ hasFailed }) => hasFailed)
  // An error outside of all tests belongs to no file that could be tried again.
  const isHopeless = first.unhandled > 0 || failed.length === 0 || failed.length > MAX_UNSTEADY
  if (first.code === 0 || isHopeless) return first
  console.log(`\n━━ again, alone: ${failed.map(({ name }) => name).join(', ')}`)
  const second = await runOnce(root, env, [...failed.map(({ path }) => path), '--maxWorkers=1'])
  if (second.code !== 0) return first
  const passedBefore = failed.reduce((sum, { passed }) => sum + passed, 0)
  const counts = { ...first.counts, passed: first.counts.passed - passedBefore + second.counts.passed, failed: 0 }
  return { code: 0, counts, unsteady: failed.flatMap(({ failures }) => failures) }
}

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} [more]
 */
async function runOnce(root, env, more = []) {
  const dir = mkdtempSync(join(tmpdir(), 'natim-report-'))
  try {
    const report = join(dir, 'report.json')
    const unhandled = join(dir, 'unhandled')
    const own = join(ROOT, 'tools/lib/unhandled-reporter.mjs')
    const reporters = ['--reporter=default', `--reporter=${own}`, '--reporter=json', `--outputFile.json=${report}`]
    // A busy machine is no failure: what hangs is stopped all the same, only later.
    const limits = ['--testTimeout=60000', '--hookTimeout=300000']
    const args = ['run', '--root', root, ...limits, ...reporters, ...more]
    const options = { env: { ...env, NATIM_UNHANDLED_FILE: unhandled } }
    const code = await run(join(ROOT, 'node_modules/.bin/vitest'), args, options)
    // A run that ended before its report is one more of them.
    const errors = existsSync(unhandled) ? Number(readFileSync(unhandled, 'utf8')) : 1
    return { code, unhandled: errors, ...readReport(report) }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * @typedef {{ title: string, status: string }} TestReport
 * @typedef {{ name: string, status: string, assertionResults: readonly TestReport[] }} FileReport
 */

/** @param {string} report */
function readReport(report) {
  if (!existsSync(report)) return { counts: { passed: 0, failed: 0, skipped: 0 }, files: [] }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const files = /** @type {readonly FileReport[]} */ (testResults).map(({ name, status, assertionResults }) => {
    const failures = assertionResults.filter((test) => test.status === 'failed').map(({ title }) => title)
    return {
      path: name,
      name: basename(name),
      hasFailed: status === 'failed',
      passed: assertionResults.filter((test) => test.status === 'passed').length,
      // A file can fail before its first test.
      failures: failures.length > 0 ? failures : [basename(name)],
    }
  })
  return {
    counts: { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests },
    files,
  }
}
