import { type InsertObject, sql } from 'kysely'
import type { Database, Db, Tx } from './db/db.ts'
import { nextVersionOf } from './db/tenant.ts'

type Version = InsertObject<Database, 'sysDataLog'> & { readonly dataTable: string; readonly dataId: string }

/** Rows per statement: PostgreSQL takes at most 65 535 values in one. */
const AT_ONCE = 1_000

async function inParts<R>(rows: readonly R[], insert: (part: readonly R[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) await insert(rows.slice(from, from + AT_ONCE))
}

/** Lines of the operation log are append-only. */
export const insertLines = (db: Db, lines: readonly InsertObject<Database, 'sysLog'>[]): Promise<void> =>
  inParts(lines, (part) =>
    db
      .insertInto('sysLog')
      .values([...part])
      .execute(),
  )

/** Snapshots of rows after a change. */
export const insertVersions = (trx: Tx, versions: readonly Version[]): Promise<void> =>
  inParts(versions, (part) =>
    trx
      .insertInto('sysDataLog')
      .values([...part])
      .execute(),
  )

/** Snapshot of a row before its first noted change, unless the row has versions already. */
export async function insertFirstVersion(
  trx: Tx,
  { id, dataTable, dataId, dataContent, ...rest }: Version,
): Promise<void> {
  const { operateType, tenantId, createBy } = rest
  await sql`
    insert into sys_data_log (id, data_table, data_id, data_version, data_content, operate_type, tenant_id, create_by)
    select ${id}, ${dataTable}, ${dataId}, 1, ${dataContent}, ${operateType}, ${tenantId}, ${createBy}
    where ${nextVersionOf(dataTable, dataId)} = 1`.execute(trx)
}
