import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './checkout.mjs'

const SKIPPED = new Set(['node_modules', 'dist', '.tmp'])

/**
 * A digest over the contents and names of files and folders of the checkout; absent ones count as empty.
 *
 * @param {readonly string[]} paths relative to the checkout
 */
export function digestOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addPath(hash, join(ROOT, path))
  return hash.digest('hex')
}

/** @param {import('node:crypto').Hash} hash @param {string} path */
function addPath(hash, path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) {
    hash.update(`${relative(ROOT, path)}\0`).update(readFileSync(path))
    return
  }
  for (const name of readdirSync(path).sort()) {
    if (!SKIPPED.has(name) && !name.endsWith('.tsbuildinfo')) addPath(hash, join(path, name))
  }
}

/**
 * Does a piece of work only when its inputs changed since it last succeeded. The stamp lies in node_modules, so
 * that removing that folder forgets everything.
 *
 * @param {string} name
 * @param {string} digest
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether it was done
 */
export async function whenChanged(name, digest, work) {
  if (isCurrent(name, digest)) return false
  await work()
  writeFileSync(stampPath(name), digest)
  return true
}

/** Whether the work was done with these inputs. @param {string} name @param {string} digest */
export function isCurrent(name, digest) {
  const path = stampPath(name)
  return existsSync(path) && readFileSync(path, 'utf8') === digest
}

/** Makes the next {@link whenChanged} of this name do its work. @param {string} name */
export function forget(name) {
  rmSync(stampPath(name), { force: true })
}

/** @param {string} name */
function stampPath(name) {
  return join(ROOT, 'node_modules', `.natim-${name}`)
}
