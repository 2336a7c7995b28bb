import { join } from 'node:path'
import { ROOT } from './checkout.mjs'
import { ensureBuilt } from './ensure.mjs'
import { startPrivatePostgres } from './private-postgres.mjs'
import { run } from './run.mjs'
import { findPostgresBin } from './system-packages.mjs'
import { runVitest, runVitestOfPages } from './vitest.mjs'

/** @typedef {import('./vitest.mjs').Counts} Counts */
/** @typedef {{ code: number, counts?: Counts, unsteady?: readonly string[] }} StepResult `unsteady`: passed at the second try */
/**
 * One part of `npm test`.
 *
 * @typedef {object} Step
 * @property {string} name for `--only` and `--skip`
 * @property {readonly string[]} [needs] Debian packages without which it is left out, loudly
 * @property {(env: NodeJS.ProcessEnv) => Promise<StepResult>} work
 */

const GATES = ['boundaries', 'unused', 'sql', 'docs', 'yardstick']
const UNIT_ROOTS = ['packages/domain', 'packages/contract', 'packages/demo', 'apps/simulator', 'tools']

/**
 * Tests that say nothing about the version of the database: of the supervisor of the embedded one, of a server that is
 * killed with it, of rights (two thousand calls, refused before any statement; every call looked at in a view), of
 * sheets, of sockets and of brokers.
 */
const WITHOUT_SQL = [
  'src/platform/postgres/**',
  'src/testing/crash/**',
  'src/testing/matrix.test.ts',
  'src/testing/views-change-nothing.test.ts',
  'src/platform/sheets/**',
  'src/platform/nats-bus.test.ts',
  'src/modules/live/socket/**',
  'src/modules/ingest/bridge/**',
  'src/modules/demo/simulator.test.ts',
]

/** @param {string} program @param {readonly string[]} args */
const bin = async (program, args) => ({ code: await run(join(ROOT, 'node_modules/.bin', program), args) })
/** @param {string} name */
const script = async (name) => ({ code: await run('npm', ['run', '--silent', name]) })

/** All parts, cheap ones first; a later one runs only while all before it are green. @type {readonly Step[]} */
export const STEPS = [
  { name: 'format', work: () => bin('biome', ['format', '.']) },
  { name: 'lint', work: () => script('lint') },
  { name: 'types', work: () => bin('tsc', ['-b']) },
  ...GATES.map((gate) => ({ name: gate, work: () => script(`check:${gate}`) })),
  { name: 'unit', work: (env) => together(UNIT_ROOTS.map((root) => runVitest(root, env))) },
  { name: 'server', work: (env) => runVitest('apps/server', env) },
  { name: 'server-on-15', needs: ['postgresql'], work: serverOnInstalledPostgres },
  { name: 'web', work: (env) => runVitestOfPages('apps/web', env) },
  {
    name: 'build',
    work: async () => {
      await ensureBuilt()
      return { code: 0 }
    },
  },
  {
    name: 'e2e',
    needs: ['chromium-headless-shell', 'fonts-noto-cjk', 'mosquitto-clients'],
    work: (env) => runVitestOfPages('e2e', env),
  },
]

/** @param {NodeJS.ProcessEnv} env @returns {Promise<StepResult>} */
async function serverOnInstalledPostgres(env) {
  const postgres = await startPrivatePostgres(findPostgresBin() ?? '')
  try {
    const more = WITHOUT_SQL.flatMap((files) => ['--exclude', files])
    return await runVitest('apps/server', { ...env, TEST_DATABASE_URL: postgres.url }, more)
  } finally {
    await postgres.stop()
  }
}

/**
 * Side by side: some of them mostly wait.
 *
 * @param {readonly Promise<{ code: number, counts: Counts }>[]} runs
 * @returns {Promise<StepResult>} the sums; the first code that is not 0
 */
async function together(runs) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  let code = 0
  for (const result of await Promise.all(runs)) {
    counts.passed += result.counts.passed
    counts.failed += result.counts.failed
    counts.skipped += result.counts.skipped
    code ||= result.code
  }
  return { code, counts }
}
