import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('../main.ts', import.meta.url))

/**
 * What Node is started with to be a server: the build that `npm test` has just made (`BUILT_SERVER`), else the sources,
 * whose translation is two thirds of a start.
 */
export const serverProgram = (): readonly string[] => {
  const built = process.env['BUILT_SERVER']
  return built === undefined ? ['--import', 'tsx', '--conditions=source', SOURCE] : [built]
}
