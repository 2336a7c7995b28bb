import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './checkout.mjs'
import { currentServer } from './ensure.mjs'
import { readEntries, reportOf } from './test-report.mjs'

const REPORTER = join(ROOT, 'tools/lib/run-reporter.mjs')
const PROGRAM = join(ROOT, 'node_modules/vitest/vitest.mjs')

/**
 * How one run of vitest differs from the plain one of a workspace.
 *
 * @typedef {object} VitestOptions
 * @property {readonly string[]} [args]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [node] program that runs it
 */

/**
 * Runs tests of one workspace.
 *
 * @param {import('./workplace.mjs').Workplace} place
 * @param {string} root folder of the workspace, relative to the checkout
 * @param {VitestOptions} [options]
 * @returns {Promise<import('./test-report.mjs').Report>}
 */
export async function runVitest(place, root, { args = [], env = {}, node = process.execPath } = {}) {
  const report = place.file(`.${root.replaceAll('/', '-')}.jsonl`)
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`, '--includeTaskLocation']
  const server = root === 'apps/server' ? currentServer() : undefined
  const own = { ...env, NATIM_REPORT: report, ...(server && { BUILT_SERVER: server }) }
  const all = [PROGRAM, 'run', '--root', root, ...reporters, ...retries(), ...args]
  const code = await place.run(node, all, own)
  return reportOf(`vitest in ${root}`, code, readEntries(report))
}

/** No retries while the list of unsteady tests is empty; tests not on it fail anyway. */
function retries() {
  const unsteady = JSON.parse(readFileSync(join(ROOT, 'tools/unsteady.json'), 'utf8'))
  return unsteady.length === 0 ? [] : ['--retry=1']
}
