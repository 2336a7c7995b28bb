import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const PAGES = fileURLToPath(new URL('../../apps/web/dist/index.html', import.meta.url))

/** What the server prints when the console can be opened. */
const READY = /NATIM 控制台/
// Loading the demonstration network takes a minute on two free cores.
const START_WITHIN_MS = 240_000
const STOP_WITHIN_MS = 20_000

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
  let running = await launch(environment, dataDir)
  const ports = { PORT: String(running.runtime.port), MQTT_PORT: String(running.runtime.mqttPort ?? 0) }
  const end = async (signal: NodeJS.Signals) => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return
    const exited = once(running.child, 'exit')
    running.child.kill(signal)
    const last = setTimeout(() => running.child.kill('SIGKILL'), STOP_WITHIN_MS)
    await exited
    clearTimeout(last)
  }
  return {
    url: running.runtime.url,
    mqttPort: running.runtime.mqttPort ?? 0,
    dataDir,
    output: () => running.output.join(''),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    startAgain: async () => {
      running = await launch({ ...environment, ...ports }, dataDir)
    },
    dispose: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function environmentOf(options: ConsoleOptions, dataDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    LANG: 'C.UTF-8',
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: ADMIN.password,
    CAPTCHA: options.captcha ? 'on' : 'off',
    DEMO: options.demo ? 'on' : 'off',
    LOG_LEVEL: 'info',
    ...options.env,
  }
}

interface Launched {
  readonly child: ChildProcess
  readonly runtime: Runtime
  readonly output: readonly string[]
}

async function launch(env: NodeJS.ProcessEnv, dataDir: string): Promise<Launched> {
  const child = spawn(process.execPath, [MAIN], { cwd: dataDir, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  child.once('exit', () => process.off('exit', killWithUs))
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}\n${output.join('').slice(-4_000)}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`The server was not ready within ${START_WITHIN_MS / 1_000} s`)
    }, START_WITHIN_MS)
    const read = (chunk: Buffer) => {
      output.push(chunk.toString('utf8'))
      if (!READY.test(output.join(''))) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`The server ended with code ${code}`)
    })
  })
  const runtime = JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')) as Runtime
  return { child, runtime, output }
}
