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
const EVERYWHERE = ['mon_metric', 'mon_device_model', 'mon_device', 'mon_channel', 'mon_channel_version'] as const

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
