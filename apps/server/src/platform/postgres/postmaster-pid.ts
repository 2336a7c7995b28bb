import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Contents of `postmaster.pid` of a running server. */
export interface PostmasterPid {
  readonly pid: number
  readonly socketDir: string
  /** `starting`, `ready`, `stopping` or `standby`; empty in the first moments. */
  readonly status: string
}

/** Reads the file of a data directory; undefined when it is missing or incomplete. */
export async function readPostmasterPid(clusterDir: string): Promise<PostmasterPid | undefined> {
  const text = await readFile(postmasterPidPath(clusterDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : parsePostmasterPid(text)
}

/** Lines by position, as defined in src/include/utils/pidfile.h of PostgreSQL: 1 pid, 5 socket directory, 8 status. */
export function parsePostmasterPid(text: string): PostmasterPid | undefined {
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() }
}

export function postmasterPidPath(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid')
}
