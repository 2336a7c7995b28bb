import { sql } from 'kysely'
import type { Companions } from '../../db/columns.ts'
import type { Tx } from './db.ts'

/** Rows of one table as JSON objects, keyed by column name. */
type Rows = readonly Readonly<Record<string, unknown>>[]

export interface ForeignKey {
  readonly child: string
  readonly parent: string
  readonly isCascading: boolean
  /** Referencing column of the child and referenced column of the parent. */
  readonly columns: readonly { readonly own: string; readonly other: string }[]
}

/** Foreign keys of all tables; the same for every row of a deletion. */
export const findForeignKeys = async (trx: Tx): Promise<readonly ForeignKey[]> => {
  const { rows } = await sql<ForeignKey>`
    select child.relname as child, parent.relname as parent, fk.confdeltype = 'c' as is_cascading,
      (select jsonb_agg(jsonb_build_object('own', own.attname, 'other', other.attname))
        from unnest(fk.conkey, fk.confkey) as pair(own_no, other_no)
        join pg_attribute as own on own.attrelid = fk.conrelid and own.attnum = pair.own_no
        join pg_attribute as other on other.attrelid = fk.confrelid and other.attnum = pair.other_no) as columns
    from pg_constraint as fk
    join pg_class as child on child.oid = fk.conrelid
    join pg_class as parent on parent.oid = fk.confrelid
    where fk.contype = 'f' and fk.conparentid = 0 and child.relnamespace = 'public'::regnamespace
    order by child.relname, fk.conname`.execute(trx)
  return rows
}

const joined = (columns: ForeignKey['columns'], own: string, other: string) =>
  sql.join(
    columns.map((pair) => sql`${sql.ref(`${own}.${pair.own}`)} = ${sql.ref(`${other}.${pair.other}`)}`),
    sql` and `,
  )

/** The rows as a record set. They come from the database, not from client input. */
const recordsOf = (table: string, rows: Rows) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`

/** Complete rows, with every column. @param table by its database name */
export async function findWhole(trx: Tx, table: string, ids: readonly string[]): Promise<Rows> {
  const { rows } = await sql<{ row: Rows[number] }>`
    select to_jsonb(whole) as row from ${sql.table(table)} as whole where whole.id = any(${[...ids]}::text[])`.execute(
    trx,
  )
  return rows.map(({ row }) => row)
}

/**
 * Rows the database would delete along with these (`on delete cascade`, at any depth), referenced tables first.
 *
 * @param rows as returned by `findWhole`
 */
export async function findCompanions(
  trx: Tx,
  foreignKeys: readonly ForeignKey[],
  { table, rows }: Companions,
): Promise<Companions[]> {
  const keys = foreignKeys.filter(({ isCascading }) => isCascading)
  const found = new Map<string, Map<string, Rows[number]>>()
  const open = [{ table, rows }]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { table: parent, rows: parents } = next
    for (const { child, columns } of keys.filter((key) => key.parent === parent)) {
      const { rows: children } = await sql<{ row: Rows[number] }>`
        select to_jsonb(child) as row from ${sql.table(child)} as child
        where exists (
          select from ${recordsOf(parent, parents)} as parent where ${joined(columns, 'child', 'parent')})`.execute(trx)
      const known = found.get(child) ?? new Map<string, Rows[number]>()
      const fresh = children.map(({ row }) => row).filter((row) => !known.has(JSON.stringify(row)))
      if (fresh.length === 0) continue
      for (const row of fresh) known.set(JSON.stringify(row), row)
      // Moved to the end: it may refer to any table found before.
      found.delete(child)
      found.set(child, known)
      open.push({ table: child, rows: fresh })
    }
  }
  return [...found].map(([name, known]) => ({ table: name, rows: [...known.values()] }))
}

/** Re-inserts rows. Skips rows that exist already or whose referenced row is gone. */
export async function insertCompanions(trx: Tx, companions: readonly Companions[]): Promise<void> {
  const keys = await findForeignKeys(trx)
  for (const { table, rows } of companions) {
    const isFulfilled = keys
      .filter((key) => key.child === table)
      .map(
        ({ parent, columns }) =>
          sql`(${sql.join(
            columns.map(({ own }) => sql`${sql.ref(`again.${own}`)} is null`),
            sql` or `,
          )} or exists (select from ${sql.table(parent)} as parent where ${joined(columns, 'again', 'parent')}))`,
      )
    await sql`
      insert into ${sql.table(table)}
      select again.* from ${recordsOf(table, rows)} as again
      where ${sql.join([sql`true`, ...isFulfilled], sql` and `)}
      on conflict do nothing`.execute(trx)
  }
}
