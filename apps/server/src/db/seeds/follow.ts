import type { Tx } from '../../platform/db/db.ts'

type Table = 'monMetric' | 'monLimitSet' | 'monLimit'
type Row = Readonly<Record<string, string | number | null>> & { readonly id: string }

const ROWS_PER_STATEMENT = 1_000

/**
 * Rows that come with the product and may be changed by people: missing ones are added, those that nobody changed take
 * what is shipped now, and go when they are shipped no more. What a person changed, deleted or made instead stays.
 */
export async function followShipped(trx: Tx, table: Table, rows: readonly Row[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
    await trx
      .insertInto(table)
      .values(rows.slice(at, at + ROWS_PER_STATEMENT) as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const untouched = await trx
    .selectFrom(table)
    .selectAll()
    .where('createBy', 'is', null)
    .where('updateBy', 'is', null)
    .execute()
  const shipped = new Map(rows.map((row) => [row.id, row]))
  for (const held of untouched) {
    const row = shipped.get(held.id)
    if (row === undefined) await trx.deleteFrom(table).where('id', '=', held.id).execute()
    else if (differs(held, row))
      await trx
        .updateTable(table)
        .set(row as never)
        .where('id', '=', held.id)
        .execute()
  }
}

const differs = (held: object, row: Row) =>
  Object.entries(row).some(([key, value]) => (held as Readonly<Record<string, unknown>>)[key] !== value)
