import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'

interface NewMessage {
  readonly msgId: string
  readonly kind: string
  readonly openidHash: string
  readonly receivedAt: Date
  readonly text?: string
  readonly lng?: number
  readonly lat?: number
}

/** False when the message is already stored, also for concurrent inserts. */
export async function insertMessage(trx: Tx, message: NewMessage): Promise<boolean> {
  const row = await trx
    .insertInto('monWxMessage')
    .values(message)
    .onConflict((conflict) => conflict.column('msgId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Serializes the messages of one sender, so that a text and a picture that arrive together are matched. */
export async function lockSender(trx: Tx, openidHash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wx sender ${openidHash}`}, 60))`.execute(trx)
}

/** Recent texts and locations of a sender, newest location first. */
export async function findContext(trx: Tx, openidHash: string, since: Date) {
  const rows = await trx
    .selectFrom('monWxMessage')
    .select(['kind', 'text', 'lng', 'lat'])
    .where('openidHash', '=', openidHash)
    .where('receivedAt', '>=', since)
    .where('kind', 'in', ['text', 'location'])
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  const place = rows.find(({ kind }) => kind === 'location')
  const texts = rows.filter(({ text }) => text !== '').map(({ text }) => text)
  return {
    text: texts.toReversed().join('；'),
    lng: place?.lng ?? null,
    lat: place?.lat ?? null,
  }
}

/** Pictures of a sender that a message may belong to, newest first, locked. */
export const lockRecent = (trx: Tx, openidHash: string, since: Date) =>
  trx
    .selectFrom('monWxImage')
    .selectAll()
    .where('openidHash', '=', openidHash)
    .where('state', 'in', ['received', 'screening', 'pending', 'need_info'])
    .where((eb) => eb.or([eb('receivedAt', '>=', since), eb('state', '=', 'need_info')]))
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(9)
    .forUpdate()
    .execute()

/** The next number of a day, unique for concurrent calls. */
export async function takeNumber(trx: Tx, day: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    insert into mon_wx_image_number as number (day, n) values (${day}::date, 1)
    on conflict (day) do update set n = number.n + 1 returning n`.execute(trx)
  return rows[0]?.n ?? 1
}

/** The root department, which owns pictures without a place. */
export async function findRootOrg(db: Db): Promise<string> {
  const row = await db
    .selectFrom('sysDepart')
    .select('orgCode')
    .where('delFlag', '=', '0')
    .orderBy(sql`length(org_code)`)
    .orderBy('orgCode')
    .limit(1)
    .executeTakeFirst()
  return row?.orgCode ?? 'A01'
}

/** Region and department of the station nearest to a place; undefined without stations. */
export async function findOwner(db: Db, { lng, lat }: { readonly lng: number; readonly lat: number }) {
  const { rows } = await sql<{ regionCode: string; sysOrgCode: string }>`
    select region_code, sys_org_code from mon_station where del_flag = 0
    order by power((lng - ${lng}) * cos(radians(${lat})), 2) + power(lat - ${lat}, 2), id limit 1`.execute(db)
  return rows[0]
}
