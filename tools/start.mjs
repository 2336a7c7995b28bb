import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runTool } from './lib/checkout.mjs'
import { ensureBuilt, ensureInstalled, ensureNode } from './lib/ensure.mjs'
import { untilExit } from './lib/run.mjs'

/** A second signal of the same keystroke arrives within milliseconds, a second thought takes longer. */
const SAME_KEYSTROKE_MS = 500
const PARENT_CHECK_MS = 500

/**
 * Starts the built server and passes signals on to it.
 *
 * Ctrl-C reaches the whole process group of a terminal, and npm passes it on once more, while a second signal means
 * "at once" to the server. So the server runs in a session of its own and hears each signal once, from here. If this
 * process is killed without a chance to say so, the kernel tells the server (setpriv, where the system has it).
 */
function runServer() {
  const node = [process.execPath, '--enable-source-maps', join(ROOT, 'apps/server/dist/main.js')]
  const isTied = spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0
  const [command = '', ...args] = isTied ? ['setpriv', '--pdeathsig', 'TERM', ...node] : node
  const server = spawn(command, args, { cwd: ROOT, stdio: 'inherit', detached: isTied })
  let lastSignalMs = Number.NEGATIVE_INFINITY
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    const nowMs = performance.now()
    if (nowMs - lastSignalMs > SAME_KEYSTROKE_MS) server.kill(signal)
    lastSignalMs = nowMs
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => passOn(signal))
  process.on('SIGHUP', () => passOn('SIGTERM'))
  watchNpm(() => passOn('SIGTERM'))
  return untilExit(server)
}

/**
 * npm killed without warning leaves its script behind, which nobody would look for.
 *
 * @param {() => void} onGone
 */
function watchNpm(onGone) {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    onGone()
  }, PARENT_CHECK_MS)
  timer.unref()
}

await runTool(async () => {
  ensureNode()
  await ensureInstalled()
  await ensureBuilt()
  const envFile = join(ROOT, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  return runServer()
})
