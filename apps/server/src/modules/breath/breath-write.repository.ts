import type { BreathStatus } from '@natim/domain/breath'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export type TestChange = Updateable<Database['monBreathTest']>
export type TestRow = Awaited<ReturnType<typeof lockTest>>

/** Locks the test until the transaction ends. */
export const lockTest = (trx: Tx, scope: DataScope, id: string) =>
  trx
    .selectFrom('monBreathTest')
    .selectAll()
    .where('id', '=', id)
    .where(scopeFilter(scope, 'monBreathTest'))
    .forUpdate()
    .executeTakeFirst()

/** Returns false when the test has changed since that version. */
export async function changeTest(trx: Tx, id: string, version: number, change: TestChange): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('monBreathTest')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** `BT20261121-0417`: counted per day (Asia/Shanghai) of creation. */
export async function nextNo(trx: Tx, nowMs: number): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    insert into mon_breath_day (day, n) values ((${new Date(nowMs)}::timestamptz at time zone 'Asia/Shanghai')::date, 1)
    on conflict (day) do update set n = mon_breath_day.n + 1
    returning 'BT' || to_char(day, 'YYYYMMDD') || '-' || lpad(n::text, 4, '0') as no`.execute(trx)
  return rows[0]?.no ?? ''
}

export const insertTest = async (trx: Tx, row: Insertable<Database['monBreathTest']>): Promise<void> => {
  await trx.insertInto('monBreathTest').values(row).execute()
}

interface Step {
  readonly testId: string
  readonly status: BreathStatus
  readonly action: string
  readonly note: string | null
  readonly userId: string
  readonly userName: string
}

export const insertStep = async (trx: Tx, step: Step): Promise<void> => {
  await trx.insertInto('monBreathStep').values(step).execute()
}

export const insertVerdict = async (trx: Tx, row: Insertable<Database['monBreathVerdict']>): Promise<void> => {
  await trx.insertInto('monBreathVerdict').values(row).execute()
}

/** The user who changed the verdict last; null while it is the model's. */
export async function findVerdictBy(trx: Tx, testId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('monBreathVerdict')
    .select('userId')
    .where('testId', '=', testId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.userId ?? null
}
