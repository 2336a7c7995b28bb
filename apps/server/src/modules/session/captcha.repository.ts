import type { Db } from '../../platform/db/db.ts'

export interface CaptchaRow {
  readonly key: string
  readonly code: string
  readonly expiresAt: Date
}

export async function saveCaptcha(db: Db, row: CaptchaRow): Promise<void> {
  await db
    .insertInto('sysCaptcha')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ code: row.code, expiresAt: row.expiresAt }))
    .execute()
}

/** Deletes and returns the row: a second attempt with the same key finds nothing. */
export function consumeCaptcha(db: Db, key: string): Promise<Omit<CaptchaRow, 'key'> | undefined> {
  return db.deleteFrom('sysCaptcha').where('key', '=', key).returning(['code', 'expiresAt']).executeTakeFirst()
}

/** Deletes the row unless the answer is right; false when no row is left. */
export async function keepOnlyIfRight(db: Db, key: string, answer: string, now: Date): Promise<boolean> {
  await db
    .deleteFrom('sysCaptcha')
    .where('key', '=', key)
    .where((eb) => eb.or([eb('code', '!=', answer), eb('expiresAt', '<=', now)]))
    .execute()
  const row = await db.selectFrom('sysCaptcha').select('key').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}

export async function deleteExpiredCaptchas(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sysCaptcha').where('expiresAt', '<', now).execute()
}
