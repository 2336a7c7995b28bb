import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'

type Table = 'monMetric' | 'monLimitSet' | 'monLimit'
type Row = Readonly<Record<string, string | number | null>> & { readonly id: string }

const ROWS_PER_STATEMENT = 1_000

/**
 * Updates shipped rows that users may edit: adds missing ones unless they conflict with a user's row, and updates
 * unedited ones to the shipped values. In edited rows only the `fixed` columns, which users cannot edit, are updated.
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

const difference = (held: Readonly<Record<string, unknown>>, row: Row, columns: readonly string[]) =>
  Object.fromEntries(columns.filter((column) => held[column] !== row[column]).map((column) => [column, row[column]]))

/** Deletes unedited limits and sets that are no longer shipped; a set with remaining limits is kept. */
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
