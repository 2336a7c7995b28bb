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

/** Takes the row out: a second attempt with the same key finds nothing. */
export function consumeCaptcha(db: Db, key: string): Promise<Omit<CaptchaRow, 'key'> | undefined> {
  return db.deleteFrom('sysCaptcha').where('key', '=', key).returning(['code', 'expiresAt']).executeTakeFirst()
}

export async function deleteExpiredCaptchas(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sysCaptcha').where('expiresAt', '<', now).execute()
}
