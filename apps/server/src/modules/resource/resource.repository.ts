import type { Fields } from '@natim/contract/resource/define-resource'
import { type Compilable, type Expression, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/db.ts'
import { readInTenant } from '../../platform/db/tenant.ts'
import { findPage, type Page } from '../../platform/list/find-page.ts'
import { allOf, type ListField, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

/** Columns of every resource table: text id, creator, updater and their times. */
type Stamped = { id: unknown; createBy: unknown; createTime: unknown; updateBy: unknown; updateTime: unknown }
export type ResourceTable = {
  [T in keyof Database]: keyof Stamped extends keyof Database[T] ? T : never
}[keyof Database]

export type StoredRow<T extends ResourceTable> = Selectable<Database[T]> & {
  readonly id: string
  readonly updateBy: string | null
  readonly updateTime: Date | null
}

type Columns = Readonly<Record<string, unknown>>

export type SqlCondition = Expression<SqlBool>

/** Rows of a resource with their joins. */
export interface RowSource<T extends ResourceTable, Shown = StoredRow<T>> {
  readonly table: T
  /** Alias of the resource's own table. */
  readonly alias: string
  /** The rows, without details. */
  rows(db: Db): Compilable
  /** The same rows with every column of the table and the other displayed values. */
  details(db: Db): Compilable<Shown>
}

/** All resource tables are queried alike; the type checker sees one of them. */
const one = (table: ResourceTable) => table as 'sysPosition'
const query = <R>(rows: Compilable<R>) => rows as SelectQueryBuilder<Database, 'sysPosition', R>

/** The table without joins, as `record`. */
export const plainSource = <T extends ResourceTable>(table: T): RowSource<T> => ({
  table,
  alias: 'record',
  rows: (db) => db.selectFrom(`${one(table)} as record`),
  details: (db) => db.selectFrom(`${one(table)} as record`).selectAll('record') as Compilable<StoredRow<T>>,
})

const withId = ({ alias }: RowSource<ResourceTable, unknown>, ids: readonly string[]) =>
  sql<SqlBool>`${sql.ref(`${alias}.id`)} = any(${[...ids]}::text[])`

/** `ids` narrows to selected rows (export). */
export function findRecords<T extends ResourceTable, Shown extends object>(
  db: Db,
  source: RowSource<T, Shown>,
  request: ListRequest,
  ids?: readonly string[],
): Promise<Page<Shown>> {
  const condition = allOf([...request.conditions, ...(ids ? [withId(source, ids)] : [])])
  return findPage(
    query(source.rows(db)).where(condition),
    query(source.details(db)).where(condition) as Compilable<Shown>,
    request,
  )
}

/** One row in the form lists show it. */
export async function findShown<T extends ResourceTable, Shown>(
  db: Db,
  source: RowSource<T, Shown>,
  id: string,
  conditions: readonly Expression<SqlBool>[],
): Promise<Shown | undefined> {
  const rows = query(source.details(db)).where(allOf([withId(source, [id]), ...conditions]))
  return (await rows.executeTakeFirst()) as Shown | undefined
}

/** A source regardless of its displayed values. */
type Stored<T extends ResourceTable> = RowSource<T, unknown>

const stored = <T extends ResourceTable>(db: Db, source: Stored<T>, conditions: readonly Expression<SqlBool>[]) =>
  query(source.rows(db))
    .selectAll(source.alias as 'sysPosition')
    .where(allOf(conditions))

/** The rows among these ids that fulfil the conditions, ordered by id. */
export async function findVisible<T extends ResourceTable>(
  db: Db,
  source: Stored<T>,
  ids: readonly string[],
  conditions: readonly Expression<SqlBool>[],
  { isLocked = false } = {},
): Promise<StoredRow<T>[]> {
  const rows = await stored(db, source, [withId(source, ids), ...conditions])
    // A fixed order, so that transactions locking the same rows cannot deadlock.
    .orderBy(sql.ref(`${source.alias}.id`))
    .$if(isLocked, (found) => found.forUpdate(source.alias as 'sysPosition'))
    .execute()
  return rows as StoredRow<T>[]
}

const BIN_LIMIT = 500

/** The rows that fulfil the conditions, last updated first. */
export async function findBinned<T extends ResourceTable>(
  db: Db,
  source: Stored<T>,
  conditions: readonly Expression<SqlBool>[],
): Promise<StoredRow<T>[]> {
  const rows = await stored(db, source, conditions)
    .orderBy(sql`${sql.ref(`${source.alias}.updateTime`)} desc, ${sql.ref(`${source.alias}.id`)}`)
    .limit(BIN_LIMIT)
    .execute()
  return rows as StoredRow<T>[]
}

export async function insertRecord<T extends ResourceTable>(
  trx: Tx,
  table: T,
  columns: Columns,
): Promise<StoredRow<T>> {
  const row = await trx
    .insertInto(one(table))
    .values(columns as never)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as StoredRow<T>
}

const AT_ONCE = 500

/** @returns the inserted rows in the given order */
export async function insertRecords<T extends ResourceTable>(
  trx: Tx,
  table: T,
  rows: readonly Columns[],
): Promise<StoredRow<T>[]> {
  const inserted: StoredRow<T>[] = []
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE)
    const records = await trx
      .insertInto(one(table))
      .values(part as never)
      .returningAll()
      .execute()
    const byId = new Map((records as StoredRow<T>[]).map((record) => [record.id, record]))
    for (const row of part) {
      const record = byId.get(String(row['id']))
      if (record) inserted.push(record)
    }
  }
  return inserted
}

export async function updateRecord<T extends ResourceTable>(
  trx: Tx,
  table: T,
  id: string,
  columns: Columns,
): Promise<StoredRow<T>> {
  const row = await trx
    .updateTable(one(table))
    .set({ ...columns, updateTime: new Date() } as never)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as StoredRow<T>
}

export async function deleteRecords(trx: Tx, table: ResourceTable, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom(one(table))
    .where('id', 'in', [...ids])
    .execute()
}

/** Versions of a row created within a tenant, newest first. */
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

/** Condition: the column holds the value. */
export const holds = ({ alias }: RowSource<ResourceTable, unknown>, column: string, value: number | string) =>
  sql<SqlBool>`${sql.ref(`${alias}.${column}`)} = ${value}`

/** Tie-breaker of lists. */
export const tieOf = ({ alias }: RowSource<ResourceTable, unknown>) => sql.ref(`${alias}.id`)

/** `sysPosition` → `sys_position`: the table name on the wire and in the log. */
export const tableName = (table: ResourceTable): string => snakeCase(table)

/** `postRank` → `post_rank` */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Filter and sort fields of a list: every described column of the table called `alias`. */
export function listFieldsOf(alias: string, fields: Fields): ListFields {
  const found: Record<string, ListField> = { id: { expression: sql.ref(`${alias}.id`), type: 'text' } }
  for (const [key, { type = 'none', column = key }] of Object.entries(fields))
    if (type !== 'none') found[key] = { expression: sql.ref(`${alias}.${column}`), type }
  return found
}

/** `post_rank` → `postRank`: field name of a column. */
export const fieldName = (column: string): string =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Rows with one of these values in a column, regardless of permissions. The column name must be trusted. */
export async function findByKey<T extends ResourceTable>(
  db: Db,
  source: Stored<T>,
  column: string,
  values: readonly string[],
  conditions: readonly Expression<SqlBool>[] = [],
): Promise<StoredRow<T>[]> {
  const condition = sql<SqlBool>`${sql.ref(`${source.alias}.${column}`)} = any(${[...values]}::text[])`
  return (await stored(db, source, [condition, ...conditions]).execute()) as StoredRow<T>[]
}
