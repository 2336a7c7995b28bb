import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStation } from '../testing/build-network.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestPool } from '../testing/test-pool.ts'
import { createDb, type Db } from './db/db.ts'
import { type DataScope, EVERYTHING, isInScope, isScopeWithin, scopeFilter } from './scope.ts'

const PLACES = [
  { name: 'country', regionCode: '000000', sysOrgCode: 'A01' },
  { name: 'nanjing', regionCode: '320100', sysOrgCode: 'A01A10' },
  { name: 'suzhou', regionCode: '320500', sysOrgCode: 'A01A10A01' },
  { name: 'guangzhou', regionCode: '440100', sysOrgCode: 'A01A19' },
  { name: 'foreign owner in nanjing', regionCode: '320100', sysOrgCode: 'A02' },
]

const CASES: readonly (readonly [string, DataScope, readonly string[]])[] = [
  ['the whole country', { orgCode: 'A01', regionPrefixes: ['*'] }, ['country', 'nanjing', 'suzhou', 'guangzhou']],
  ['a province', { orgCode: 'A01', regionPrefixes: ['32'] }, ['nanjing', 'suzhou']],
  ['two cities', { orgCode: 'A01', regionPrefixes: ['3205', '4401'] }, ['suzhou', 'guangzhou']],
  ['a province through its own department', { orgCode: 'A01A10', regionPrefixes: ['32'] }, ['nanjing', 'suzhou']],
  ['a region of another department', { orgCode: 'A01A10', regionPrefixes: ['44'] }, []],
  ['no region: the own department only', { orgCode: 'A01A10', regionPrefixes: [] }, ['nanjing']],
  ['no department', { orgCode: '', regionPrefixes: ['*'] }, []],
  ['a pattern character is no wildcard', { orgCode: 'A01', regionPrefixes: ['%', '3_'] }, []],
  ['the system itself', EVERYTHING, PLACES.map((place) => place.name)],
]

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString, { max: 2, statementTimeoutMs: 5_000 }))
  for (const place of PLACES) await buildStation(db, place)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

describe('a data scope', () => {
  it.each(CASES)('of %s sees the same rows in memory and in SQL', async (_, scope, names) => {
    const inMemory = PLACES.filter((place) => isInScope(scope, place)).map((place) => place.name)
    const rows = await db
      .selectFrom('monStation as station')
      .select('name')
      .where(scopeFilter(scope, 'station'))
      .execute()
    expect(inMemory).toEqual(names)
    expect(rows.map((row) => row.name).sort()).toEqual([...names].sort())
  })
})

describe('a scope within another', () => {
  const orgCode = fc.constantFrom('', 'A01', 'A01A10', 'A01A10A01', 'A01A19', 'A02')
  const regionPrefixes = fc.subarray(['*', '32', '3205', '44', '4401', '320'])
  const scope = fc.record({ orgCode, regionPrefixes })
  const regionCode = fc.constantFrom('000000', '320100', '320500', '440100', '330100')
  const row = fc.record({ sysOrgCode: fc.constantFrom('A01', 'A01A10', 'A01A10A01', 'A01A19', 'A02'), regionCode })

  it('shows no row the other does not show', () => {
    fc.assert(
      fc.property(scope, scope, row, (inner, outer, place) => {
        if (isScopeWithin(inner, outer) && isInScope(inner, place)) expect(isInScope(outer, place)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each<[DataScope, DataScope, boolean]>([
    [{ orgCode: 'A01', regionPrefixes: ['32'] }, { orgCode: 'A01', regionPrefixes: ['*'] }, true],
    [{ orgCode: 'A01', regionPrefixes: ['*'] }, { orgCode: 'A01', regionPrefixes: ['32'] }, false],
    [{ orgCode: 'A01A10', regionPrefixes: ['3205'] }, { orgCode: 'A01', regionPrefixes: ['32'] }, true],
    [{ orgCode: 'A01', regionPrefixes: ['3205'] }, { orgCode: 'A01A10', regionPrefixes: ['32'] }, false],
    [{ orgCode: 'A01A10', regionPrefixes: [] }, { orgCode: 'A01A10', regionPrefixes: [] }, true],
    [{ orgCode: 'A01A10', regionPrefixes: [] }, { orgCode: 'A01', regionPrefixes: ['32'] }, false],
    [{ orgCode: 'A01A10', regionPrefixes: [] }, { orgCode: 'A01', regionPrefixes: ['*'] }, true],
    [{ orgCode: '', regionPrefixes: ['*'] }, { orgCode: 'A01', regionPrefixes: ['*'] }, false],
  ])('%j in %j: %s', (inner, outer, isWithin) => {
    expect(isScopeWithin(inner, outer)).toBe(isWithin)
  })
})
