import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../logger.ts'
import type { PostgresBinaries } from './binaries.ts'
import type { Launcher } from './launcher.ts'
import { type CollectedOutput, collectOutput } from './output.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { signal } from './processes.ts'
import { type PostgresSettings, toArguments } from './settings.ts'

const POLL_MS = 20
const SLOW_START_MS = 10_000
const FAST_STOP_MS = 30_000
const LAST_WORDS_MS = 300

export interface PostmasterExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Last lines of its output. */
  readonly output: string
}

/** One running server process. */
export interface Postmaster {
  readonly pid: number
  /** Resolves when the process has exited, for any reason. */
  readonly exited: Promise<PostmasterExit>
  /**
   * Fast shutdown; immediate shutdown (recovered at the next start) after 30 s. Resolves when the process has exited.
   */
  stop(): Promise<void>
}

export interface PostmasterOptions {
  readonly launcher: Launcher
  readonly binaries: PostgresBinaries
  readonly clusterDir: string
  readonly settings: PostgresSettings
  readonly log: Log
}

/**
 * Starts the server and waits until it accepts connections. Crash recovery may take long, so there is no timeout other
 * than the process's exit.
 *
 * @param stopping aborts the start: the server is stopped, and the call fails
 * @throws Error with its last output when it exits instead
 */
export async function startPostmaster(options: PostmasterOptions, stopping: AbortSignal): Promise<Postmaster> {
  const { launcher, binaries, clusterDir, settings, log } = options
  const child = launcher.launch(binaries.postgres, ['-D', clusterDir, ...toArguments(settings)], { diesWithUs: true })
  const output = collectOutput(child, (line) => logLine(log, line))
  const exited = untilExit(child, output)
  const giveUp = () => child.kill('SIGINT')
  stopping.addEventListener('abort', giveUp)
  const exit = await Promise.race([exited, untilReady(child, clusterDir, log)])
  stopping.removeEventListener('abort', giveUp)
  if (exit) throw new Error(`PostgreSQL did not start (${describeExit(exit)}):\n${exit.output}`)
  const pid = child.pid as number
  return { pid, exited, stop: () => stopChild(pid, exited, log) }
}

async function untilExit(child: ChildProcess, output: CollectedOutput): Promise<PostmasterExit> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const [code, name] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('error', () => resolve([null, null]))
    child.once('exit', (...exit) => resolve(exit))
  })
  // The last output arrives after the exit; backends that outlive a killed server keep the pipe open longer.
  await Promise.race([closed, sleep(LAST_WORDS_MS)])
  return { code, signal: name, output: output.tail() }
}

/** `code 1` or `SIGKILL`. */
export function describeExit(exit: PostmasterExit): string {
  return exit.signal ?? `code ${exit.code}`
}

/** Waits like pg_ctl for the pid file to report ready. Never resolves when the process exits first. */
async function untilReady(child: ChildProcess, clusterDir: string, log: Log): Promise<undefined> {
  let waitedMs = 0
  while (child.exitCode === null && child.signalCode === null) {
    const state = await readPostmasterPid(clusterDir)
    if (state?.pid === child.pid && state?.status === 'ready') return undefined
    await sleep(POLL_MS)
    waitedMs += POLL_MS
    if (waitedMs % SLOW_START_MS === 0) log.info({ waitedMs }, 'PostgreSQL is still starting (recovery after a crash)')
  }
  // The exit itself is reported by the other side of the race.
  return new Promise(() => undefined)
}

async function stopChild(pid: number, exited: Promise<PostmasterExit>, log: Log): Promise<void> {
  signal(pid, 'SIGINT')
  const timer = setTimeout(() => {
    log.warn('PostgreSQL shutdown timed out; stopping immediately, it recovers at the next start')
    signal(pid, 'SIGQUIT')
  }, FAST_STOP_MS)
  await exited
  clearTimeout(timer)
}

/** Maps PostgreSQL levels to ours: its `LOG` is our debug, and its `FATAL` ends one connection, not the server. */
function logLine(log: Log, line: string): void {
  if (line.startsWith('PANIC:')) log.error(line)
  else if (line.startsWith('WARNING:')) log.warn(line)
  else if (line.startsWith('FATAL:')) log.info(line)
  else log.debug(line)
}
