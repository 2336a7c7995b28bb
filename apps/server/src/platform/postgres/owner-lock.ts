import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { readProcessStart } from './processes.ts'

/** A running process of ours already uses the data directory. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError'
}

interface Holder {
  readonly pid: number
  /** Start of the process in clock ticks since boot: distinguishes it from a later process with the same number. */
  readonly start: string
}

/**
 * Makes this process the only one that supervises a data directory. The lock of a dead process is taken over, however
 * it died.
 *
 * @returns a function that releases the lock
 * @throws DataDirInUseError while another process holds it
 */
export async function acquireOwnerLock(path: string): Promise<() => Promise<void>> {
  const mine: Holder = { pid: process.pid, start: (await readProcessStart(process.pid)) ?? '' }
  const draft = `${path}.${process.pid}`
  await writeFile(draft, JSON.stringify(mine))
  try {
    while (!(await tryLink(draft, path))) await removeIfStale(path)
  } finally {
    await rm(draft, { force: true })
  }
  return () => rm(path, { force: true })
}

async function tryLink(draft: string, path: string): Promise<boolean> {
  return link(draft, path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

async function removeIfStale(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const holder = parseHolder(text)
  if (holder && (await readProcessStart(holder.pid)) === holder.start) {
    throw new DataDirInUseError(
      `The data directory is in use by process ${holder.pid} (${path}): stop it, give this server its own DATA_DIR, or set DATABASE_URL`,
    )
  }
  // Moving it first shows whether it is still the stale one: a faster process may have replaced it.
  const aside = `${path}.stale.${process.pid}`
  await rename(path, aside).catch(() => undefined)
  const moved = await readFile(aside, 'utf8').catch(() => undefined)
  if (moved !== undefined && moved !== text) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, start }: Partial<Holder> = JSON.parse(text)
    return typeof pid === 'number' && typeof start === 'string' ? { pid, start } : undefined
  } catch {
    // A partial file, as a full disk leaves it: nobody holds the lock.
    return undefined
  }
}
