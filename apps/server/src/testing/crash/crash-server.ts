import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { clusterPaths } from '../../platform/postgres/cluster.ts'
import { readPostmasterPid } from '../../platform/postgres/postmaster-pid.ts'
import { serverProgram } from '../server-program.ts'

const START_WITHIN_MS = 60_000

/** The real server with its embedded database, which can be killed and restarted on the same data. */
export class CrashServer {
  readonly #dataDir: string
  readonly #mqttPort: number
  #child: ChildProcess | undefined

  constructor(dataDir: string, mqttPort: number) {
    this.#dataDir = dataDir
    this.#mqttPort = mqttPort
  }

  /** Starts the process and waits until its broker accepts connections. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, serverProgram(), {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DATA_DIR: this.#dataDir,
        PORT: '0',
        MQTT_PORT: String(this.#mqttPort),
        DEMO: 'off',
        LOG_LEVEL: 'silent',
      },
    })
    this.#child = child
    const untilMs = performance.now() + START_WITHIN_MS
    while (!(await accepts(this.#mqttPort))) {
      if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
      if (performance.now() > untilMs) throw new Error('the server did not start in time')
    }
  }

  /** kill -9 of the process; the kernel then stops its database, which loses its parent. */
  async killServer(): Promise<void> {
    const child = this.#running()
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** kill -9 of all database processes at once; the server restarts the database. */
  async killDatabase(): Promise<void> {
    const postmaster = await readPostmasterPid(clusterPaths(this.#dataDir).clusterDir)
    if (postmaster === undefined) return
    for (const pid of [postmaster.pid, ...childrenOf(postmaster.pid)]) kill(pid)
  }

  /** Orderly stop. @returns the exit code. */
  async stop(): Promise<number | null> {
    const child = this.#running()
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number | null]
    this.#child = undefined
    return code
  }

  /** Cleans up, whatever happened. */
  dispose(): void {
    this.#child?.kill('SIGKILL')
  }

  #running(): ChildProcess {
    if (this.#child === undefined) throw new Error('the server is not running')
    return this.#child
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // Died with its parent.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function childrenOf(parentPid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const stat = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parentPid
    } catch {
      return false
    }
  })
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (isOpen: boolean) => {
      socket.destroy()
      // The caller polls: not faster than this.
      setTimeout(() => resolve(isOpen), isOpen ? 0 : 50)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
