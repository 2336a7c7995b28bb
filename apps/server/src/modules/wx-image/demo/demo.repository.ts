import type { Insertable } from 'kysely'
import type { Database, Db, Tx } from '../../../platform/db/db.ts'

export const findDemoStations = (db: Db) =>
  db
    .selectFrom('monStation')
    .select(['lng', 'lat', 'regionCode', 'sysOrgCode'])
    .where('delFlag', '=', 0)
    .orderBy('code')
    .execute()
export type DemoStation = Awaited<ReturnType<typeof findDemoStations>>[number]

/** The reviewer of the demonstration; undefined in a network without users. */
export async function findDemoReviewer(db: Db) {
  const row = await db
    .selectFrom('sysUser as person')
    .innerJoin('sysUserRole as held', 'held.userId', 'person.id')
    .innerJoin('sysRole as role', 'role.id', 'held.roleId')
    .select(['person.username', 'person.realname'])
    .where('role.roleCode', '=', 'wx_reviewer')
    .where('person.createBy', '=', 'demo')
    .orderBy('person.workNo')
    .limit(1)
    .executeTakeFirst()
  return row && { username: row.username, realname: row.realname ?? row.username }
}

export type DemoImageRow = Insertable<Database['monWxImage']>
export type DemoLine = Insertable<Database['monWxImageLog']>

const AT_ONCE = 100

/** Inserts many rows in few statements. */
export async function insertDemoImages(
  trx: Tx,
  images: readonly DemoImageRow[],
  log: readonly DemoLine[],
): Promise<void> {
  for (let from = 0; from < images.length; from += AT_ONCE)
    await trx
      .insertInto('monWxImage')
      .values(images.slice(from, from + AT_ONCE))
      .execute()
  for (let from = 0; from < log.length; from += 5 * AT_ONCE)
    await trx
      .insertInto('monWxImageLog')
      .values(log.slice(from, from + 5 * AT_ONCE))
      .execute()
}

/** Sets the numbers used per day, so that later pictures continue from there. */
export async function setDemoNumbers(trx: Tx, taken: ReadonlyMap<string, number>): Promise<void> {
  await trx
    .insertInto('monWxImageNumber')
    .values([...taken].map(([day, n]) => ({ day, n })))
    .execute()
}
