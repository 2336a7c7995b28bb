import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Trouble } from './checkout.mjs'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3
/** The path of a Unix socket has at most 107 bytes, and PostgreSQL's is up to 60 longer than the scratch folder. */
const MAX_BASE_BYTES = 40

/**
 * Makes one folder for everything this run and its programs throw away. It lies in memory where there is enough:
 * hundreds of databases of a thousand files each come and go, and on a disk the file system spends a third of the time
 * of the server's tests. Nothing in it is executed.
 *
 * @returns {{ folder: string, remove: () => void }}
 * @throws {Trouble} when there is no folder whose path is short enough
 */
export function makeScratchFolder() {
  const folder = mkdtempSync(join(chooseBase([...(hasRoomInMemory() ? [MEMORY] : []), tmpdir(), '/tmp']), 'natim-'))
  // When started by root, databases run as another account and write here, too.
  chmodSync(folder, 0o1777)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

/**
 * @param {readonly string[]} candidates
 * @throws {Trouble}
 */
function chooseBase(candidates) {
  const base = candidates.find((path) => Buffer.byteLength(path) <= MAX_BASE_BYTES && isWritable(path))
  if (base !== undefined) return base
  throw new Trouble(
    `None of ${candidates.join(', ')} can hold temporary files: set TMPDIR to a folder that can be written, with a path of at most ${MAX_BASE_BYTES} bytes (sockets of PostgreSQL lie in it)`,
  )
}

/** @param {string} path */
function isWritable(path) {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, freemem()) >= NEEDED_BYTES
  } catch {
    return false
  }
}
