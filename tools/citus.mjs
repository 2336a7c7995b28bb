// npm run test:citus [-- <vitest arguments>]: the server's tests on a Citus cluster of one coordinator and two workers.
// npm run citus: such a cluster with an empty, distributed database, until Ctrl-C.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureCitus, POSTGRES_BIN } from './citus/build.mjs'
import { startCluster } from './citus/cluster.mjs'
import { ROOT, runTool, Trouble } from './lib/checkout.mjs'
import { ensureBuilt, ensureInstalled } from './lib/ensure.mjs'
import { Interruption, interruptibly } from './lib/interruption.mjs'
import { endProcesses, processesOf } from './lib/process-tree.mjs'
import { signalAll, untilExit } from './lib/run.mjs'
import { makeScratchFolder } from './lib/scratch.mjs'

/** Time for processes of the tests to end by themselves, then to clean up after SIGTERM. */
const END_TIMES = { graceMs: 1_000, patienceMs: 5_000 }

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

/** @param {AbortSignal} signal */
async function main(signal) {
  const [command, ...args] = process.argv.slice(2)
  if (command !== 'test' && command !== 'start') throw new Trouble('Usage: node tools/citus.mjs test|start')
  signal.addEventListener('abort', () => signalAll('SIGTERM'))
  await ensureInstalled()
  signal.throwIfAborted()
  // Worker threads of the server run from the build.
  await ensureBuilt(['server'])
  signal.throwIfAborted()
  const base = mkdtempSync(join(tmpdir(), 'natim-'))
  await ensureCitus(base, process.env['CITUS_SOURCE']).finally(() => rmSync(base, { recursive: true, force: true }))
  const { folder, remove } = makeScratchFolder()
  try {
    chmodSync(folder, 0o1777)
    return await onCluster(folder, signal, (cluster) =>
      command === 'test' ? test(cluster, folder, args, signal) : serve(cluster, signal),
    )
  } finally {
    remove()
  }
}

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */

/** @param {string} folder @param {AbortSignal} signal @param {(cluster: Cluster) => Promise<number>} work */
async function onCluster(folder, signal, work) {
  const cluster = await startCluster(POSTGRES_BIN, folder, signal)
  try {
    signal.throwIfAborted()
    return await work(cluster)
  } finally {
    await cluster.stop()
  }
}

/** @param {Cluster} cluster @param {string} folder @param {readonly string[]} args @param {AbortSignal} signal */
async function test({ workers, ...coordinator }, folder, args, signal) {
  const nodes = [coordinator, ...workers].map(({ url, host, port }) => ({ url, host, port }))
  const excluded = NOT_ON_CITUS.flatMap((path) => ['--exclude', path])
  const vitest = ['run', '--root', 'apps/server', ...excluded, ...args]
  // Apart from the nodes: what is still alive there belongs to the tests.
  const temporary = join(folder, 't')
  mkdirSync(temporary)
  chmodSync(temporary, 0o1777)
  const env = {
    ...process.env,
    TMPDIR: temporary,
    TEST_DATABASE_URL: coordinator.url,
    TEST_CITUS: JSON.stringify(nodes),
  }
  // In a session of its own: Ctrl-C reaches this process, which ends the tests before their databases.
  const child = spawn(join(ROOT, 'node_modules/.bin/vitest'), vitest, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    detached: true,
  })
  const groups = new Set(child.pid === undefined ? [] : [child.pid])
  const end = (/** @type {typeof END_TIMES} */ times) => endProcesses(() => processesOf(temporary, groups), times)
  signal.addEventListener('abort', () => void end({ ...END_TIMES, graceMs: 0 }))
  try {
    const code = await untilExit(child)
    signal.throwIfAborted()
    return code
  } finally {
    await end(END_TIMES)
  }
}

/** @param {Cluster} cluster @param {AbortSignal} signal */
async function serve({ workers, ...coordinator }, signal) {
  const nodes = [coordinator, ...workers].map(({ url, host, port }) => ({ url, host, port }))
  const env = { ...process.env, TEST_CITUS: JSON.stringify(nodes), DATABASE_URL: coordinator.url }
  const prepare = ['--conditions=source', 'tools/citus/prepare.ts']
  const code = await untilExit(
    spawn(join(ROOT, 'node_modules/.bin/tsx'), prepare, { cwd: ROOT, stdio: 'inherit', env }),
  )
  signal.throwIfAborted()
  if (code !== 0) return code
  // Nothing else keeps the process alive once the nodes are started.
  const alive = setInterval(() => undefined, 60_000)
  await once(signal, 'abort')
  clearInterval(alive)
  if (signal.reason instanceof Interruption) return 0
  throw signal.reason
}

await runTool(() => interruptibly(main))
process.exit()
