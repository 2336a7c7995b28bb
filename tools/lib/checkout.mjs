import { fileURLToPath } from 'node:url'

/** Absolute path of the checkout, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** A failure the user can fix; shown without a stack. */
export class Trouble extends Error {}

/**
 * Runs a tool and turns what it throws into an exit code.
 *
 * @param {() => Promise<number>} main
 */
export async function runTool(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(error instanceof Trouble ? `\n✗ ${error.message}` : error)
    process.exitCode = 1
  }
}
