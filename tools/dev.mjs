import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT, runTool } from './lib/checkout.mjs'
import { ensureInstalled, ensureNode } from './lib/ensure.mjs'
import { loadEnvFile } from './lib/foreground.mjs'
import { signalAll, untilExit } from './lib/run.mjs'

const bin = (/** @type {string} */ name) => join(ROOT, 'node_modules/.bin', name)
const COLOURS = { server: 36, web: 35 }

/**
 * Runs a program with its name in front of each line, in a session of its own: Ctrl-C must reach it once, from here.
 *
 * @param {keyof typeof COLOURS} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
function runPrefixed(name, command, args, options) {
  const child = spawn(command, [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const prefix = process.stdout.isTTY ? `\u001b[${COLOURS[name]}m${name.padEnd(6)}\u001b[0m │ ` : `${name.padEnd(6)} │ `
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(prefix + line))
  }
  return untilExit(child)
}

await runTool(async () => {
  ensureNode()
  await ensureInstalled()
  loadEnvFile()
  const { env } = process
  const serverUrl = `http://${env['HOST'] || '127.0.0.1'}:${env['PORT'] || 3000}`
  const server = ['watch', '--conditions=source', '--clear-screen=false', 'apps/server/src/main.ts']
  let isStopping = false
  const stop = () => {
    // A second signal would interrupt the server's shutdown.
    if (!isStopping) signalAll('SIGTERM')
    isStopping = true
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  const codes = [
    runPrefixed('server', bin('tsx'), server, { cwd: ROOT, env }),
    runPrefixed('web', bin('vite'), [], { cwd: join(ROOT, 'apps/web'), env: { ...env, NATIM_SERVER_URL: serverUrl } }),
  ]
  // Neither is useful without the other.
  const first = await Promise.race(codes)
  stop()
  await Promise.all(codes)
  return first
})
