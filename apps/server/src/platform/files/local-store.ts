import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { FileStore } from './file-store.ts'
import { FileMissingError } from './file-store.ts'

const FILE_MODE = 0o640

/** Files below a folder of the server's own. */
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
      // Renamed when complete, so that a crash leaves no half file under a real name.
      const draft = `${path}.${randomBytes(6).toString('hex')}.part`
      const handle = await open(draft, 'wx', FILE_MODE)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, path)
    },
    async open(key, range) {
      try {
        const handle = await open(pathOf(key), 'r')
        return handle.createReadStream(range)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        throw new FileMissingError(`No file under ${key}`, { cause: error })
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
