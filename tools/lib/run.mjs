import { spawn } from 'node:child_process'
import { ROOT, Trouble } from './checkout.mjs'

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, uid?: number, gid?: number }} RunOptions */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Runs a command silently; its output is shown only when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @throws {Trouble} with the output when the exit code is not 0
 */
export async function runQuietly(command, args, options = {}) {
  const child = spawn(command, [...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  /** @type {Buffer[]} */
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  const code = await untilExit(child)
  const output = Buffer.concat(chunks).toString()
  if (code !== 0) throw new Trouble(`${command} ${args.join(' ')} ended with code ${code}\n${output}`)
  return output
}

/** Passes a signal on to whatever runs at this moment. @param {NodeJS.Signals} signal */
export function signalAll(signal) {
  for (const child of running) child.kill(signal)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export async function untilExit(child) {
  running.add(child)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (error) => reject(new Trouble(`${child.spawnfile} cannot be started: ${error.message}`)))
      child.once('close', (code) => resolve(code ?? 128))
    })
  } finally {
    running.delete(child)
  }
}
