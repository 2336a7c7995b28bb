import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const CODEGEN = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js')

describe('db/types.ts', () => {
  // `npm run db:types` runs this test with the variable set, and then writes the file instead.
  it("equals the generator's output for the migrated schema", async () => {
    const database = await createTestDatabase()
    try {
      const mode = process.env.UPDATE_DB_TYPES === undefined ? ['--verify'] : []
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [CODEGEN, ...mode, '--url', database.connectionString],
        { cwd: ROOT },
      )
      expect(stdout).toMatch(/up-to-date|generated/)
    } finally {
      await database.drop()
    }
  })
})
