import type { ReportKind } from '@natim/contract/mon/mon-report.resource'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter, scopeWithinFilter } from '../../platform/scope.ts'

/** Definitions visible to a user: built-in ones, and those whose scope lies within the user's own. */
export const visibleDefs = (scope: DataScope, alias: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${alias}.isBuiltin`)} or ${scopeWithinFilter(scope, alias)})`

export const findDef = (db: Db, scope: DataScope, id: string) =>
  db
    .selectFrom('monReportDef as def')
    .selectAll()
    .where('def.id', '=', id)
    .where('def.delFlag', '=', 0)
    .where(visibleDefs(scope, 'def'))
    .executeTakeFirst()

export type StoredDef = NonNullable<Awaited<ReturnType<typeof findDef>>>

/** User names without an account. */
export async function findUnknownNames(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ username: string }>`
    select username from sys_user where username = any(${[...names]}::text[]) and del_flag = 0`.execute(db)
  const known = new Set(rows.map(({ username }) => username))
  return names.filter((name) => !known.has(name))
}

export async function isStationVisible(db: Db, scope: DataScope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('monStation as station')
    .select('station.id')
    .where('station.id', '=', id)
    .where('station.delFlag', '=', 0)
    .where(scopeFilter(scope, 'station'))
    .executeTakeFirst()
  return row !== undefined
}

const alive = (trx: Tx) =>
  trx.selectFrom('monReportDef').selectAll().where('delFlag', '=', 0).where('status', '=', 'on')

/** Scheduled definitions without a planned run; rows locked by another process are skipped. */
export const lockUnplanned = (trx: Tx): Promise<StoredDef[]> =>
  alive(trx).where('cron', 'is not', null).where('nextRunAt', 'is', null).forUpdate().skipLocked().execute()

/** Locks one due definition, excluding some kinds. */
export const lockDue = (trx: Tx, now: Date, without: readonly ReportKind[] = []): Promise<StoredDef | undefined> =>
  alive(trx)
    .where('cron', 'is not', null)
    .where('nextRunAt', '<=', now)
    .where(sql<boolean>`kind <> all(${[...without]}::text[])`)
    .orderBy('nextRunAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export async function updatePlan(trx: Tx, id: string, nextRunAt: Date | null): Promise<void> {
  await trx.updateTable('monReportDef').set({ nextRunAt }).where('id', '=', id).execute()
}

/** Receivers: active accounts with their addresses. */
export async function findReceivers(db: Db, receivers: string) {
  const names = receivers.split(',').filter(Boolean)
  if (names.length === 0) return []
  return db
    .selectFrom('sysUser')
    .select(['id', 'username', 'email', 'orgCode', 'regionPrefixes'])
    .where('username', 'in', names)
    .where('status', '=', 1)
    .where('delFlag', '=', 0)
    .execute()
}
