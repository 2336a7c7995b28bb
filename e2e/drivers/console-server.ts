import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const PAGES = fileURLToPath(new URL('../../apps/web/dist/index.html', import.meta.url))

/** Output of the server when the console is ready, and while a demonstration network is loading or loaded. */
const READY = /NATIM 控制台/
const DEMO_LOADING = /演示网络 +正在载入/
const DEMO_LOADED = /演示网络 +已载入/
const canBeUsed = (text: string) => READY.test(text) && (!DEMO_LOADING.test(text) || DEMO_LOADED.test(text))
// Loading the demonstration network takes a minute on two idle cores and many on busy ones, but it prints its progress.
const SILENT_FOR_MS = 180_000
const STOP_WITHIN_MS = 20_000

const HERE = '127.0.0.1'

export const ADMIN = { username: 'admin', password: 'Journey-to-the-W3st' } as const

export interface ConsoleOptions {
  /** Load the demonstration network and run its simulator. */
  readonly demo?: boolean
  readonly captcha?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Data folder of a stopped console; the new one starts on a copy of it. */
  readonly copyOf?: string | undefined
}

interface Runtime {
  readonly pid: number
  readonly url: string
  readonly port: number
  readonly mqttPort?: number
}

/** The built server as a user starts it: own process, own folder, free ports, embedded database and broker. */
export interface ConsoleServer {
  readonly url: string
  readonly mqttPort: number
  readonly dataDir: string
  readonly address: ConsoleAddress
  /** Output so far. */
  output(): string
  /** Terminates the process gracefully, and waits for it. */
  stop(): Promise<void>
  /** Kills it, like a power cut. */
  kill(): Promise<void>
  /** Restarts it on the same folder and ports. */
  startAgain(): Promise<void>
  /** Stops it and removes its folder. */
  dispose(): Promise<void>
}

/** @throws Error with the server's output if it does not come up */
export async function startConsole(options: ConsoleOptions = {}): Promise<ConsoleServer> {
  for (const file of [MAIN, PAGES]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: build first (npm run build)`)
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'natim-e2e-'))
  // When started by root, the database belongs to another user: ownership is preserved.
  if (options.copyOf !== undefined) execFileSync('cp', ['-a', `${options.copyOf}/.`, dataDir])
  // When started by root, the database runs as another user, who must be able to traverse the folder.
  chmodSync(dataDir, 0o755)
  const environment = environmentOf(options, dataDir)
  await launch(environment, dataDir)
  return consoleIn(dataDir, environment)
}

/** Identifies a running console for another process: see {@link attachConsole}. */
export interface ConsoleAddress {
  readonly dataDir: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** A console started by another process; everything else about it is read from its folder. */
export const attachConsole = ({ dataDir, environment }: ConsoleAddress): ConsoleServer =>
  consoleIn(dataDir, environment)

function consoleIn(dataDir: string, environment: NodeJS.ProcessEnv): ConsoleServer {
  const { url, port, mqttPort = 0 } = runtimeOf(dataDir)
  const ports = { PORT: String(port), MQTT_PORT: String(mqttPort) }
  const end = async (signal: NodeJS.Signals) => {
    const { pid } = runtimeOf(dataDir)
    if (!isRunning(pid)) return
    process.kill(pid, signal)
    const deadlineMs = performance.now() + STOP_WITHIN_MS
    while (isRunning(pid)) {
      if (performance.now() > deadlineMs) process.kill(pid, 'SIGKILL')
      await pause(20)
    }
  }
  return {
    url,
    mqttPort,
    dataDir,
    address: { dataDir, environment },
    output: () => readFileSync(logOf(dataDir), 'utf8'),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    startAgain: () => launch({ ...environment, ...ports }, dataDir),
    dispose: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const logOf = (dataDir: string) => join(dataDir, 'console.log')
/** Rewritten by the server at each start. */
const runtimeOf = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')) as Runtime

/** False for a zombie, which still has its pid. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function environmentOf(options: ConsoleOptions, dataDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    LANG: 'C.UTF-8',
    TZ: process.env['TZ'],
    // A shifted clock (libfaketime), if the tests run with one.
    LD_PRELOAD: process.env['LD_PRELOAD'],
    FAKETIME: process.env['FAKETIME'],
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: ADMIN.password,
    CAPTCHA: options.captcha ? 'on' : 'off',
    DEMO: options.demo ? 'on' : 'off',
    // Tests correct data only once, so the follow-up need not wait for further corrections.
    CORRECTION_DELAY_S: '1',
    // Other systems are simulated on this machine.
    EGRESS_PRIVATE_HOSTS: HERE,
    DATA_SOURCE_HOSTS: HERE,
    // SMS codes are logged at this level only.
    LOG_LEVEL: 'debug',
    ...options.env,
  }
}

/** Starts the server and waits until it is ready, with its whole network. */
async function launch(env: NodeJS.ProcessEnv, dataDir: string): Promise<void> {
  const log = openSync(logOf(dataDir), 'a')
  const begin = readFileSync(logOf(dataDir), 'utf8').length
  const child = spawn(process.execPath, [MAIN], { cwd: dataDir, env, stdio: ['ignore', log, log] })
  closeSync(log)
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  child.once('exit', () => process.off('exit', killWithUs))
  const output = () => readFileSync(logOf(dataDir), 'utf8').slice(begin)
  let heard = { length: 0, atMs: performance.now() }
  for (let text = output(); !canBeUsed(text); text = output()) {
    if (text.length > heard.length) heard = { length: text.length, atMs: performance.now() }
    const late = performance.now() - heard.atMs > SILENT_FOR_MS
    if (late) child.kill('SIGKILL')
    if (late || child.exitCode !== null || child.signalCode !== null)
      throw new Error(
        `The server ${late ? `said nothing for ${SILENT_FOR_MS / 1_000} s` : 'ended'}\n${text.slice(-4_000)}`,
      )
    await pause(50)
  }
}
