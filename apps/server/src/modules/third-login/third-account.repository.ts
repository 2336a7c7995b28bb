import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import type { ThirdIdentity } from './provider.ts'

/** Stores the provider's current data of a user; the binding to an account stays unchanged. */
export function saveThirdAccount(db: Db, source: string, identity: ThirdIdentity) {
  const { username, realname } = identity
  const avatar = identity.avatar === '' ? null : identity.avatar
  return db
    .insertInto('sysThirdAccount')
    .values({ id: newId(), source, thirdUserId: identity.id, username, realname, avatar })
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'thirdUserId'])
        .doUpdateSet({ username, realname, avatar, updateTime: sql<Date>`now()` }),
    )
    .returning(['id', 'userId'])
    .executeTakeFirstOrThrow()
}

export async function bindThirdAccount(db: Db, id: string, userId: string): Promise<void> {
  await db.updateTable('sysThirdAccount').set({ userId, updateTime: sql<Date>`now()` }).where('id', '=', id).execute()
}

export function findThirdAccountOf(db: Db, userId: string, source: string) {
  return db
    .selectFrom('sysThirdAccount')
    .select(['realname', 'avatar'])
    .where('userId', '=', userId)
    .where('source', '=', source)
    .executeTakeFirst()
}
