import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { fluBeginMs } from '@natim/demo/flu'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { Log } from '../../platform/logger.ts'
import { findLoadedAt, findNewestSample, hasDemoDevices, type Pool } from './demo.repository.ts'
import { demoKeyFile } from './demo-key.ts'

export interface SimulatorOptions {
  /** Used to find when the devices were last heard. */
  readonly pool: Pool
  readonly dataDir: string
  /** Broker the devices connect to, e.g. `mqtt://127.0.0.1:1883`. */
  readonly mqttUrl: string
  readonly log: Log
  /** Epoch ms; defaults to the system clock. */
  readonly now?: () => number
  /** Node arguments for the child process; default: those of this process, so that the same loader reads source. */
  readonly execArgv?: readonly string[]
}

export interface RunningSimulator {
  /** Process id; undefined while restarting. */
  readonly pid: () => number | undefined
  /** Stops the devices and waits for the process. */
  stop(): Promise<void>
}

const FIRST_RETRY_MS = 1 * SECOND_MS
const MAX_RETRY_MS = 60 * SECOND_MS
/** Run time after which a process counts as healthy. */
const HEALTHY_MS = 60 * SECOND_MS
const KILL_AFTER_MS = 4 * SECOND_MS
/** How long devices buffer unsent data. */
const MEMORY_MS = 30 * MINUTE_MS

/** A built server starts the built simulator, source starts source under the same loader. */
const isSource = import.meta.url.endsWith('.ts')
const ENTRY = new URL(`../../../../simulator/${isSource ? 'src/main.ts' : 'dist/main.js'}`, import.meta.url)

/**
 * Simulates the devices of the demonstration network in a child process, restarted when it dies and stopped with this
 * one. Does nothing for a database without the network: its devices would be unknown clients.
 */
export function startSimulator(options: SimulatorOptions): RunningSimulator {
  const { log } = options
  let child: ChildProcess | undefined
  let retryMs = FIRST_RETRY_MS
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

  async function start(): Promise<void> {
    timer = undefined
    if (!(await hasDemoDevices(options.pool))) {
      log.info('no demonstration network in this database, nothing to simulate')
      return
    }
    const [sinceMs, loadedMs] = await Promise.all([lastHeard(options), findLoadedAt(options.pool)])
    if (isStopping) return
    const startedMs = performance.now()
    const running = spawnSimulator(options, sinceMs, loadedMs)
    child = running
    log.info({ pid: running.pid }, 'simulator started')
    running.once('error', (error) => log.warn({ err: error }, 'simulator could not be started'))
    running.once('close', (code, signal) => {
      child = undefined
      if (isStopping) return
      if (performance.now() - startedMs > HEALTHY_MS) retryMs = FIRST_RETRY_MS
      log.warn({ code, signal, retryMs }, 'simulator exited; restarting')
      timer = setTimeout(run, retryMs)
      retryMs = Math.min(MAX_RETRY_MS, retryMs * 2)
    })
  }

  const run = () => {
    start().catch((error: unknown) => {
      log.warn({ err: error }, 'simulator could not be started')
      if (!isStopping) timer = setTimeout(run, retryMs)
    })
  }

  run()
  return {
    pid: () => child?.pid,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      const running = child
      if (!running) return
      const ended = once(running, 'close')
      // The same signal it gets when this process dies.
      running.stdin?.end()
      const killing = setTimeout(() => running.kill('SIGKILL'), KILL_AFTER_MS)
      await ended
      clearTimeout(killing)
    },
  }
}

/** After a short stop the devices deliver buffered data; a long one leaves a gap, as in reality. */
async function lastHeard({ pool, now = Date.now }: SimulatorOptions): Promise<number> {
  const newestMs = await findNewestSample(pool)
  const nowMs = now()
  return newestMs === undefined || newestMs < nowMs - MEMORY_MS ? nowMs : Math.min(nowMs, newestMs + 1)
}

function spawnSimulator(options: SimulatorOptions, sinceMs: number, loadedMs: number | undefined): ChildProcess {
  const { dataDir, mqttUrl, log, execArgv = process.execArgv } = options
  const since = new Date(sinceMs).toISOString()
  const args = ['--url', mqttUrl, '--key-file', demoKeyFile(dataDir), '--skew', '--since', since]
  // Continues the flu wave of the generated history.
  if (loadedMs !== undefined) args.push('--flu', new Date(fluBeginMs(loadedMs)).toISOString())
  const child = spawn(process.execPath, [...execArgv, fileURLToPath(ENTRY), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { SIM_PARENT: '1' },
  })
  // Writing to an exited child errors; its close event is handled instead.
  child.stdin?.on('error', () => undefined)
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => log.debug(line))
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => log.info(line))
  return child
}
