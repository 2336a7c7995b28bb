import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../logger.ts'
import { postmasterPidPath, readPostmasterPid } from './postmaster-pid.ts'
import { findServerProcesses, isAlive, signal } from './processes.ts'

const POLL_MS = 50
/** Escalation for a leftover server: fast shutdown, then immediate (recovered at the next start), then SIGKILL. */
const SERVER_STEPS = [
  { name: 'SIGINT', patienceMs: 20_000 },
  { name: 'SIGQUIT', patienceMs: 5_000 },
  { name: 'SIGKILL', patienceMs: 5_000 },
] as const
/** Backends without a server exit within a second; one in a long query may need a signal. */
const BACKEND_STEPS = [
  { name: 'SIGTERM', patienceMs: 2_000 },
  { name: 'SIGQUIT', patienceMs: 2_000 },
  { name: 'SIGKILL', patienceMs: 5_000 },
] as const

/**
 * Ends what an earlier run left on a data directory: a server whose supervisor was killed, backends whose server was
 * killed, and a pid file whose number now belongs to another process. The caller holds the owner lock.
 *
 * @throws Error when a leftover process cannot be ended
 */
export async function clearLeftovers(clusterDir: string, clusterName: string, log: Log): Promise<void> {
  const pidFile = await readPostmasterPid(clusterDir)
  await endProcesses(clusterName, log)
  if (pidFile && isAlive(pidFile.pid)) {
    // A foreign process with the same number, or a zombie: PostgreSQL would take either for a server and refuse to
    // start.
    log.info({ pid: pidFile.pid }, 'stale postmaster.pid removed')
    await rm(postmasterPidPath(clusterDir), { force: true })
    await rm(join(pidFile.socketDir, '.s.PGSQL.5432.lock'), { force: true })
  }
}

async function endProcesses(clusterName: string, log: Log): Promise<void> {
  const found = await findServerProcesses(clusterName)
  if (found.length === 0) return
  const postmaster = found.find((process) => process.isPostmaster)
  log.warn({ pid: postmaster?.pid, count: found.length }, 'terminating orphaned PostgreSQL processes')
  // A server ends its own backends; orphaned ones must be signalled themselves.
  for (const step of postmaster ? SERVER_STEPS : BACKEND_STEPS) {
    const remaining = await findServerProcesses(clusterName)
    for (const { pid, isPostmaster } of remaining) {
      if (isPostmaster || !postmaster || step.name === 'SIGKILL') signal(pid, step.name)
    }
    if (await isGoneWithin(clusterName, step.patienceMs)) return
  }
  throw new Error(`PostgreSQL processes titled "postgres: ${clusterName}" do not end: stop them by hand`)
}

async function isGoneWithin(clusterName: string, patienceMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += POLL_MS) {
    if ((await findServerProcesses(clusterName)).length === 0) return true
    await sleep(POLL_MS)
  }
  return false
}
