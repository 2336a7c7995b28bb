import type { Insertable } from 'kysely'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { SysFile } from '../../db/types.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTenant, readInTenant, type TenantContext, tenantOfRow } from '../../platform/db/tenant.ts'
import { findPage } from '../../platform/list/find-page.ts'
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

/** The menu whose data rules apply to the list. */
export const FILE_RULES = { component: 'modules/oss/OSSFileList', fields: FILE_FIELDS } as const

export const FILE_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`file.id`,
} as const

/**
 * Records a file unless it would exceed the owner's quota. Serialised per owner, so that concurrent uploads cannot
 * share the remaining space.
 *
 * @returns whether it was recorded
 */
export function insertFile(
  db: Db,
  { tenantId, ...row }: Insertable<SysFile> & { readonly tenantId: number; readonly fileSize: number },
  quotaBytes: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(71030017, hashtext(${row.ownerId}))`.execute(trx)
    if ((await sumSizes(trx, row.ownerId)) + row.fileSize > quotaBytes) return false
    await trx
      .insertInto('sysFile')
      .values({ ...row, tenantId: tenantOfRow(tenantId) })
      .execute()
    return true
  })
}

/** The file at a path, whoever owns it; the caller checks access. */
export const findFile = (db: Db, path: string) =>
  inTenant(db, 'system', (trx) => trx.selectFrom('sysFile').selectAll().where('path', '=', path).executeTakeFirst())

/** Whether this is the user's current avatar. */
export async function hasAvatar(db: Db, userId: string, avatar: string): Promise<boolean> {
  const held = await db
    .selectFrom('sysUser')
    .select('id')
    .where('id', '=', userId)
    .where('avatar', '=', avatar)
    .executeTakeFirst()
  return held !== undefined
}

/** Total bytes stored by a user, over all tenants. */
export async function sumSizes(db: Db, ownerId: string): Promise<number> {
  const row = await inTenant(db, 'system', (trx) =>
    trx
      .selectFrom('sysFile')
      .select(sql<number>`coalesce(sum(file_size), 0)::float8`.as('bytes'))
      .where('ownerId', '=', ownerId)
      .executeTakeFirstOrThrow(),
  )
  return row.bytes
}

/** Public files of a tenant; private ones are visible only to their owner. */
const shown = (db: Db, tenantId: number, conditions: readonly Expression<SqlBool>[]) =>
  conditions.reduce(
    (query, condition) => query.where(condition),
    db.selectFrom('sysFile as file').where('file.tenantId', '=', tenantId).where('file.isPrivate', '=', false),
  )

export const findFiles = (db: Db, tenantId: number, request: ListRequest) =>
  readInTenant(db, tenantId, (given) => {
    const files = shown(given, tenantId, request.conditions)
    return findPage(files, files.selectAll('file'), request)
  })

/** The listed files among these. */
export const findShown = (
  db: Db,
  tenantId: number,
  ids: readonly string[],
  conditions: readonly Expression<SqlBool>[],
) =>
  readInTenant(db, tenantId, (given) =>
    shown(given, tenantId, conditions)
      .select(['file.id', 'file.storeKey', 'file.fileName', 'file.path', 'file.ownerId'])
      .where('file.id', 'in', [...ids])
      .execute(),
  )

/** Private files of one kind created before an instant, of all tenants. */
export const findOutdated = (db: Db, biz: string, before: Date, limit: number) =>
  inTenant(db, 'system', (trx) =>
    trx
      .selectFrom('sysFile')
      .select(['id', 'storeKey'])
      .where('biz', '=', biz)
      .where('isPrivate', '=', true)
      .where('createTime', '<', before)
      .limit(limit)
      .execute(),
  )

/** Stores a one-time ticket for a file, and deletes expired tickets. */
export async function insertTicket(
  db: Db,
  ticket: { readonly ticketHash: Buffer; readonly fileId: string; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.deleteFrom('sysFileTicket').where('expiresAt', '<=', now).execute()
  await db.insertInto('sysFileTicket').values(ticket).execute()
}

/** Redeems a ticket; among concurrent calls only one succeeds. */
export async function takeTicket(db: Db, ticketHash: Buffer, fileId: string, now: Date): Promise<boolean> {
  const taken = await db
    .deleteFrom('sysFileTicket')
    .where('ticketHash', '=', ticketHash)
    .where('fileId', '=', fileId)
    .where('expiresAt', '>', now)
    .returning('fileId')
    .executeTakeFirst()
  return taken !== undefined
}

export async function deleteFile(db: Db, tenant: TenantContext, id: string): Promise<void> {
  await inTenant(db, tenant, (trx) => trx.deleteFrom('sysFile').where('id', '=', id).execute())
}
