import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './checkout.mjs'

const DIR = join(ROOT, '.tmp')
const POLL_MS = 200

/**
 * Does a piece of work while no other process of this checkout does the same: two runs at one time would install and
 * build into the same folders. Says so once when it has to wait. The lock of a process that is gone is taken over.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const path = join(DIR, `${name}.lock`)
  mkdirSync(DIR, { recursive: true })
  for (let hasSaidSo = false; !take(path); hasSaidSo = true) {
    if (!hasSaidSo)
      console.log(`· waiting for process ${ownerOf(path)?.split(' ')[0]}, which does the same here (${name})`)
    await sleep(POLL_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** @param {string} path */
function take(path) {
  try {
    writeFileSync(path, identity(process.pid) ?? '', { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
  const owner = ownerOf(path)
  if (owner !== undefined && owner !== identity(Number(owner.split(' ')[0]))) rmSync(path, { force: true })
  return false
}

/** @param {string} path @returns {string | undefined} undefined when the lock is gone or is being written */
function ownerOf(path) {
  try {
    return readFileSync(path, 'utf8') || undefined
  } catch {
    return undefined
  }
}

/** Number and start of a process: numbers are used again. @param {number} pid */
function identity(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return undefined
  }
}
