import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { serverProgram } from '../server-program.ts'

const START_WITHIN_MS = 240_000

export interface RoleProcessOptions {
  readonly role: 'web' | 'ingest' | 'jobs'
  readonly databaseUrl: string
  readonly natsUrl: string | undefined
  readonly port: number
  readonly mqttPort: number
}

/** One process of an installation, which can be killed and restarted in place. */
export class RoleProcess {
  readonly #options: RoleProcessOptions
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'natim-role-'))
  #child: ChildProcess | undefined

  constructor(options: RoleProcessOptions) {
    this.#options = options
  }

  get url(): string {
    return `http://127.0.0.1:${this.#options.port}/jeecg-boot`
  }

  /** Starts it and waits until it reports ready. */
  async start(): Promise<void> {
    const { role, databaseUrl, natsUrl, port, mqttPort } = this.#options
    const child = spawn(process.execPath, serverProgram(), {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        ROLE: role,
        DATABASE_URL: databaseUrl,
        ...(natsUrl && { NATS_URL: natsUrl }),
        DATA_DIR: this.#dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        MQTT_PORT: String(mqttPort),
        ADMIN_PASSWORD: 'duty-room-2026!',
        CAPTCHA: 'off',
        DEMO: 'off',
        LOG_LEVEL: 'silent',
      },
    })
    this.#child = child
    const untilMs = performance.now() + START_WITHIN_MS
    while (!(await isReady(this.url))) {
      if (child.exitCode !== null) throw new Error(`the process of role ${role} ended with code ${child.exitCode}`)
      if (performance.now() > untilMs) throw new Error(`the process of role ${role} did not start in time`)
      await delay(100)
    }
  }

  /** kill -9. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Orderly stop. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** Cleans up, whatever happened. */
  async dispose(): Promise<void> {
    await this.#end('SIGKILL')
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  )
