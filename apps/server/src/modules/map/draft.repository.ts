import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

const MAX_DRAFTS = 200

/**
 * Drafts visible to a user, newest first: the user's own, and all for users who see the whole network. Their figures
 * reflect the author's scope, which others may not see.
 */
export function findDrafts(db: Db, userId: string, seesAll: boolean) {
  return db
    .selectFrom('monIncidentDraft as draft')
    .leftJoin('sysUser as author', 'author.id', 'draft.authorId')
    .selectAll('draft')
    .select(sql<string>`coalesce(author.realname, draft.create_by)`.as('author'))
    .where((where) => (seesAll ? sql<boolean>`true` : where('draft.authorId', '=', userId)))
    .orderBy('draft.createTime', 'desc')
    .orderBy('draft.id', 'desc')
    .limit(MAX_DRAFTS)
    .execute()
}
export type FoundDraft = Awaited<ReturnType<typeof findDrafts>>[number]

export async function insertDraft(
  trx: Tx,
  draft: {
    readonly id: string
    readonly name: string
    readonly area: object
    readonly figures: object
    readonly authorId: string
    readonly createBy: string
    readonly createTime: Date
  },
): Promise<void> {
  const { area, figures, ...row } = draft
  await trx
    .insertInto('monIncidentDraft')
    .values({ ...row, area: JSON.stringify(area), figures: JSON.stringify(figures) })
    .execute()
}

/** Deletes an author's draft; undefined when there is none. */
export const deleteDraft = (trx: Tx, id: string, authorId: string) =>
  trx
    .deleteFrom('monIncidentDraft')
    .where('id', '=', id)
    .where('authorId', '=', authorId)
    .returningAll()
    .executeTakeFirst()
