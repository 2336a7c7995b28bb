import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

export interface NewSmsCode {
  readonly phone: string
  readonly purpose: number
  readonly codeHash: Buffer
  readonly userId: string | null
  readonly ip: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Serialises requests per number and per address: concurrent requests cannot bypass the limits. */
export async function lockSender(trx: Tx, phone: string, ip: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(71030006, hashtext(${`phone ${phone}`}))`.execute(trx)
  await sql`select pg_advisory_xact_lock(71030006, hashtext(${`ip ${ip}`}))`.execute(trx)
}

/** Number of codes requested for a number, sent or not. */
export function countCodesOf(db: Db, phone: string, since: Date): Promise<number> {
  return count(
    db
      .selectFrom('sysSmsCode')
      .where('phone', '=', phone)
      .where('createdAt', '>', since)
      .select((eb) => eb.fn.countAll<number>().as('total')),
  )
}

/** Number of requests from an address, whatever their outcome. */
export function countRequestsOf(db: Db, ip: string, since: Date): Promise<number> {
  return count(
    db
      .selectFrom('sysSmsCode')
      .where('ip', '=', ip)
      .where('createdAt', '>', since)
      .select((eb) => eb.fn.countAll<number>().as('total')),
  )
}

async function count(query: { executeTakeFirstOrThrow(): Promise<{ total: number }> }): Promise<number> {
  return (await query.executeTakeFirstOrThrow()).total
}

/** Inserts a code, which replaces the previous one. */
export async function insertCode(trx: Tx, code: NewSmsCode): Promise<number> {
  await trx
    .updateTable('sysSmsCode')
    .set({ usedAt: code.createdAt })
    .where('phone', '=', code.phone)
    .where('purpose', '=', code.purpose)
    .where('usedAt', 'is', null)
    .execute()
  const row = await trx.insertInto('sysSmsCode').values(code).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Uses one try of the newest live code; undefined when none is left. */
export function spendTry(db: Db, phone: string, purposes: readonly number[], now: Date, maxTries: number) {
  return db
    .updateTable('sysSmsCode')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tries', '<', maxTries)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('sysSmsCode')
        .select('id')
        .where('phone', '=', phone)
        .where('purpose', 'in', [...purposes])
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', now)
        .orderBy('createdAt', 'desc')
        .limit(1),
    )
    .returning(['id', 'codeHash', 'purpose', 'userId'])
    .executeTakeFirst()
}

/** False when another call used it first. */
export async function spendCode(db: Db, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('sysSmsCode')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the try and restarts the lifetime. */
export async function renewCode(db: Db, id: number, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sysSmsCode')
    .set((eb) => ({ expiresAt, tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteOldCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sysSmsCode').where('createdAt', '<', before).execute()
}
