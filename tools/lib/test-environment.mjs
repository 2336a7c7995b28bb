import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { GO_MEMORY } from './go-memory.mjs'

/** Environment passed to the programs of a run: PATH, browser, and CI flag. */
const PASSED_ON = ['PATH', 'CHROMIUM', 'CI']

/**
 * The environment of every program of a run: the same on all machines and for all accounts. Locale, time zone, home and
 * folder for temporary files are the run's own; settings of the server and of tools stay outside.
 *
 * @param {string} folder for temporary files; the home is made in it
 * @param {NodeJS.ProcessEnv} [outer]
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(folder, outer = process.env) {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const passedOn = PASSED_ON.flatMap((name) => (outer[name] === undefined ? [] : [[name, outer[name]]]))
  return {
    ...Object.fromEntries(passedOn),
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    HOME: home,
    TMPDIR: folder,
    // Steps run in parallel: compilers and linters written in Go take one core each.
    GOMAXPROCS: '1',
    ...GO_MEMORY,
    // Output goes to log files.
    NO_COLOR: '1',
  }
}
