import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/db.ts'
import { readInTenant } from '../../platform/db/tenant.ts'
import { findPage, type Page } from '../../platform/list/find-page.ts'
import { allOf } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

/** Tables with a text id that say who made and changed a row, and when. */
type Stamped = { id: unknown; createBy: unknown; createTime: unknown; updateBy: unknown; updateTime: unknown }
export type RecordTable = {
  [T in keyof Database]: keyof Stamped extends keyof Database[T] ? T : never
}[keyof Database]

export type StoredRecord<T extends RecordTable> = Selectable<Database[T]> & { readonly id: string }

type Columns = Readonly<Record<string, unknown>>

/** All tables of the kit are written alike; the compiler looks at one of them. */
const one = (table: RecordTable) => table as 'sysPosition'
const rowsOf = (db: Db, table: RecordTable) => db.selectFrom(`${one(table)} as record`)

/** `ids` narrows to ticked rows (export). */
export async function findRecords<T extends RecordTable>(
  db: Db,
  table: T,
  request: ListRequest,
  ids?: readonly string[],
): Promise<Page<StoredRecord<T>>> {
  const rows = rowsOf(db, table)
    .where(allOf(request.conditions))
    .$if(ids !== undefined, (query) => query.where('record.id', 'in', [...(ids ?? [])]))
  return (await findPage(rows, rows.selectAll('record'), request)) as unknown as Page<StoredRecord<T>>
}

/** Of these ids, the rows that fulfil the conditions, in the order of their ids. */
export async function findVisible<T extends RecordTable>(
  db: Db,
  table: T,
  ids: readonly string[],
  conditions: readonly Expression<SqlBool>[],
  { isLocked = false } = {},
): Promise<StoredRecord<T>[]> {
  const rows = await rowsOf(db, table)
    .selectAll('record')
    .where('record.id', 'in', [...ids])
    .where(allOf(conditions))
    // One order for everybody, so that two who lock the same rows never wait for each other.
    .orderBy('record.id')
    .$if(isLocked, (query) => query.forUpdate())
    .execute()
  return rows as unknown as StoredRecord<T>[]
}

export async function insertRecord<T extends RecordTable>(
  trx: Tx,
  table: T,
  columns: Columns,
): Promise<StoredRecord<T>> {
  const row = await trx
    .insertInto(one(table))
    .values(columns as never)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as StoredRecord<T>
}

export async function updateRecord<T extends RecordTable>(
  trx: Tx,
  table: T,
  id: string,
  columns: Columns,
): Promise<StoredRecord<T>> {
  const row = await trx
    .updateTable(one(table))
    .set({ ...columns, updateTime: new Date() } as never)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as StoredRecord<T>
}

export async function deleteRecords(trx: Tx, table: RecordTable, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom(one(table))
    .where('id', 'in', [...ids])
    .execute()
}

/** Versions of a row that were made within a tenant, newest first. */
export const findVersions = (db: Db, tenantId: number, dataTable: string, dataId: string) =>
  readInTenant(db, tenantId, (given) =>
    given
      .selectFrom('sysDataLog')
      .select(['id', 'dataVersion', 'operateType', 'dataContent', 'createBy', 'createTime'])
      .where('dataTable', '=', dataTable)
      .where('dataId', '=', dataId)
      .where('type', '=', 'json')
      .orderBy('dataVersion', 'desc')
      .limit(200)
      .execute(),
  )

/** Rows whose column holds the value. */
export const holds = (column: string, value: number | string) => sql<SqlBool>`${sql.ref(`record.${column}`)} = ${value}`

/** What settles ties in lists of records. */
export const RECORD_TIE = sql`record.id`

/** `sysPosition` → `sys_position`: the table as the wire and the log call it. */
export const tableName = (table: RecordTable): string => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `post_rank` → `postRank`: a column as rows name it here. */
export const fieldName = (column: string): string =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Rows that hold one of these values in a column, whoever may see them. The column is a name of ours. */
export async function findByKey<T extends RecordTable>(
  db: Db,
  table: T,
  column: string,
  values: readonly string[],
): Promise<StoredRecord<T>[]> {
  const rows = await rowsOf(db, table)
    .selectAll('record')
    .where(sql<SqlBool>`${sql.ref(`record.${column}`)} = any(${[...values]}::text[])`)
    .execute()
  return rows as unknown as StoredRecord<T>[]
}
