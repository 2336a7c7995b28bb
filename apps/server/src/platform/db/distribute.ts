import { Kysely, PostgresDialect, sql } from 'kysely'
import { hasCitus } from './by-device.ts'
import { createPool } from './pool.ts'

/** Tables that grow with the number of devices; rows of one device are co-located. */
const BY_DEVICE = [
  'mon_sample',
  'mon_sample_pack',
  'mon_r1m',
  'mon_r1h',
  'mon_r1d',
  'mon_gap',
  'mon_track',
  'mon_device_event',
  'mon_blob_sample',
  'mon_device_status_log',
] as const

/** Tables they are joined with: replicated to every node. All others stay on the coordinator. */
const EVERYWHERE = [
  'mon_metric',
  'mon_station',
  'mon_device_model',
  'mon_device',
  'mon_channel',
  'mon_channel_version',
] as const

/**
 * Distributes telemetry by device on a Citus cluster and replicates the tables it is joined with to every node.
 * Idempotent: tables already distributed are left alone.
 *
 * @returns the tables that were distributed.
 * @throws Error when the database has no Citus.
 */
export async function distribute(connectionString: string): Promise<string[]> {
  return asUpgrade(connectionString, async (db) => {
    if (!(await hasCitus(db))) throw new Error('The database has no extension citus: create it on every node first')
    const { rows } = await sql<{ name: string }>`select logicalrelid::text as name from pg_dist_partition`.execute(db)
    const distributed = new Set(rows.map(({ name }) => name))
    await replaceForeignKeys(db)
    const missing = BY_DEVICE.filter((table) => !distributed.has(table))
    for (const table of missing) {
      const partner = table === 'mon_sample' ? 'default' : 'mon_sample'
      await sql`select create_distributed_table(${table}, 'device_id', colocate_with => ${partner})`.execute(db)
    }
    // Workers are accessed as the role of the session (`TAKE_TENANT_ROLE`; reports have their own).
    const { rows: roles } = await sql<{ name: string }>`
      select rolname as name from pg_roles where rolname in ('natim_app', 'natim_report') and not rolcanlogin`.execute(
      db,
    )
    for (const { name } of roles) await sql`alter role ${sql.ref(name)} login`.execute(db)
    const small = EVERYWHERE.filter((table) => !distributed.has(table))
    for (const table of small) await sql`select create_reference_table(${table})`.execute(db)
    return [...missing, ...small]
  })
}

/**
 * Replaces the foreign keys from tables of the coordinator to replicated ones by constraint triggers of the same name.
 * Citus would otherwise manage every table connected by foreign keys: statement triggers (append-only tables) no longer
 * fire there, and volatile functions and `skip locked` are refused. Rows of replicated tables are never deleted by the
 * product, so only the referencing side needs the check.
 */
async function replaceForeignKeys(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(REPLACE_LOCK)})`.execute(trx)
    await createReferenceCheck(trx)
    await createReplacement(trx)
    await sql`select natim_replace_foreign_keys(${[...EVERYWHERE]}::text[], ${[...BY_DEVICE]}::text[])`.execute(trx)
    await sql`drop function natim_replace_foreign_keys`.execute(trx)
  })
}

const REPLACE_LOCK = 71_030_067

/** The trigger. Arguments: the column, the table it refers to, that table's key and the type of the key. */
async function createReferenceCheck(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace function natim_check_reference() returns trigger language plpgsql as $$
    declare
      wanted text := to_jsonb(new) ->> tg_argv[0];
      is_there boolean;
    begin
      if wanted is null then return null; end if;
      execute format('select exists (select from %I where %I = $1::%s)', tg_argv[1], tg_argv[2], tg_argv[3])
        into is_there using wanted;
      if not is_there then
        raise foreign_key_violation using constraint = tg_name, table = tg_table_name,
          message = format('%s.%s: no %s in %s', tg_table_name, tg_argv[0], wanted, tg_argv[1]);
      end if;
      return null;
    end $$`.execute(db)
}

async function createReplacement(db: Kysely<never>): Promise<void> {
  await sql`
    create function natim_replace_foreign_keys(everywhere text[], by_device text[]) returns void language plpgsql as $$
    declare found record;
    begin
      for found in
        select key.conrelid::regclass as child, key.conname as name, own.attname as own,
          key.confrelid::regclass as parent, other.attname as key, format_type(other.atttypid, null) as type
        from pg_constraint as key
        join pg_attribute as own on own.attrelid = key.conrelid and own.attnum = key.conkey[1]
        join pg_attribute as other on other.attrelid = key.confrelid and other.attnum = key.confkey[1]
        where key.contype = 'f' and key.confrelid::regclass::text = any(everywhere)
          and key.conrelid::regclass::text <> all(everywhere || by_device)
      loop
        execute format('alter table %s drop constraint %I', found.child, found.name);
        execute format('create constraint trigger %I after insert or update of %I on %s for each row
          execute function natim_check_reference(%L, %L, %L, %L)',
          found.name, found.own, found.child, found.own, found.parent, found.key, found.type);
      end loop;
    end $$`.execute(db)
}

/** Distributes tables added by an upgrade, where telemetry is distributed already. */
export async function distributeUpgrade<T>(db: Kysely<T>, connectionString: string): Promise<void> {
  if (!(await hasCitus(db))) return
  const { rows } = await sql`select from pg_dist_partition where logicalrelid = 'mon_sample'::regclass`.execute(db)
  if (rows.length > 0) await distribute(connectionString)
}

async function asUpgrade<T>(connectionString: string, work: (db: Kysely<never>) => Promise<T>): Promise<T> {
  const pool = createPool(
    { connectionString, applicationName: 'natim-distribute', max: 1, statementTimeoutMs: 0, isUpgrade: true },
    () => undefined,
  )
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
