import type { HomeLayout } from '@natim/contract/mon/home-cards'
import type { Db } from '../../platform/db/db.ts'

export async function findLayout(db: Db, userId: string): Promise<HomeLayout | undefined> {
  const row = await db.selectFrom('monHomeLayout').select('layout').where('userId', '=', userId).executeTakeFirst()
  return row?.layout
}

/** Last write wins: layouts are per user. */
export async function upsertLayout(db: Db, userId: string, layout: HomeLayout): Promise<void> {
  await db
    .insertInto('monHomeLayout')
    .values({ userId, layout: JSON.stringify(layout) })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(({ ref }) => ({ layout: ref('excluded.layout') })))
    .execute()
}

export async function deleteLayout(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('monHomeLayout').where('userId', '=', userId).execute()
}
