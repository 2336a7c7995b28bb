import { spawn } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, Trouble } from './checkout.mjs'
import { endProcesses, processesOf } from './process-tree.mjs'
import { testEnvironment } from './test-environment.mjs'

/** Shells report the CPU time of their children; Node does not. */
const TIMED = '"$@"; code=$?; times > "$0"; exit $code'
/** Time for processes to end by themselves, then to clean up after SIGTERM. */
const END_TIMES = { graceMs: 1_000, patienceMs: 5_000 }

/**
 * Where a task works.
 *
 * @typedef {object} Workplace
 * @property {string} folder for temporary files, of this task alone
 * @property {string} logFile
 * @property {(command: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<number>} run a program, into
 *   the log file; its exit code
 * @property {(suffix: string) => string} file a path beside the log file
 * @property {() => number} cpuSeconds of the programs that have ended
 * @property {(times?: typeof END_TIMES) => Promise<string[]>} close ends whatever is left, removes the folder; names of
 *   what did not end by itself
 */

/**
 * @param {object} options
 * @param {string} options.folder
 * @param {string} options.logs folder of the log files
 * @param {string} options.name
 * @param {NodeJS.ProcessEnv} [options.env] besides what every program gets
 * @returns {Workplace}
 */
export function openWorkplace({ folder, logs, name, env: more = {} }) {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o1777)
  const env = { ...testEnvironment(folder), ...more }
  const logFile = logFileOf(logs, name)
  const file = (/** @type {string} */ suffix) => logFile.replace(/\.log$/, suffix)
  /** @type {Set<number>} */
  const groups = new Set()
  let cpu = 0
  let runs = 0
  return {
    folder,
    logFile,
    file,
    cpuSeconds: () => cpu,
    async run(command, args, own = {}) {
      const times = join(folder, `times-${runs++}`)
      const log = openSync(logFile, 'a')
      const child = spawn('sh', ['-c', TIMED, times, command, ...args], {
        cwd: ROOT,
        env: { ...env, ...own },
        stdio: ['ignore', log, log],
        detached: true,
      })
      closeSync(log)
      if (child.pid !== undefined) groups.add(child.pid)
      // Not «close»: processes left behind may hold the output open.
      const code = await new Promise((resolve, reject) => {
        child.once('error', (error) => reject(new Trouble(`sh cannot be started: ${error.message}`)))
        child.once('exit', (exitCode) => resolve(exitCode ?? 128))
      })
      cpu += childSeconds(times)
      return code
    },
    async close(endTimes = END_TIMES) {
      const left = await endProcesses(() => processesOf(folder, groups), endTimes)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      return left
    },
  }
}

/** @param {string} logs @param {string} name */
export const logFileOf = (logs, name) => join(logs, `${name.replaceAll('/', '-')}.log`)

/** The second line of `times`: user and system time of the children, `1m2.345s 0m0.678s`. @param {string} path */
function childSeconds(path) {
  if (!existsSync(path)) return 0
  const line = readFileSync(path, 'utf8').split('\n')[1] ?? ''
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + 60 * Number(m) + Number(s), 0)
}
