import type { TestProject } from 'vitest/node'
import { startConsole } from './console-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data folder of a console that was started once, without demonstration network, and stopped. */
    emptyConsole: string
  }
}

/** Making and filling the database is most of a start: it is done once, and every stage begins on a copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startConsole()
  await server.stop()
  project.provide('emptyConsole', server.dataDir)
  return () => server.dispose()
}
