import type { WxAction, WxState } from '@natim/domain/wx-image'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/db.ts'
import { moveRow, type RowMove } from '../../platform/db/move-row.repository.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export type ImageRow = Selectable<Database['monWxImage']>
export type ImageColumns = Updateable<Database['monWxImage']>

export const insertImage = async (trx: Tx, row: Insertable<Database['monWxImage']>): Promise<void> => {
  await trx.insertInto('monWxImage').values(row).execute()
  const line = {
    imageId: row.id,
    at: new Date(row.receivedAt),
    action: 'receive',
    toState: 'received' as const,
    who: '系统',
  }
  await trx.insertInto('monWxImageLog').values(line).execute()
}

/** Changes a picture without a step in its history; its version is incremented. */
export async function updateImage(trx: Tx, id: string, columns: ImageColumns): Promise<void> {
  await trx
    .updateTable('monWxImage')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export interface Move extends RowMove<WxState> {
  readonly action: WxAction
  readonly who: string
  readonly note?: string
  readonly columns?: ImageColumns
}

/** Moves a picture to its next state and logs it; false when another request was faster. */
export async function moveImage(trx: Tx, { action, who, note = '', columns = {}, ...move }: Move): Promise<boolean> {
  if (!(await moveRow(trx, 'monWxImage', move, columns))) return false
  const { id, at, from, to } = move
  const line = { imageId: id, at, action, fromState: from, toState: to, who, note: note.slice(0, 300) }
  await trx.insertInto('monWxImageLog').values(line).execute()
  return true
}

export const findImage = (db: Db, scope: DataScope, id: string): Promise<ImageRow | undefined> =>
  db
    .selectFrom('monWxImage as image')
    .selectAll('image')
    .where('image.id', '=', id)
    .where(scopeFilter(scope, 'image'))
    .executeTakeFirst()

export const lockImage = (trx: Tx, scope: DataScope, id: string): Promise<ImageRow | undefined> =>
  trx
    .selectFrom('monWxImage as image')
    .selectAll('image')
    .where('image.id', '=', id)
    .where(scopeFilter(scope, 'image'))
    .forUpdate()
    .executeTakeFirst()

export const findLog = (db: Db, imageId: string) =>
  db.selectFrom('monWxImageLog').selectAll().where('imageId', '=', imageId).orderBy('id').limit(200).execute()

export const findReplies = (db: Db, imageId: string) =>
  db.selectFrom('monWxReply').selectAll().where('imageId', '=', imageId).orderBy('madeAt').limit(50).execute()

export const insertReply = async (trx: Tx, row: Insertable<Database['monWxReply']>): Promise<void> => {
  await trx.insertInto('monWxReply').values(row).execute()
}

/** Cancels replies not sent yet; false when one is being sent. */
export async function cancelReplies(trx: Tx, imageId: string, since: Date): Promise<boolean> {
  await trx
    .updateTable('monWxReply')
    .set({ state: 'cancelled', dueAt: null })
    .where('imageId', '=', imageId)
    .where('madeAt', '>=', since)
    .where('state', '=', 'waiting')
    .execute()
  const gone = await trx
    .selectFrom('monWxReply')
    .select('id')
    .where('imageId', '=', imageId)
    .where('madeAt', '>=', since)
    .where('state', 'in', ['sending', 'sent', 'failed'])
    .executeTakeFirst()
  return gone === undefined
}

/** Positions of a user as shown to others; empty without any. */
export async function findPost(db: Db, username: string): Promise<string> {
  const { rows } = await sql<{ post: string | null }>`
    select string_agg(position.name, '、' order by position.name) as post from sys_user as person
    join sys_position as position on position.code = any(string_to_array(person.post, ','))
    where person.username = ${username} and person.del_flag = 0`.execute(db)
  return rows[0]?.post ?? ''
}

/** An alarm within the scope. */
export const findAlarm = (db: Db, scope: DataScope, id: string) =>
  db
    .selectFrom('monAlarm as alarm')
    .select(['alarm.id', 'alarm.no'])
    .where('alarm.id', '=', id)
    .where(scopeFilter(scope, 'alarm'))
    .executeTakeFirst()

export const findDevice = (db: Db, scope: DataScope, id: string) =>
  db
    .selectFrom('monDevice as device')
    .select(['device.id', 'device.name'])
    .where('device.id', '=', id)
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .executeTakeFirst()
