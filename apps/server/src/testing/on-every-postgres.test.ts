import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ON_EVERY_POSTGRES } from './on-every-postgres.ts'

const SERVER = join(import.meta.dirname, '../..')

it('every place that is run on every PostgreSQL holds a test', () => {
  const files = readdirSync(join(SERVER, 'src'), { recursive: true, encoding: 'utf8' })
  const tests = files.filter((file) => file.endsWith('.test.ts')).map((file) => `src/${file}`)
  const isThere = (place: string) =>
    tests.some((test) => (place.endsWith('/') ? test.startsWith(place) : test === place))
  expect(ON_EVERY_POSTGRES.filter((place) => !isThere(place))).toEqual([])
})
