import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const PAGES = fileURLToPath(new URL('../../apps/web/dist/index.html', import.meta.url))

/** What the server prints when the console can be opened, and when a demonstration network is still on its way or there. */
const READY = /NATIM 控制台/
const DEMO_LOADING = /演示网络 +正在载入/
const DEMO_LOADED = /演示网络 +已载入/
const canBeUsed = (text: string) => READY.test(text) && (!DEMO_LOADING.test(text) || DEMO_LOADED.test(text))
// Loading the demonstration network takes a minute on two free cores and many on busy ones, but it says how far it is.
const SILENT_FOR_MS = 180_000
const STOP_WITHIN_MS = 20_000

const HERE = '127.0.0.1'

export const ADMIN = { username: 'admin', password: 'Journey-to-the-W3st' } as const

export interface ConsoleOptions {
  /** Load the demonstration network and run its simulator. */
  readonly demo?: boolean
  readonly captcha?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Data folder of a console that has stopped; the new one starts on a copy of it. */
  readonly copyOf?: string | undefined
}

interface Runtime {
  readonly pid: number
  readonly url: string
  readonly port: number
  readonly mqttPort?: number
}

/** The built server as its user starts it: own process, own folder, free ports, embedded database and broker. */
export interface ConsoleServer {
  readonly url: string
  readonly mqttPort: number
  readonly dataDir: string
  readonly address: ConsoleAddress
  /** What it has printed so far. */
  output(): string
  /** Ends the process as an operator would, and waits for it. */
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same folder and the same ports. */
  startAgain(): Promise<void>
  /** Stops it and removes its folder. */
  dispose(): Promise<void>
}

/** @throws Error with the server's output when it does not come up. */
export async function startConsole(options: ConsoleOptions = {}): Promise<ConsoleServer> {
  for (const file of [MAIN, PAGES]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: build first (npm run build)`)
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'natim-e2e-'))
  // Started by root, the database belongs to another user: owners are kept.
  if (options.copyOf !== undefined) execFileSync('cp', ['-a', `${options.copyOf}/.`, dataDir])
  // Started by root, the database runs as another user who must be able to pass through.
  chmodSync(dataDir, 0o755)
  const environment = environmentOf(options, dataDir)
  await launch(environment, dataDir)
  return consoleIn(dataDir, environment)
}

/** What another process needs to get hold of a running console: see {@link attachConsole}. */
export interface ConsoleAddress {
  readonly dataDir: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The console that another process started; all there is to know of it lies in its folder. */
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

/** A process that ended and that nobody has asked about yet still has its number. */
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
    // A clock that runs off, for whoever tests with one.
    LD_PRELOAD: process.env['LD_PRELOAD'],
    FAKETIME: process.env['FAKETIME'],
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: ADMIN.password,
    CAPTCHA: options.captcha ? 'on' : 'off',
    DEMO: options.demo ? 'on' : 'off',
    // Nobody corrects twice here: what follows a correction need not wait for the next one.
    CORRECTION_DELAY_S: '1',
    // Other systems are stood in for at this machine.
    EGRESS_PRIVATE_HOSTS: HERE,
    DATA_SOURCE_HOSTS: HERE,
    // Codes by SMS stand in the log at this level only.
    LOG_LEVEL: 'debug',
    ...options.env,
  }
}

/** Starts the server and waits until it can be used, with all of its network. */
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
