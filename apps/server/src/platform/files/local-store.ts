import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { errorDetailsOf } from '../errors.ts'
import type { FileStore } from './file-store.ts'
import { FileMissingError } from './file-store.ts'

const FILE_MODE = 0o640
/** A draft not touched for this long is abandoned: its process died. */
const DRAFT_LIFE_MS = 86_400_000

const draftOf = (path: string) => `${path}.${randomBytes(6).toString('hex')}.part`

async function sweepDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.part')) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > DRAFT_LIFE_MS) await rm(path, { force: true })
  }
}

/** Files below a folder owned by the server. */
export function createLocalStore(folder: string): FileStore {
  const root = resolve(folder)
  const pathOf = (key: string) => {
    const path = resolve(join(root, key))
    if (!path.startsWith(root + sep)) throw new Error(`Key leads out of the file store: ${key}`)
    return path
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o750 })
      // Renamed when complete, so that a crash leaves no partial file under a real name.
      const draft = draftOf(path)
      const handle = await open(draft, 'wx', FILE_MODE)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, path)
    },
    async draft(key) {
      const path = pathOf(key)
      const place = dirname(path)
      await mkdir(place, { recursive: true, mode: 0o750 })
      await sweepDrafts(place)
      const part = draftOf(path)
      const handle = await open(part, 'wx', FILE_MODE)
      return {
        async write(bytes) {
          await handle.writeFile(bytes)
        },
        async commit() {
          try {
            await handle.sync()
          } finally {
            await handle.close()
          }
          await rename(part, path)
        },
        async abandon() {
          await handle.close().catch(() => undefined)
          await rm(part, { force: true })
        },
      }
    },
    async open(key, range) {
      try {
        const handle = await open(pathOf(key), 'r')
        return handle.createReadStream(range)
      } catch (error) {
        if (errorDetailsOf(error).code !== 'ENOENT') throw error
        throw new FileMissingError(`No file under ${key}`, { cause: error })
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
