import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { type ConsoleAddress, startConsole } from './console-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data folder of a console that was started once, without demonstration network, and stopped. */
    emptyConsole: string
    /** The running console that all files of the run share which ask for none of their own. */
    sharedConsole: ConsoleAddress
  }
}

/** Making and filling the database is most of a start: it is done once, and every console begins on a copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const empty = await prepareEmpty()
  const shared = await startConsole({ copyOf: empty.dataDir })
  project.provide('emptyConsole', empty.dataDir)
  project.provide('sharedConsole', shared.address)
  return async () => {
    await shared.dispose()
    empty.remove()
  }
}

interface Prepared {
  readonly dataDir: string
  remove(): void
}

/** Runs side by side are told one folder (`E2E_EMPTY_CONSOLE`): the first to come fills it, whoever gave it removes it. */
async function prepareEmpty(): Promise<Prepared> {
  const given = process.env['E2E_EMPTY_CONSOLE']
  if (given === undefined) {
    const dataDir = await makeEmpty()
    return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
  }
  const dataDir = join(given, 'data')
  mkdirSync(given, { recursive: true, mode: 0o755 })
  if (takes(join(given, 'taken'))) renameSync(await makeEmpty(), dataDir)
  while (!existsSync(dataDir)) await pause(100)
  return { dataDir, remove: () => undefined }
}

/** Whether we are the first: only one of several makes a folder. */
function takes(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

async function makeEmpty(): Promise<string> {
  const server = await startConsole()
  await server.stop()
  return server.dataDir
}
