import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { clusterPaths } from '../../platform/postgres/cluster.ts'
import { readPostmasterPid } from '../../platform/postgres/postmaster-pid.ts'
import { serverProgram } from '../server-program.ts'

const START_WITHIN_MS = 60_000

/** The real server with its embedded database, which may be killed and started again on the same data. */
export class CrashServer {
  readonly #dataDir: string
  readonly #mqttPort: number
  #child: ChildProcess | undefined

  constructor(dataDir: string, mqttPort: number) {
    this.#dataDir = dataDir
    this.#mqttPort = mqttPort
  }

  /** Starts the process and waits until its broker takes connections. */
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

  /** kill -9 of the process; its database loses its parent and is told to stop by the kernel. */
  async killServer(): Promise<void> {
    const child = this.#running()
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** kill -9 of every process of the database at once; the server starts it again. */
  async killDatabase(): Promise<void> {
    const postmaster = await readPostmasterPid(clusterPaths(this.#dataDir).clusterDir)
    if (postmaster === undefined) return
    for (const pid of [postmaster.pid, ...childrenOf(postmaster.pid)]) kill(pid)
  }

  /** An orderly end. @returns the exit code. */
  async stop(): Promise<number | null> {
    const child = this.#running()
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number | null]
    this.#child = undefined
    return code
  }

  /** Leaves nothing behind, whatever has happened. */
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
    // Gone with its parent.
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
      // Asked again by the caller: not faster than this.
      setTimeout(() => resolve(isOpen), isOpen ? 0 : 50)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
