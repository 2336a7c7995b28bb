import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** A process of one of our PostgreSQL servers. */
export interface ServerProcess {
  readonly pid: number
  /** The postmaster; the others are its children. */
  readonly isPostmaster: boolean
}

/**
 * The name a server of this directory carries in the titles of all its processes. Titles can be read by
 * everybody, working directories of other users often cannot (containers drop CAP_SYS_PTRACE).
 */
export function clusterNameOf(clusterDir: string): string {
  return `natim-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)}`
}

/** Living processes of the servers with this name; zombies have no title and do not count. */
export async function findServerProcesses(clusterName: string): Promise<ServerProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map(async (pid) => classify(pid, clusterName)))
  return found.filter((process) => process !== undefined)
}

async function classify(pid: number, clusterName: string): Promise<ServerProcess | undefined> {
  const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (title.startsWith(`postgres: ${clusterName}: `)) return { pid, isPostmaster: false }
  const [program = '', ...args] = title.split('\0')
  const isPostmaster = /(?:^|\/)postgres$/.test(program) && args.includes(`cluster_name=${clusterName}`)
  return isPostmaster ? { pid, isPostmaster } : undefined
}

/** True for running processes and for zombies, like kill(2) with signal 0. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True for running processes only: a zombie has ended. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await readProcessStart(pid)) !== undefined
}

/** Sends a signal; a process that is gone already is fine. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Start of a living process in clock ticks since boot; undefined when there is none, or only its zombie. */
export async function readProcessStart(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The second field is the program name in brackets and may hold anything: count from the last bracket.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z') return undefined
  return fields[19]
}
