import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorDetailsOf } from '../../platform/errors.ts'

const KEY_BYTES = 32

/** Path of an installation's demonstration key. */
export const demoKeyFile = (dataDir: string) => join(dataDir, 'demo.key')

/** The key all demonstration secrets derive from, created on first use; only its owner can read the file. */
export async function ensureDemoKey(dataDir: string): Promise<string> {
  const file = demoKeyFile(dataDir)
  try {
    await writeFile(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorDetailsOf(error).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}
