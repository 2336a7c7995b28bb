import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { ImageRow } from './image.repository.ts'

/** Lease of a claimed picture or reply. */
const LEASE_S = 120

/** Claims the longest-waiting picture and takes its lease in one statement: only one process gets it. */
export async function claimImage(db: Db, at: Date): Promise<ImageRow | undefined> {
  const { rows } = await sql<{ id: string }>`
    update mon_wx_image set look_at = ${at}::timestamptz + make_interval(secs => ${LEASE_S})
    where id = (select id from mon_wx_image where look_at <= ${at} order by look_at, id limit 1 for update skip locked)
    returning id`.execute(db)
  const id = rows[0]?.id
  return id === undefined ? undefined : db.selectFrom('monWxImage').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Schedules a retry of a picture, unless it has changed meanwhile. */
export async function lookAgain(
  db: Db,
  { id, version }: Pick<ImageRow, 'id' | 'version'>,
  at: Date,
  trouble: string,
): Promise<void> {
  await db
    .updateTable('monWxImage')
    .set({ lookAt: at, trouble: trouble.slice(0, 200), tries: sql<number>`least(tries + 1, 1000)` })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

/** Serializes screening of pictures with the same bytes, so that exactly one is the first. */
export async function lockContent(trx: Tx, sha256: Uint8Array): Promise<void> {
  const key = `wx picture ${Buffer.from(sha256).toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 60))`.execute(trx)
}

/** The first earlier picture with the same bytes. */
export const findFirstOf = (trx: Tx, sha256: Uint8Array, id: string) =>
  trx
    .selectFrom('monWxImage')
    .select(['id', 'no'])
    .where('sha256', '=', Buffer.from(sha256))
    .where('id', '!=', id)
    .where('dupOf', 'is', null)
    .orderBy('receivedAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** What the sender has said about a picture so far. */
export const findSaid = (trx: Tx, id: string) =>
  trx
    .selectFrom('monWxImage')
    .select(['wxLng', 'wxLat', 'text', 'category'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Claims the longest-due reply and marks it as sending: from then on it cannot be cancelled. */
export async function claimReply(db: Db, at: Date) {
  const { rows } = await sql<{ id: string; imageId: string; text: string; tries: number; openidSealed: string | null }>`
    update mon_wx_reply as reply set state = 'sending', due_at = ${at}::timestamptz + make_interval(secs => ${LEASE_S})
    from mon_wx_image as image
    where image.id = reply.image_id and reply.id = (
      select id from mon_wx_reply where due_at <= ${at} order by due_at, id limit 1 for update skip locked)
    returning reply.id, reply.image_id, reply.text, reply.tries, image.openid_sealed`.execute(db)
  return rows[0]
}
export type ClaimedReply = NonNullable<Awaited<ReturnType<typeof claimReply>>>

export async function endReply(
  db: Db,
  id: string,
  end:
    | { readonly state: 'sent'; readonly sentAt: Date }
    | { readonly state: 'failed'; readonly trouble: string }
    | { readonly state: 'sending'; readonly dueAt: Date; readonly trouble: string },
): Promise<void> {
  await db
    .updateTable('monWxReply')
    .set({ dueAt: null, trouble: null, ...end, tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .execute()
}

/** Deletes the data needed for replies once senders can no longer be answered. */
export async function forgetSenders(db: Db, before: Date): Promise<void> {
  await sql`
    update mon_wx_image set openid_sealed = null where id in (
      select id from mon_wx_image where openid_sealed is not null and received_at < ${before} limit 500)`.execute(db)
}
