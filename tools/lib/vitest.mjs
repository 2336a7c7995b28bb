import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './checkout.mjs'
import { run } from './run.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Runs the tests of one workspace, and counts them from vitest's JSON report.
 *
 * @param {string} root folder of the workspace, relative to the checkout
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} [more] further arguments
 * @returns {Promise<{ code: number, counts: Counts }>}
 */
export async function runVitest(root, env, more = []) {
  const dir = mkdtempSync(join(tmpdir(), 'natim-report-'))
  try {
    const report = join(dir, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    // A busy machine is no failure: what hangs is stopped all the same, only later.
    const limits = ['--testTimeout=60000', '--hookTimeout=300000']
    const args = ['run', '--root', root, ...limits, ...reporters, ...more]
    const code = await run(join(ROOT, 'node_modules/.bin/vitest'), args, { env })
    return { code, counts: readCounts(report) }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** @param {string} report @returns {Counts} */
function readCounts(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}
