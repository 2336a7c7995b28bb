import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

const running = (db: Db, nowMs: number) =>
  db.selectFrom('monNbcDrill').selectAll().where('endedAt', 'is', null).where('untilAt', '>', new Date(nowMs))

/** The drill in force for a department: its own, else that of the nearest parent. */
export const findDrill = (db: Db, orgCode: string, nowMs: number) =>
  running(db, nowMs)
    .where(sql<boolean>`${orgCode} <> '' and starts_with(${orgCode}, sys_org_code)`)
    .orderBy(sql`length(sys_org_code)`, 'desc')
    .limit(1)
    .executeTakeFirst()
export type StoredDrill = NonNullable<Awaited<ReturnType<typeof findDrill>>>

/** Serializes drill starts of a department, and ends drills whose time is over. */
export async function lockDrillsOf(trx: Tx, orgCode: string, nowMs: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`nbc-drill:${orgCode}`}))`.execute(trx)
  await trx
    .updateTable('monNbcDrill')
    .set({ endedAt: sql`until_at`, endedName: '系统' })
    .where('sysOrgCode', '=', orgCode)
    .where('endedAt', 'is', null)
    .where('untilAt', '<=', new Date(nowMs))
    .execute()
}

interface NewDrill {
  readonly id: string
  readonly title: string
  readonly sysOrgCode: string
  readonly startedBy: string
  readonly startedName: string
  readonly startedAt: Date
  readonly untilAt: Date
}

export const insertDrill = (trx: Tx, drill: NewDrill): Promise<StoredDrill> =>
  trx.insertInto('monNbcDrill').values(drill).returningAll().executeTakeFirstOrThrow()

/** @returns the drill if it was running, and at or below the department of the user who ends it */
export const endDrill = (
  trx: Tx,
  id: string,
  { orgCode, name, at }: { readonly orgCode: string; readonly name: string; readonly at: Date },
): Promise<StoredDrill | undefined> =>
  trx
    .updateTable('monNbcDrill')
    .set({ endedAt: at, endedName: name })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .where('untilAt', '>', at)
    .where(sql<boolean>`${orgCode} <> '' and starts_with(sys_org_code, ${orgCode})`)
    .returningAll()
    .executeTakeFirst()
