import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

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

/** What is known of a process; on macOS, which has no /proc, by `ps`. */
export interface ProcessTable {
  /** Title of each living process: its arguments, or what it calls itself. */
  titles(): Promise<readonly { readonly pid: number; readonly title: string }[]>
  /** When a process was started, as text that no other process with its number shares; undefined when there is none, or only its zombie. */
  startOf(pid: number): Promise<string | undefined>
}

/** Living processes of the servers with this name; zombies have no title and do not count. */
export async function findServerProcesses(clusterName: string, table = ownTable): Promise<ServerProcess[]> {
  return (await table.titles()).flatMap(({ pid, title }): ServerProcess[] => {
    if (title.startsWith(`postgres: ${clusterName}: `)) return [{ pid, isPostmaster: false }]
    // By its arguments, once it is no wrapper any more. The path of the program may have blanks.
    const isPostmaster =
      /(?:^|\/)postgres /.test(title) &&
      !/^(?:\S*\/)?(?:setpriv|sh) /.test(title) &&
      ` ${title} `.includes(` cluster_name=${clusterName} `)
    return isPostmaster ? [{ pid, isPostmaster }] : []
  })
}

const procTable: ProcessTable = {
  titles: async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
    return Promise.all(
      pids.map(async (pid) => {
        const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
        return { pid, title: text.replaceAll('\0', ' ') }
      }),
    )
  },
  startOf: async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    // The second field is the program name in brackets and may hold anything: count from the last bracket.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (!fields || fields[0] === 'Z') return undefined
    return fields[19]
  },
}

const run = promisify(execFile)
const ps = (...args: string[]) =>
  run('ps', args, { env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' }, maxBuffer: 16 * 1024 * 1024 }).then(
    ({ stdout }) => stdout.split('\n').filter((line) => line.trim() !== ''),
    // It fails when there is no such process.
    () => [],
  )

/** By `ps` as POSIX and macOS have it. */
export const psTable: ProcessTable = {
  titles: async () =>
    (await ps('-axww', '-o', 'pid=,command=')).flatMap((line) => {
      const [, pid, title = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
      return pid === undefined ? [] : [{ pid: Number(pid), title }]
    }),
  startOf: async (pid) => {
    const [line = ''] = await ps('-o', 'stat=,lstart=', '-p', String(pid))
    const [, state = 'Z', start] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(line) ?? []
    return state.startsWith('Z') ? undefined : start
  },
}

const ownTable = process.platform === 'darwin' ? psTable : procTable

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

/** {@link ProcessTable.startOf} of this machine. */
export const readProcessStart = (pid: number): Promise<string | undefined> => ownTable.startOf(pid)
