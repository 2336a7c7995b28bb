import type pg from 'pg'
import type { Connections } from '../../platform/db/pool.ts'
import { errorOf } from '../../platform/errors.ts'
import type { Partition, PartitionedTable } from './partition-names.ts'

// Advisory lock 71030002 serializes creating and dropping of partitions across processes. DDL takes no parameters, so
// names are passed as transaction settings and quoted by `format`.

/** Creates the table first and attaches it then, which unlike creating in place does not lock out writers. */
const CREATE_PARTITION = `do $$
  declare
    parent text := current_setting('natim.parent');
    part text := current_setting('natim.partition');
  begin
    perform pg_advisory_xact_lock(71030002);
    if to_regclass(quote_ident(part)) is null then
      execute format('create table %I (like %I including all)', part, parent);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, part, current_setting('natim.from'), current_setting('natim.to'));
    end if;
  end $$`

const DROP_PARTITION = `do $$
  begin
    perform pg_advisory_xact_lock(71030002);
    execute format('drop table if exists %I', current_setting('natim.partition'));
  end $$`

/** Creates a partition unless a table of its name exists. */
export async function createPartition(pool: Connections, { table, name, fromMs, toMs }: Partition): Promise<void> {
  await withSettings(pool, CREATE_PARTITION, {
    'natim.parent': table,
    'natim.partition': name,
    'natim.from': new Date(fromMs).toISOString(),
    'natim.to': new Date(toMs).toISOString(),
  })
}

/**
 * @throws DatabaseError 55P03 when readers or writers keep the parent for longer than 3 s: it must not queue behind
 *   them, because everybody else would queue behind it.
 */
export async function dropPartition(pool: pg.Pool, name: string): Promise<void> {
  await withSettings(pool, DROP_PARTITION, { 'natim.partition': name, lock_timeout: '3s' })
}

async function withSettings(
  pool: Connections,
  statement: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    await connection.query(
      'select set_config(key, value, true) from unnest($1::text[], $2::text[]) as s (key, value)',
      [Object.keys(settings), Object.values(settings)],
    )
    await connection.query(statement)
    await connection.query('commit')
    connection.release()
  } catch (error) {
    connection.release(errorOf(error))
    throw error
  }
}

/** Partition names of a table. */
export async function findPartitions(pool: pg.Pool, table: PartitionedTable): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass order by c.relname`,
    [table],
  )
  return rows.map((row) => row.name)
}
