import type { Insertable, Selectable } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export type SubjectRecord = Selectable<Database['monSubject']>

export const insertSubject = async (db: Db, row: Insertable<Database['monSubject']>): Promise<void> => {
  await db.insertInto('monSubject').values(row).execute()
}

export const findSubject = (db: Db, scope: DataScope, id: string): Promise<SubjectRecord | undefined> =>
  db
    .selectFrom('monSubject')
    .selectAll()
    .where('id', '=', id)
    .where(scopeFilter(scope, 'monSubject'))
    .executeTakeFirst()

export const findSubjectByCode = (db: Db, scope: DataScope, code: string): Promise<SubjectRecord | undefined> =>
  db
    .selectFrom('monSubject')
    .selectAll()
    .where('subjectCode', '=', code)
    .where(scopeFilter(scope, 'monSubject'))
    .executeTakeFirst()

/** Stores an identity in the vault through its function: the server's role has no access to the table. */
export const putIdentity = async (db: Db, subjectId: string, sealed: string, author: string): Promise<void> => {
  await sql`select mon_vault.put(${subjectId}, ${sealed}, ${author})`.execute(db)
}

export async function hasIdentity(db: Db, subjectId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select mon_vault.holds(${subjectId}) as held`.execute(db)
  return rows[0]?.held ?? false
}

/** Consumes the request and returns the sealed text; undefined unless this user may view it now. */
export async function openOnce(trx: Tx, requestId: string, viewerId: string) {
  const { rows } = await sql<{ subjectId: string; sealed: string }>`
    select * from mon_vault.open_once(${requestId}, ${viewerId})`.execute(trx)
  return rows[0]
}

export const REID_FIELDS: ListFields = {
  state: { expression: sql.ref('request.state'), type: 'text' },
  caseNo: { expression: sql.ref('request.caseNo'), type: 'text' },
  requestedName: { expression: sql.ref('request.requestedName'), type: 'text' },
  requestedMs: { expression: sql.ref('request.requestedAt'), type: 'time', isRequired: true },
}
export const REID_LIST = { defaultSort: { field: 'requestedMs', order: 'desc' }, tieBreaker: sql`request.id` } as const

/** Requests in the scope; of one user when `onlyOf` is given. */
export function findReidPage(db: Db, scope: DataScope, onlyOf: string | undefined, request: ListRequest) {
  const rows = db
    .selectFrom('monReidRequest as request')
    .innerJoin('monSubject as subject', 'subject.id', 'request.subjectId')
    .where(scopeFilter(scope, 'request'))
    .where(onlyOf === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref('request.requestedBy')} = ${onlyOf}`)
    .where(allOf(request.conditions))
  return findPage(rows, rows.selectAll('request').select('subject.subjectCode'), request)
}

export const findReid = (db: Db, scope: DataScope, id: string) =>
  db
    .selectFrom('monReidRequest')
    .selectAll()
    .where('id', '=', id)
    .where(scopeFilter(scope, 'monReidRequest'))
    .executeTakeFirst()

/** False when this user already has a pending request for the subject. */
export async function insertReid(trx: Tx, row: Insertable<Database['monReidRequest']>): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reid ${row.subjectId} ${row.requestedBy}`}, 57))`.execute(
    trx,
  )
  const waiting = await trx
    .selectFrom('monReidRequest')
    .select('id')
    .where('subjectId', '=', row.subjectId)
    .where('requestedBy', '=', row.requestedBy)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waiting) return false
  await trx.insertInto('monReidRequest').values(row).execute()
  return true
}

/** Guarded by its state: of two concurrent decisions one succeeds. */
export async function decideReid(
  trx: Tx,
  id: string,
  decision: {
    readonly state: 'approved' | 'refused'
    readonly by: string
    readonly name: string
    readonly note: string | null
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('monReidRequest')
    .set({
      state: decision.state,
      decidedBy: decision.by,
      decidedName: decision.name,
      decideNote: decision.note,
      // Database clock, which also ends the ten minutes.
      decidedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
