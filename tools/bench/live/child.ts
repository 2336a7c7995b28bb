import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'

/** First line printed by a child when its measurement begins. */
export const READY = 'ready'

export interface BenchChild {
  readonly pid: number
  /** The next line it prints. @throws if it ends before */
  line(): Promise<string>
  stop(): Promise<void>
}

/** Starts a script of the bench with a plan as its argument. */
export function startChild(script: string, plan: unknown): BenchChild {
  const child = spawn(process.execPath, [...process.execArgv, script, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const iterator = lines[Symbol.asyncIterator]()
  return {
    pid: child.pid ?? 0,
    async line() {
      const { value, done } = await iterator.next()
      if (done) throw new Error(`${script} ended early`)
      return value
    },
    stop: () => stop(child, lines),
  }
}

async function stop(child: ChildProcess, lines: Interface): Promise<void> {
  lines.close()
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
