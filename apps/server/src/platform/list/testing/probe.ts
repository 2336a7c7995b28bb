import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { ListFields } from '../list-field.ts'
import { parseListRequest } from '../list-request.ts'
import type { SubTable, SubTables } from '../super-query.ts'

/** A table with one column of each filterable type, and rows that distinguish the conditions. */
export const PROBE_FIELDS: ListFields = {
  title: { expression: sql.ref('probe.title'), type: 'text' },
  amount: { expression: sql.ref('probe.amount'), type: 'number' },
  seenAt: { expression: sql.ref('probe.seen_at'), type: 'time' },
  dueOn: { expression: sql.ref('probe.due_on'), type: 'date' },
}

/** Child rows of the probe, for tests that create the table. */
export const PROBE_PARTS: SubTable = {
  fields: {
    name: { expression: sql.ref('part.name'), type: 'text' },
    size: { expression: sql.ref('part.size'), type: 'number' },
  },
  exists: (condition) => sql`exists (select from probe_part as part where part.probe_id = probe.id and ${condition})`,
}

const ROWS: readonly (readonly [string | null, number | null, string | null, string | null])[] = [
  ['abc', 1, '2026-11-01 00:00:00+08', '2026-11-01'],
  ['ABCDEF', 2, '2026-11-01 23:59:59+08', '2026-11-02'],
  ['xabc', 10, '2026-11-02 00:00:00+08', '2026-11-03'],
  ['a,b', -3.5, '2026-11-03 12:00:00+08', '2026-12-01'],
  ['100%_x', 0, '2027-01-01 00:00:00+08', '2028-02-29'],
  [null, null, null, null],
  ['*', 5, '2026-10-31 23:59:59+08', '2026-10-31'],
  ['\\abc', 7, '2026-11-05 08:00:00+08', '2026-11-05'],
]
/** Ids of the rows: 1 to 8. */
export const ALL = ROWS.map((_row, index) => index + 1)

export async function createProbe(db: Db): Promise<void> {
  await sql`create table probe (id int primary key, title text, amount float8, seen_at timestamptz, due_on date)`.execute(
    db,
  )
  for (const [index, [title, amount, seenAt, dueOn]] of ROWS.entries()) {
    await sql`insert into probe values
      (${index + 1}, ${title}, ${amount}, ${seenAt}::timestamptz, ${dueOn}::date)`.execute(db)
  }
}

/** Ids that a list over the probe returns for a query string, in page order. */
export async function idsOf(
  db: Db,
  query: Readonly<Record<string, unknown>>,
  subTables: SubTables = {},
): Promise<number[]> {
  const request = parseListRequest({ pageNo: 1, pageSize: 100, ...query }, PROBE_FIELDS, {
    defaultSort: { field: 'amount', order: 'asc' },
    tieBreaker: sql`probe.id`,
    subTables,
  })
  const where = sql.join([sql`true`, ...request.conditions], sql` and `)
  const { rows } = await sql<{ id: number }>`
    select id from probe where ${where} order by ${sql.join(request.orderBy)}
    limit ${request.pageSize} offset ${request.offset}`.execute(db)
  return rows.map((row) => row.id)
}

/** The same, sorted, for testing conditions. */
export async function foundBy(
  db: Db,
  query: Readonly<Record<string, unknown>>,
  subTables: SubTables = {},
): Promise<number[]> {
  return (await idsOf(db, query, subTables)).sort((a, b) => a - b)
}
