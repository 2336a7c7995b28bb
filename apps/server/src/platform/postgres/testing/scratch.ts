import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createLogger, type Log } from '../../logger.ts'

export const isRoot = process.getuid?.() === 0

/** A folder that other accounts may traverse, as in an ordinary installation. */
export async function makeScratchDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'natim-pgtest-'))
  await chmod(dir, 0o755)
  return dir
}

/** Whether a command that changes its user can still read a file. */
export function canRead([command = '', ...args]: readonly string[], path: string): boolean {
  return spawnSync(command, [...args, 'test', '-r', path]).status === 0
}

export async function removeScratchDir(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true })
}

/** A logger whose lines can be inspected. */
export function recordingLog(): { readonly log: Log; readonly text: () => string } {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) }).of('postgres')
  return { log, text: () => lines.join('') }
}

/** Runs one statement on its own connection. */
export async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  // A server killed during the query must fail the query, not the test process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export interface SupervisedChild {
  readonly pid: number
  readonly postmasterPid: number
  readonly connectionString: string
  kill(signal: NodeJS.Signals): Promise<void>
}

/**
 * Another Node process that runs {@link startEmbeddedPostgres} on the directory; `wrapper` is prepended to its command.
 */
export async function startInChild(dataDir: string, wrapper: readonly string[] = []): Promise<SupervisedChild> {
  const script = fileURLToPath(new URL('./supervised-child.ts', import.meta.url))
  const [command, ...args] = [...wrapper, process.execPath, '--conditions=source', '--import', 'tsx', script, dataDir]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the child ended with code ${code} before it was ready`)))
  })
  const report: Omit<SupervisedChild, 'kill'> = JSON.parse(line)
  return {
    ...report,
    kill: (signal) => {
      child.kill(signal)
      return exited
    },
  }
}
