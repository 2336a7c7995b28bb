import { type AreaFigures, areaFigures, type IncidentDraft, type MapAreaInput, mapArea } from '@natim/contract/mon/map'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { isScopeOver } from '../../platform/scope.ts'
import { deleteDraft, type FoundDraft, findDrafts, insertDraft } from './draft.repository.ts'

export type Drafts = ReturnType<typeof createDrafts>

const TABLE = 'mon_incident_draft'

/** 事件草稿: a drawn area with its figures at that time, kept until it becomes an incident. */
export function createDrafts({ db, now }: { readonly db: Db; readonly now: () => number }) {
  return {
    async list(user: SessionUser): Promise<IncidentDraft[]> {
      // True only for users who see the whole network: the empty code lies within no department.
      const seesAll = isScopeOver(user.scope, [''], ['*'])
      const rows = await findDrafts(db, user.userId, seesAll)
      return rows.map((row) => toDraft(row, user))
    },

    async add(
      actor: Actor,
      { name, area }: { readonly name: string; readonly area: MapAreaInput },
      figures: AreaFigures,
    ): Promise<{ id: string }> {
      const id = newId()
      const { userId, username } = actor.user
      await db.transaction().execute(async (trx) => {
        await insertDraft(trx, {
          id,
          name,
          area,
          figures,
          authorId: userId,
          createBy: username,
          createTime: new Date(now()),
        })
        await writeOperation(trx, actor, {
          content: `生成事件草稿：${name}`,
          operateType: OPERATE.add,
          objectId: id,
          detail: { table: TABLE, after: { name, area } },
        })
      })
      return { id }
    },

    /** @throws AppError `row.not_found`, also for another user's draft. */
    remove: (actor: Actor, id: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const draft = await deleteDraft(trx, id, actor.user.userId)
        if (draft === undefined) throw new AppError('row.not_found')
        await writeOperation(trx, actor, {
          content: `删除事件草稿：${draft.name}`,
          operateType: OPERATE.delete,
          objectId: id,
          detail: { table: TABLE, before: { name: draft.name, area: draft.area } },
        })
      }),
  }
}

function toDraft(
  { id, name, area, figures, author, authorId, createTime }: FoundDraft,
  user: SessionUser,
): IncidentDraft {
  return {
    id,
    name,
    area: mapArea.parse(area),
    figures: areaFigures.parse(figures),
    author,
    isOwn: authorId === user.userId,
    createMs: createTime.getTime(),
  }
}
