import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './checkout.mjs'
import { untilExit } from './run.mjs'

/** A repeated signal of the same keystroke arrives within milliseconds, a deliberate second one later. */
const SAME_KEYSTROKE_MS = 500
const PARENT_CHECK_MS = 500

/** Loads settings from `.env` of the checkout; environment variables take precedence. */
export function loadEnvFile() {
  const path = join(ROOT, '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}

/**
 * Runs a built program of ours in place of this one: same terminal, its exit code, and each signal once.
 *
 * Ctrl-C reaches the whole process group of a terminal, and npm passes it on once more, while a second signal means
 * "at once" to our programs. So the program runs in a session of its own and hears signals from here only. If this
 * process is killed without a chance to say so, the kernel tells the program (setpriv, where the system has it).
 *
 * @param {string} entry relative to the checkout
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
export function runForeground(entry, args) {
  const node = [process.execPath, '--enable-source-maps', join(ROOT, entry), ...args]
  const isTied = spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0
  const [command = '', ...rest] = isTied ? ['setpriv', '--pdeathsig', 'TERM', ...node] : node
  const child = spawn(command, rest, { stdio: 'inherit', detached: isTied })
  let lastSignalMs = Number.NEGATIVE_INFINITY
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    const nowMs = performance.now()
    if (nowMs - lastSignalMs > SAME_KEYSTROKE_MS) child.kill(signal)
    lastSignalMs = nowMs
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => passOn(signal))
  process.on('SIGHUP', () => passOn('SIGTERM'))
  watchNpm(() => passOn('SIGTERM'))
  return untilExit(child)
}

/**
 * npm killed without warning leaves its script behind, which nobody would look for.
 *
 * @param {() => void} onGone
 * @returns {() => void} watches no longer
 */
export function watchNpm(onGone) {
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    onGone()
  }, PARENT_CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
