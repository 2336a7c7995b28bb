import { type SavedView, savedViewEndpoints } from '@natim/contract/system/saved-view'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { newId } from '../../platform/id.ts'
import { countOthers, deleteOwnView, findAudiences, findViews, upsertView } from './saved-view.repository.ts'

/** Per user, over all lists. */
const MAX_OWN = 200

type FoundView = Awaited<ReturnType<typeof findViews>>[number]

function audienceOf({ roleId, roleName, departId, departName }: FoundView): SavedView['audience'] {
  if (roleId !== null) return { kind: 'role', id: roleId, name: roleName ?? '' }
  if (departId !== null) return { kind: 'depart', id: departId, name: departName ?? '' }
  return null
}

/** Saved views of lists: users have their own and may share them with roles and departments they belong to. */
export function registerSavedViewRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  implement(app, savedViewEndpoints, {
    list: async ({ query, ctx }) =>
      (await findViews(db, ctx.user.userId, query.listPath)).map((view) => ({
        id: view.id,
        name: view.name,
        content: view.content,
        isOwn: view.userId === ctx.user.userId,
        owner: view.owner,
        audience: audienceOf(view),
      })),
    audiences: ({ ctx }) => findAudiences(db, ctx.user.userId),
    save: async ({ body, ctx }) => {
      const { audience, ...view } = body
      const { userId } = ctx.user
      if (audience !== null) {
        const own = await findAudiences(db, userId)
        const isOwn = own.some(({ kind, id }) => kind === audience.kind && id === audience.id)
        if (!isOwn) throw new AppError('view.foreign_audience')
      }
      if ((await countOthers(db, userId, view.listPath, view.name)) >= MAX_OWN) throw new AppError('view.too_many')
      const roleId = audience?.kind === 'role' ? audience.id : null
      const departId = audience?.kind === 'depart' ? audience.id : null
      return withMessage({ id: await upsertView(db, { ...view, id: newId(), userId, roleId, departId }) }, '保存成功')
    },
    remove: async ({ query, ctx }) => {
      if (!(await deleteOwnView(db, ctx.user.userId, query.id))) throw new AppError('row.not_found')
      return withMessage(null, '删除成功！')
    },
  })
}
