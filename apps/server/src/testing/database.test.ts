import { expect, it } from 'vitest'
import { createTestDatabase } from './database.ts'
import { databaseUrl, withClient } from './database-url.ts'

it('gives each caller its own migrated database', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await withClient(one.connectionString, (client) => client.query('create table mine (id int)'))
  await withClient(two.connectionString, async (client) => {
    const { rows } = await client.query(
      "select to_regclass('mine') as mine, to_regclass('mon_device') is not null as migrated",
    )
    expect(rows).toEqual([{ mine: null, migrated: true }])
  })
  await Promise.all([one.drop(), two.drop()])
  await expect(withClient(one.connectionString, async () => undefined)).rejects.toThrow(/does not exist/)
})

it.each([
  ['postgresql://u:p@/natim?host=%2Ftmp%2Fx', 'postgresql://u:p@/other?host=%2Ftmp%2Fx'],
  ['postgres://u:p@db:5432/natim', 'postgres://u:p@db:5432/other'],
  ['postgres://db', 'postgres://db/other'],
])('changes the database of %s', (url, changed) => {
  expect(databaseUrl(url, 'other')).toBe(changed)
})
