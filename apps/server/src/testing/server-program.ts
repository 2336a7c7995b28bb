import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = new URL('../', import.meta.url)
const MAIN = fileURLToPath(new URL('main.ts', SOURCES))

/**
 * What Node is started with to run a file of the server: as the build that `npm test` has just made has it
 * (`BUILT_SERVER`), else from the sources, whose translation is two thirds of a start.
 */
export function programOf(source: string): readonly string[] {
  const built = process.env['BUILT_SERVER']
  if (built === undefined) return ['--import', 'tsx', '--conditions=source', source]
  const path = relative(fileURLToPath(SOURCES), source).replace(/\.ts$/, '.js')
  return [join(dirname(built), path)]
}

/** What Node is started with to be a server. */
export const serverProgram = (): readonly string[] => programOf(MAIN)
