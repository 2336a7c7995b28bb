// npm run test:citus [-- <vitest arguments>]: the server's tests on a Citus cluster of one coordinator and two workers.
// npm run citus: such a cluster with an empty, distributed database, until Ctrl-C.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureCitus, POSTGRES_BIN } from './citus/build.mjs'
import { startCluster } from './citus/cluster.mjs'
import { ROOT, runTool, Trouble } from './lib/checkout.mjs'
import { ensureBuilt, ensureInstalled } from './lib/ensure.mjs'
import { untilExit } from './lib/run.mjs'
import { makeScratchFolder } from './lib/scratch.mjs'

const NOT_ON_CITUS = [
  // No database, or one of their own.
  'src/platform/postgres/**',
  'src/server.test.ts',
  'src/testing/checklist.test.ts',
  // The schema of one node, and statements counted there: on a cluster there is one per device.
  'src/db/types.test.ts',
  'src/testing/statements.test.ts',
  // Watches tables by triggers, which distributed ones do not have.
  'src/testing/views-change-nothing.test.ts',
  // Reports over stations and devices are refused (ADR 0041).
  'src/modules/report/report.routes.test.ts',
]

async function main() {
  const [command, ...args] = process.argv.slice(2)
  if (command !== 'test' && command !== 'start') throw new Trouble('Usage: node tools/citus.mjs test|start')
  await ensureInstalled()
  // Worker threads of the server run from the build.
  await ensureBuilt(['server'])
  const base = mkdtempSync(join(tmpdir(), 'natim-'))
  await ensureCitus(base, process.env['CITUS_SOURCE']).finally(() => rmSync(base, { recursive: true, force: true }))
  const { folder, remove } = makeScratchFolder()
  chmodSync(folder, 0o1777)
  const cluster = await startCluster(POSTGRES_BIN, folder)
  try {
    return await (command === 'test' ? test(cluster, folder, args) : serve(cluster))
  } finally {
    await cluster.stop()
    remove()
  }
}

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */

/** @param {Cluster} cluster @param {string} folder @param {readonly string[]} args */
function test({ workers, ...coordinator }, folder, args) {
  const nodes = [coordinator, ...workers].map(({ url, host, port }) => ({ url, host, port }))
  const excluded = NOT_ON_CITUS.flatMap((path) => ['--exclude', path])
  const vitest = ['run', '--root', 'apps/server', ...excluded, ...args]
  const env = { ...process.env, TMPDIR: folder, TEST_DATABASE_URL: coordinator.url, TEST_CITUS: JSON.stringify(nodes) }
  return untilExit(spawn(join(ROOT, 'node_modules/.bin/vitest'), vitest, { cwd: ROOT, stdio: 'inherit', env }))
}

/** @param {Cluster} cluster */
async function serve({ workers, ...coordinator }) {
  const nodes = [coordinator, ...workers].map(({ url, host, port }) => ({ url, host, port }))
  const env = { ...process.env, TEST_CITUS: JSON.stringify(nodes), DATABASE_URL: coordinator.url }
  const prepare = ['--conditions=source', 'tools/citus/prepare.ts']
  const code = await untilExit(
    spawn(join(ROOT, 'node_modules/.bin/tsx'), prepare, { cwd: ROOT, stdio: 'inherit', env }),
  )
  if (code !== 0) return code
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
    // Nothing else keeps the process alive once the nodes are started.
    setInterval(() => undefined, 60_000)
  })
  return 0
}

await runTool(main)
process.exit()
