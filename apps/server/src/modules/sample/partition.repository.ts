import type pg from 'pg'
import type { Connections } from '../../platform/db/pool.ts'
import { errorOf } from '../../platform/errors.ts'
import { type Partition, type PartitionedTable, partitionAt } from './partition-names.ts'

// Advisory lock 71030002 serializes creating and dropping of partitions across processes. DDL takes no parameters, so
// names are passed as transaction settings and quoted by `format`.

/**
 * Creates the table first and attaches it then, which unlike creating in place does not lock out writers. With a default
 * partition the table is locked all the same, before the rows of the span move from there: no statement may have chosen
 * its partitions before.
 */
const CREATE_PARTITION = `do $$
  declare
    parent text := current_setting('natim.parent');
    part text := current_setting('natim.partition');
    rest text := parent || '_default';
    has_rest boolean := to_regclass(quote_ident(rest)) is not null;
    span text;
    moved bigint;
  begin
    perform pg_advisory_xact_lock(71030002);
    if to_regclass(quote_ident(part)) is not null then return; end if;
    if has_rest then
      perform set_config('lock_timeout', '3s', true);
      execute format('lock table only %I in access exclusive mode', parent);
    end if;
    execute format('create table %I (like %I including all)', part, parent);
    if has_rest then
      select format('%1$I >= %2$L and %1$I < %3$L', attname, current_setting('natim.from'), current_setting('natim.to'))
        into span from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
        where partrelid = parent::regclass;
      execute format('insert into %I select * from %I where %s', part, rest, span);
      get diagnostics moved = row_count;
      if moved > 0 then execute format('delete from %I where %s', rest, span); end if;
    end if;
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
      parent, part, current_setting('natim.from'), current_setting('natim.to'));
  end $$`

const DROP_PARTITION = `do $$
  begin
    perform pg_advisory_xact_lock(71030002);
    execute format('drop table if exists %I', current_setting('natim.partition'));
  end $$`

const DROP_EMPTY_PARTITION = `do $$
  declare
    part text := current_setting('natim.partition');
    is_used boolean;
  begin
    perform pg_advisory_xact_lock(71030002);
    if to_regclass(quote_ident(part)) is null then return; end if;
    execute format('lock table only %I in access exclusive mode', current_setting('natim.parent'));
    execute format('select exists (select 1 from %I)', part) into is_used;
    if not is_used then execute format('drop table %I', part); end if;
  end $$`

/** Whoever waits longer for the readers and writers of a table has everybody else queue behind. */
const LOCK_TIMEOUT = '3s'

/**
 * Creates a partition unless a table of its name exists, and moves the rows of its span there from the default partition.
 *
 * @throws DatabaseError 55P03 when readers or writers keep a table with a default partition.
 */
export async function createPartition(pool: Connections, { table, name, fromMs, toMs }: Partition): Promise<void> {
  await withSettings(pool, CREATE_PARTITION, {
    'natim.parent': table,
    'natim.partition': name,
    'natim.from': new Date(fromMs).toISOString(),
    'natim.to': new Date(toMs).toISOString(),
  })
}

/** @throws DatabaseError 55P03 when readers or writers keep the parent. */
export async function dropPartition(pool: pg.Pool, name: string): Promise<void> {
  await withSettings(pool, DROP_PARTITION, { 'natim.partition': name, lock_timeout: LOCK_TIMEOUT })
}

/**
 * Drops a partition unless it holds a row. @returns whether it is gone.
 *
 * @throws DatabaseError 55P03 when readers or writers keep the parent.
 */
export async function dropEmptyPartition(pool: pg.Pool, { table, name }: Partition): Promise<boolean> {
  const settings = { 'natim.parent': table, 'natim.partition': name, lock_timeout: LOCK_TIMEOUT }
  await withSettings(pool, DROP_EMPTY_PARTITION, settings)
  const { rowCount } = await pool.query('select from pg_class where oid = to_regclass(quote_ident($1))', [name])
  return rowCount === 0
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

/** The partitions that rows of the default partitions belong to. */
export async function findStrayPartitions(pool: pg.Pool): Promise<Partition[]> {
  const { rows } = await pool.query<{ table: PartitionedTable; ms: number }>(
    `with stray ("table", t) as (
       select 'mon_sample_conflict', ts from mon_sample_conflict_default
       union all select 'mon_gap', t_from from mon_gap_default
       union all select 'mon_device_status_log', ts from mon_device_status_log_default
       union all select 'mon_ingest_counter', hour from mon_ingest_counter_default
     )
     select "table", (extract(epoch from min(t)) * 1000)::float8 as ms from stray
     where t >= '1970-01-02Z' and t < '9999-01-01Z'
     group by "table", date_trunc('month', t at time zone interval '8 hours')`,
  )
  return rows.map(({ table, ms }) => partitionAt(table, ms))
}
