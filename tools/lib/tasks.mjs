import { join } from 'node:path'
import { ROOT, Trouble } from './checkout.mjs'
import { ensureBuilt } from './ensure.mjs'
import { withLock } from './lock.mjs'
import { startPrivatePostgres } from './private-postgres.mjs'
import { findPostgresBin } from './system-packages.mjs'
import { runVitest } from './vitest.mjs'

/** @typedef {import('./test-report.mjs').Report} Report */
/** @typedef {import('./workplace.mjs').Workplace} Workplace */
/**
 * One part of `npm test`.
 *
 * @typedef {object} Step
 * @property {string} name for `--only` and `--skip`
 * @property {number} weight cores it keeps busy
 * @property {readonly string[]} [after]
 * @property {readonly string[]} [packages] Debian packages without which it is left out, loudly
 * @property {(place: Workplace) => Promise<Report>} work
 */

const GATES = ['boundaries', 'unused', 'sql', 'docs', 'texts', 'yardstick']
const UNIT_ROOTS = ['packages/domain', 'packages/contract', 'packages/demo', 'apps/simulator', 'tools']
export const BROWSER_PACKAGES = ['chromium-headless-shell', 'fonts-noto-cjk', 'mosquitto-clients']
/** Builds that journeys run against. */
export const BUILDS = ['build/server', 'build/web']

/** Server tests that also run on the installed PostgreSQL. */
const ON_INSTALLED_POSTGRES = ['--config', join(ROOT, 'apps/server/vitest.postgres.config.ts')]

/**
 * All parts in the order they are begun: what others wait for, then what a mistake shows in first, then the long ones.
 * The server waits more than it works: the small ones go beside it.
 *
 * @param {object} [options]
 * @param {boolean} [options.isFull] with all of the server's tests on the installed PostgreSQL
 * @param {readonly string[]} [options.pageArgs] for vitest, where pages are tested
 * @returns {readonly Step[]}
 */
export function allSteps({ isFull = false, pageArgs = [] } = {}) {
  return [
    { name: 'format', weight: 1, work: (place) => program(place, 'biome', ['format', '.']) },
    { name: 'build/server', weight: 1, work: (place) => build('server', place) },
    { name: 'build/web', weight: 1, work: (place) => build('web', place) },
    { name: 'gates', weight: 1, work: (place) => gates(place, GATES) },
    // After the server build: both write the same files, and already checked ones are not checked again.
    {
      name: 'types',
      weight: 1,
      after: ['build/server'],
      work: (place) => withLock('tsc', () => program(place, 'tsc', ['-b', '--singleThreaded'])),
    },
    // Three workers that wait for databases and clocks: about one and a half cores, which leaves room for another step.
    { name: 'server', weight: 1, after: ['build/server'], work: (place) => vitest(place, ['apps/server']) },
    { name: 'lint', weight: 1, work: (place) => gates(place, ['lint']) },
    { name: 'unit', weight: 1, work: (place) => vitest(place, UNIT_ROOTS) },
    { name: 'server-on-15', weight: 1, packages: ['postgresql'], work: (place) => serverOnInstalled(place, isFull) },
    { name: 'web', weight: 2, work: (place) => vitest(place, ['apps/web'], pageArgs) },
    {
      name: 'e2e',
      weight: 2,
      after: BUILDS,
      packages: BROWSER_PACKAGES,
      work: (place) => vitest(place, ['e2e'], pageArgs),
    },
  ]
}

/** `build` is called all of `build/…`. @param {string} name @param {string} asked */
export const isCalled = (name, asked) => name === asked || name.startsWith(`${asked}/`)

/** @param {Workplace} place @param {string} name @param {readonly string[]} args @returns {Promise<Report>} */
async function program(place, name, args) {
  const code = await place.run(join(ROOT, 'node_modules/.bin', name), args)
  return { tests: [], failures: code === 0 ? [] : [{ file: [name, ...args].join(' '), title: `exit code ${code}` }] }
}

/**
 * The gates one after the other in one process: starting them is most of their time.
 *
 * @param {Workplace} place
 * @param {readonly string[]} names
 */
const gates = (place, names) => program(place, 'tsx', ['tools/gates/cli.ts', ...names])

/** @param {'server' | 'web'} part @param {Workplace} place @returns {Promise<Report>} */
async function build(part, place) {
  await ensureBuilt([part], async (_title, command, args) => {
    const code = await place.run(command, args)
    if (code !== 0) throw new Trouble(`${command} ended with code ${code}`)
  })
  return { tests: [], failures: [] }
}

/**
 * @param {Workplace} place
 * @param {readonly string[]} roots
 * @param {readonly string[]} [args]
 * @returns {Promise<Report>}
 */
async function vitest(place, roots, args = []) {
  const reports = []
  for (const root of roots) reports.push(await runVitest(place, root, { args }))
  return mergeReports(reports)
}

/** @param {Workplace} place @param {boolean} isFull */
async function serverOnInstalled(place, isFull) {
  const postgres = await startPrivatePostgres(findPostgresBin() ?? '', place.folder)
  try {
    const env = { TEST_DATABASE_URL: postgres.url }
    return await runVitest(place, 'apps/server', { args: isFull ? [] : ON_INSTALLED_POSTGRES, env })
  } finally {
    await postgres.stop()
  }
}

/** @param {readonly Report[]} reports @returns {Report} */
function mergeReports(reports) {
  return { tests: reports.flatMap(({ tests }) => tests), failures: reports.flatMap(({ failures }) => failures) }
}
