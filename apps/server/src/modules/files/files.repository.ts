import type { Insertable } from 'kysely'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { SysFile } from '../../db/types.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

const FILE_FIELDS: ListFields = {
  fileName: { expression: sql.ref('file.fileName'), type: 'text' },
  url: { expression: sql.ref('file.path'), type: 'text' },
  biz: { expression: sql.ref('file.biz'), type: 'text' },
  mimeType: { expression: sql.ref('file.mimeType'), type: 'text' },
  fileSize: { expression: sql.ref('file.fileSize'), type: 'number' },
  createBy: { expression: sql.ref('file.createBy'), type: 'text' },
  createTime: { expression: sql.ref('file.createTime'), type: 'time' },
}

/** Whose menu carries the data rules of the list. */
export const FILE_RULES = { component: 'modules/oss/OSSFileList', fields: FILE_FIELDS } as const

export const FILE_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`file.id`,
} as const

export async function insertFile(db: Db, row: Insertable<SysFile>): Promise<void> {
  await db.insertInto('sysFile').values(row).execute()
}

export function findFile(db: Db, path: string) {
  return db.selectFrom('sysFile').selectAll().where('path', '=', path).executeTakeFirst()
}

/** Bytes of everything somebody has stored. */
export async function sumSizes(db: Db, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('sysFile')
    .select(sql<number>`coalesce(sum(file_size), 0)::float8`.as('bytes'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return row.bytes
}

/** Public files of a tenant: private ones are nobody's business but their owner's. */
const shown = (db: Db, tenantId: number, conditions: readonly Expression<SqlBool>[]) =>
  conditions.reduce(
    (query, condition) => query.where(condition),
    db.selectFrom('sysFile as file').where('file.tenantId', '=', tenantId).where('file.isPrivate', '=', false),
  )

export async function findFiles(db: Db, tenantId: number, request: ListRequest) {
  const [records, count] = await Promise.all([
    shown(db, tenantId, request.conditions)
      .selectAll('file')
      .orderBy(sql.join(request.orderBy))
      .offset(request.offset)
      .limit(request.pageSize)
      .execute(),
    shown(db, tenantId, request.conditions).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { records, total: count.total }
}

/** Of these, the files the list shows. */
export function findShown(
  db: Db,
  tenantId: number,
  ids: readonly string[],
  conditions: readonly Expression<SqlBool>[],
) {
  return shown(db, tenantId, conditions)
    .select(['file.id', 'file.storeKey', 'file.fileName', 'file.path', 'file.ownerId'])
    .where('file.id', 'in', [...ids])
    .execute()
}

/** Private files of one kind made before an instant. */
export function findOutdated(db: Db, biz: string, before: Date, limit: number) {
  return db
    .selectFrom('sysFile')
    .select(['id', 'storeKey'])
    .where('biz', '=', biz)
    .where('isPrivate', '=', true)
    .where('createTime', '<', before)
    .limit(limit)
    .execute()
}

export async function deleteFiles(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('sysFile')
    .where('id', 'in', [...ids])
    .execute()
}
