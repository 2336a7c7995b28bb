import type { TsNote, tsNoteEndpoints } from '@natim/contract/mon/ts-note'
import type { z } from 'zod'
import type { SessionUser } from '../../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../../platform/journal.ts'
import { assertAskable, getKnown } from '../known-channels.ts'
import { type FoundNote, findNotes, insertNote, lockNote, updateNote } from './note.repository.ts'

interface NoteDeps {
  readonly db: Db
  readonly now: () => number
}

type Query = z.output<typeof tsNoteEndpoints.list.query>
type Form = z.output<typeof tsNoteEndpoints.add.body>
type Change = z.output<typeof tsNoteEndpoints.edit.body>
type StoredNote = NonNullable<Awaited<ReturnType<typeof lockNote>>>

const TABLE = 'mon_ts_note'
const revisionOf = ({ updateTime, createTime }: Pick<StoredNote, 'updateTime' | 'createTime'>) =>
  (updateTime ?? createTime).getTime()

/** 批注 on channels the caller may see. Users change only their own. */
export function createNotes({ db, now }: NoteDeps) {
  const stamp = ({ user }: Actor) => ({ updateBy: user.username, updateTime: new Date(now()) })

  /** @throws AppError `row.not_found`, `note.foreign` */
  async function lockOwn(trx: Tx, { user }: Actor, id: string, delFlag: 0 | 1): Promise<StoredNote> {
    const note = await lockNote(trx, user.scope, id)
    if (note === undefined || note.delFlag !== delFlag) throw new AppError('row.not_found')
    if (note.authorId !== user.userId) throw new AppError('note.foreign')
    return note
  }

  return {
    /** @throws AppError as for a query */
    async list(user: SessionUser, query: Query): Promise<TsNote[]> {
      const channelNos = assertAskable(query)
      await getKnown(db, user.scope, channelNos)
      const notes = await findNotes(db, channelNos, { fromMs: query.from, toMs: query.to })
      return notes.map((note) => toNote(note, user))
    },

    /** @throws AppError `row.not_found`, `ts.range_inverted` */
    async add(actor: Actor, { channelNo, fromMs, toMs, text }: Form): Promise<{ id: string }> {
      if (toMs < fromMs) throw new AppError('ts.range_inverted')
      await getKnown(db, actor.user.scope, [channelNo])
      const { userId, username } = actor.user
      const id = newId()
      const note = { id, channelNo, fromTs: new Date(fromMs), toTs: new Date(toMs), body: text }
      await db.transaction().execute(async (trx) => {
        await insertNote(trx, { ...note, authorId: userId, createBy: username })
        await writeOperation(trx, actor, {
          content: `添加批注：通道 ${channelNo}`,
          operateType: OPERATE.add,
          objectId: id,
          detail: { table: TABLE, after: note },
        })
      })
      return { id }
    },

    /** @throws AppError `row.not_found`, `note.foreign`, `note.changed` */
    edit: (actor: Actor, { id, text, seenRevision }: Change): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const note = await lockOwn(trx, actor, id, 0)
        if (revisionOf(note) !== seenRevision) throw new AppError('note.changed')
        await updateNote(trx, id, { body: text, ...stamp(actor) })
        await writeOperation(trx, actor, {
          content: `修改批注：通道 ${note.channelNo}`,
          operateType: OPERATE.edit,
          objectId: id,
          detail: { table: TABLE, before: { body: note.body }, after: { body: text } },
        })
      }),

    /** @throws AppError `row.not_found`, `note.foreign` */
    async mark(actor: Actor, id: string, delFlag: 0 | 1): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const note = await lockOwn(trx, actor, id, delFlag === 1 ? 0 : 1)
        await updateNote(trx, id, { delFlag, ...stamp(actor) })
        await writeOperation(trx, actor, {
          content: `${delFlag === 1 ? '删除' : '恢复'}批注：通道 ${note.channelNo}`,
          operateType: delFlag === 1 ? OPERATE.delete : OPERATE.edit,
          objectId: id,
          detail: { table: TABLE, before: { body: note.body, delFlag: note.delFlag }, after: { delFlag } },
        })
      })
    },
  }
}

function toNote(note: FoundNote, { userId }: SessionUser): TsNote {
  return {
    id: note.id,
    channelNo: note.channelNo,
    fromMs: note.fromTs.getTime(),
    toMs: note.toTs.getTime(),
    text: note.body,
    author: note.author,
    isOwn: note.authorId === userId,
    createMs: note.createTime.getTime(),
    revision: revisionOf(note),
  }
}
