import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { createTestPool } from '../testing/test-pool.ts'
import { createDb, type Db } from './db/db.ts'
import { commonScope, type DataScope, isInScope, isScopeWithin, scopeWithinFilter } from './scope.ts'

const ORGS = ['', 'A01', 'A01A02', 'A02']
const PREFIXES = [[], ['*'], ['32'], ['3205'], ['32', '11'], ['11', '3205']]
const SCOPES: DataScope[] = ORGS.flatMap((orgCode) => PREFIXES.map((regionPrefixes) => ({ orgCode, regionPrefixes })))
const PAIRS = SCOPES.flatMap((a) => SCOPES.map((b) => [a, b] as const))
const ROWS = ['A01', 'A01A02', 'A01A03', 'A02'].flatMap((sysOrgCode) =>
  ['320500', '320100', '110101', '440300'].map((regionCode) => ({ sysOrgCode, regionCode })),
)

let db: Db
beforeAll(async () => {
  const { connectionString } = await createTestDatabase({ seeded: false })
  db = createDb(createTestPool(connectionString, { max: 1 }))
})
afterAll(() => db.destroy())

describe('the common scope of two scopes', () => {
  it('shows no row that one of them does not show', () => {
    for (const [a, b] of PAIRS)
      for (const row of ROWS)
        if (isInScope(commonScope(a, b), row))
          expect([a, b, row, isInScope(a, row), isInScope(b, row)]).toEqual([a, b, row, true, true])
  })

  it('shows every row that both show, when both have regions', () => {
    for (const [a, b] of PAIRS) {
      if (a.regionPrefixes.length === 0 || b.regionPrefixes.length === 0) continue
      const common = commonScope(a, b)
      for (const row of ROWS)
        expect([a, b, row, isInScope(common, row)]).toEqual([a, b, row, isInScope(a, row) && isInScope(b, row)])
    }
  })
})

describe('a stored scope', () => {
  it('matches in SQL exactly the scopes that lie within the outer one in memory', async () => {
    const failures: unknown[] = []
    for (const outer of SCOPES) {
      const { rows } = await sql<{ n: number }>`
        select n from unnest(${SCOPES.map((_, n) => n)}::int[], ${SCOPES.map(({ orgCode }) => orgCode)}::text[],
          ${SCOPES.map(({ regionPrefixes }) => regionPrefixes.join(','))}::text[]) as given (n, sys_org_code, joined)
        cross join lateral (select case when joined = '' then '{}'::text[] else string_to_array(joined, ',') end) as kept (scope_prefixes)
        cross join lateral (select given.sys_org_code, kept.scope_prefixes) as run
        where ${scopeWithinFilter(outer, 'run')}`.execute(db)
      const found = new Set(rows.map(({ n }) => n))
      for (const [n, inner] of SCOPES.entries())
        if (found.has(n) !== isScopeWithin(inner, outer)) failures.push({ inner, outer, found: found.has(n) })
    }
    expect(failures).toEqual([])
  })
})
