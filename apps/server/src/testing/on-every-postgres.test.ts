import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SERVER = join(import.meta.dirname, '../..')
const CONFIG = join(SERVER, 'vitest.postgres.config.ts')

it('every pattern of the suite for all PostgreSQL versions matches a test', async () => {
  const { default: config } = (await import(CONFIG)) as { default: { test: { include: readonly string[] } } }
  const { include } = config.test
  const files = readdirSync(join(SERVER, 'src'), { recursive: true, encoding: 'utf8' })
  const tests = files.filter((file) => file.endsWith('.test.ts')).map((file) => `src/${file}`)
  const isThere = (pattern: string) => {
    const [folder = '', rest] = pattern.split('**/')
    return tests.some((test) => (rest === undefined ? test === folder : test.startsWith(folder)))
  }
  expect(include.length).toBeGreaterThan(10)
  expect(include.filter((pattern) => !isThere(pattern))).toEqual([])
})
