import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'

type Table = 'monMetric' | 'monLimitSet' | 'monLimit'
type Row = Readonly<Record<string, string | number | null>> & { readonly id: string }

const ROWS_PER_STATEMENT = 1_000

/**
 * Rows that come with the product and may be changed by people: missing ones are added, unless somebody made the same, and
 * those that nobody changed take what is shipped now. Of changed ones only the `fixed` columns follow, which people
 * cannot edit.
 */
export async function followShipped(
  trx: Tx,
  table: Table,
  rows: readonly Row[],
  fixed: readonly string[] = [],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
    await trx
      .insertInto(table)
      .values(rows.slice(at, at + ROWS_PER_STATEMENT) as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const stored = new Map((await trx.selectFrom(table).selectAll().execute()).map((row) => [row.id, row]))
  for (const row of rows) {
    const held = stored.get(row.id)
    if (held === undefined) continue
    const isChanged = held.createBy !== null || held.updateBy !== null
    const news = difference(held, row, isChanged ? fixed : Object.keys(row))
    if (Object.keys(news).length > 0)
      await trx
        .updateTable(table)
        .set(news as never)
        .where('id', '=', row.id)
        .execute()
  }
}

const difference = (held: object, row: Row, columns: readonly string[]) =>
  Object.fromEntries(
    columns
      .filter((column) => (held as Readonly<Record<string, unknown>>)[column] !== row[column])
      .map((column) => [column, row[column]]),
  )

/** Limits and sets that are shipped no more and that nobody changed go; a set that somebody's limit stands in stays. */
export async function removeUnshipped(
  trx: Tx,
  shipped: { readonly limits: readonly string[]; readonly sets: readonly string[] },
): Promise<void> {
  await trx
    .deleteFrom('monLimit')
    .where('createBy', 'is', null)
    .where('updateBy', 'is', null)
    .where('id', '<>', sql<string>`all(${shipped.limits})`)
    .execute()
  await trx
    .deleteFrom('monLimitSet as s')
    .where('s.createBy', 'is', null)
    .where('s.updateBy', 'is', null)
    .where('s.id', '<>', sql<string>`all(${shipped.sets})`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('monLimit as l').select('l.id').whereRef('l.setId', '=', 's.id'))),
    )
    .execute()
}
