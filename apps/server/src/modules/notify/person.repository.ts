import type { NotifyPreference } from '@natim/contract/mon/notify'
import type { Db } from '../../platform/db/db.ts'

/** Contact data of a user. */
export const findAddress = (db: Db, userId: string) =>
  db.selectFrom('sysUser').select(['phone', 'email', 'realname']).where('id', '=', userId).executeTakeFirst()

const DEFAULT: NotifyPreference = { channels: ['sms', 'mail'], quietFrom: null, quietTo: null }

export async function findPreference(db: Db, userId: string): Promise<NotifyPreference> {
  const row = await db.selectFrom('monNotifyPreference').selectAll().where('userId', '=', userId).executeTakeFirst()
  if (row === undefined) return DEFAULT
  const { channels, quietFrom, quietTo } = row
  return { channels, quietFrom, quietTo }
}

export async function savePreference(db: Db, userId: string, preference: NotifyPreference, at: Date): Promise<void> {
  const columns = { ...preference, channels: JSON.stringify(preference.channels), updateTime: at }
  await db
    .insertInto('monNotifyPreference')
    .values({ userId, ...columns })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(columns))
    .execute()
}
