import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type ConsoleAddress, startConsole } from './console-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data folder of a console that was started once, without the demonstration network, and stopped. */
    emptyConsole: string
    /** A running console per worker: its files share it, except those that ask for their own. */
    sharedConsoles: readonly ConsoleAddress[]
  }
}

/** Creating and filling the database is most of a start: it is done once, and every console starts on a copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const emptyDir = await makeEmpty()
  const workers = Array.from({ length: Number(project.config.maxWorkers) })
  const shared = await Promise.all(workers.map(() => startConsole({ copyOf: emptyDir })))
  project.provide('emptyConsole', emptyDir)
  project.provide(
    'sharedConsoles',
    shared.map(({ address }) => address),
  )
  return async () => {
    await Promise.all(shared.map((server) => server.dispose()))
    rmSync(emptyDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function makeEmpty(): Promise<string> {
  const server = await startConsole()
  await server.stop()
  return server.dataDir
}
