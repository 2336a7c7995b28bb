import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = new URL('../', import.meta.url)
const MAIN = fileURLToPath(new URL('main.ts', SOURCES))

/**
 * Node arguments to run a server file: from the build `npm test` just made (`BUILT_SERVER`), else from source, where
 * compilation takes two thirds of the start.
 */
export function programOf(source: string): readonly string[] {
  const built = process.env['BUILT_SERVER']
  if (built === undefined) return ['--import', 'tsx', '--conditions=source', source]
  const path = relative(fileURLToPath(SOURCES), source).replace(/\.ts$/, '.js')
  return [join(dirname(built), path)]
}

/** Node arguments to run the server. */
export const serverProgram = (): readonly string[] => programOf(MAIN)
