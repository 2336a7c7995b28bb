import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

export type AccessKind = 'list' | 'detail' | 'export' | 'code' | 'reid'

export interface AccessLine {
  readonly userId: string
  readonly userName: string
  readonly ip: string | null
  readonly kind: AccessKind
  readonly object: string
  readonly subjectIds: string[]
  readonly rows: number
}

export const insertAccess = async (db: Db, line: AccessLine): Promise<void> => {
  await db.insertInto('monHealthAccess').values(line).execute()
}

export const ACCESS_FIELDS: ListFields = {
  userName: { expression: sql.ref('line.userName'), type: 'text' },
  kind: { expression: sql.ref('line.kind'), type: 'text' },
  // Some lines name the object after its kind: `wx_image WX20261126-0005`.
  object: { expression: sql<string>`split_part(${sql.ref('line.object')}, ' ', 1)`, type: 'text' },
  atMs: { expression: sql.ref('line.at'), type: 'time', isRequired: true },
}
export const ACCESS_LIST = { defaultSort: { field: 'atMs', order: 'desc' }, tieBreaker: sql`line.id desc` } as const

export function findAccessPage(db: Db, request: ListRequest) {
  const rows = db.selectFrom('monHealthAccess as line').where(allOf(request.conditions))
  return findPage(rows, rows.selectAll('line'), request)
}

/** Codes by id; unknown ids are left out. */
export async function findCodes(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('monSubject')
    .select(['id', 'subjectCode'])
    .where(sql<SqlBool>`id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, subjectCode }) => [id, subjectCode]))
}
