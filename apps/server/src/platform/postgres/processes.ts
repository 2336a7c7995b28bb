import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { errorDetailsOf } from '../errors.ts'

/** A process of one of our PostgreSQL servers. */
export interface ServerProcess {
  readonly pid: number
  /** The postmaster; all others are its children. */
  readonly isPostmaster: boolean
}

/**
 * Cluster name that all processes of a server of this directory have in their titles. Everybody can read titles, but
 * often not working directories of other users (containers drop CAP_SYS_PTRACE).
 */
export function clusterNameOf(clusterDir: string): string {
  return `natim-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)}`
}

/** Process information; on macOS, which has no /proc, from `ps`. */
export interface ProcessTable {
  /** Title of each living process: its arguments, or the title it set. */
  titles(): Promise<readonly { readonly pid: number; readonly title: string }[]>
  /**
   * Start of a process as text, unique among processes with the same number; undefined when it does not exist or is a
   * zombie.
   */
  startOf(pid: number): Promise<string | undefined>
}

/** Living processes of the servers with this name; zombies have no title and are ignored. */
export async function findServerProcesses(clusterName: string, table = ownTable): Promise<ServerProcess[]> {
  return (await table.titles()).flatMap(({ pid, title }): ServerProcess[] => {
    if (title.startsWith(`postgres: ${clusterName}: `)) return [{ pid, isPostmaster: false }]
    // Matched by its arguments, after the wrapper has exec'ed it. The program path may contain blanks.
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
    // The second field is the program name in brackets and may contain anything: split after the last bracket.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (!fields || fields[0] === 'Z') return undefined
    return fields[19]
  },
}

const run = promisify(execFile)
const ps = (...args: string[]) =>
  run('ps', args, { env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' }, maxBuffer: 16 * 1024 * 1024 }).then(
    ({ stdout }) => stdout.split('\n').filter((line) => line.trim() !== ''),
    // ps fails when there is no such process.
    () => [],
  )

/** Uses `ps` as in POSIX and macOS. */
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

/** True for running processes and zombies, like kill(2) with signal 0. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorDetailsOf(error).code === 'EPERM'
  }
}

/** True for running processes only; a zombie has ended. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await readProcessStart(pid)) !== undefined
}

/** Sends a signal; a no-op when the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorDetailsOf(error).code !== 'ESRCH') throw error
  }
}

/** {@link ProcessTable.startOf} on this machine. */
export const readProcessStart = (pid: number): Promise<string | undefined> => ownTable.startOf(pid)
