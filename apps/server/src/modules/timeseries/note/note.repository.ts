import { MAX_NOTES } from '@natim/contract/mon/ts-note'
import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../../platform/scope.ts'
import type { Span } from '../series.repository.ts'

/** Notes of channels that overlap (fromMs, toMs], newest first. The caller checks access to the channels. */
export function findNotes(db: Db, channelNos: readonly number[], { fromMs, toMs }: Span) {
  const [from, to] = [new Date(fromMs), new Date(toMs)]
  return (
    db
      .selectFrom('monTsNote as note')
      .leftJoin('sysUser as author', 'author.id', 'note.authorId')
      .selectAll('note')
      .select(sql<string>`coalesce(author.realname, note.create_by, '')`.as('author'))
      .where('note.channelNo', '=', sql<number>`any(${[...channelNos]}::int[])`)
      .where('note.delFlag', '=', 0)
      .where('note.toTs', '>', from)
      // A stretch that begins at the end of the range is excluded; an instant there is included.
      .where(sql<SqlBool>`(note.from_ts < ${to} or note.from_ts = note.to_ts and note.from_ts <= ${to})`)
      .orderBy('note.fromTs', 'desc')
      .orderBy('note.id', 'desc')
      .limit(MAX_NOTES)
      .execute()
  )
}
export type FoundNote = Awaited<ReturnType<typeof findNotes>>[number]

/** A note on a channel within the scope, locked; deleted notes included. */
export const lockNote = (trx: Tx, scope: DataScope, id: string) =>
  trx
    .selectFrom('monTsNote as note')
    .innerJoin('monChannel as channel', 'channel.channelNo', 'note.channelNo')
    .innerJoin('monDevice as device', 'device.id', 'channel.deviceId')
    .selectAll('note')
    .where('note.id', '=', id)
    .where(scopeFilter(scope, 'device'))
    .forUpdate('note')
    .executeTakeFirst()

interface NewNote {
  readonly id: string
  readonly channelNo: number
  readonly fromTs: Date
  readonly toTs: Date
  readonly body: string
  readonly authorId: string
  readonly createBy: string
}

export async function insertNote(trx: Tx, note: NewNote): Promise<void> {
  await trx.insertInto('monTsNote').values(note).execute()
}

export async function updateNote(
  trx: Tx,
  id: string,
  change: { readonly body?: string; readonly delFlag?: 0 | 1; readonly updateBy: string; readonly updateTime: Date },
): Promise<void> {
  await trx.updateTable('monTsNote').set(change).where('id', '=', id).execute()
}
