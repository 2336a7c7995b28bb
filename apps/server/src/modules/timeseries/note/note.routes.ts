import { tsNoteEndpoints } from '@natim/contract/mon/ts-note'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/db.ts'
import { implement, withMessage } from '../../../platform/http/implement.ts'
import { actorOf } from '../../../platform/journal.ts'
import { createNotes } from './note.service.ts'

export function registerNoteRoutes(api: FastifyInstance, deps: { readonly db: Db; readonly now: () => number }): void {
  const notes = createNotes(deps)
  implement(api, tsNoteEndpoints, {
    list: ({ query, ctx }) => notes.list(ctx.user, query),
    add: async ({ body, ctx }) => withMessage(await notes.add(actorOf(ctx), body), '添加成功！'),
    edit: async ({ body, ctx }) => {
      await notes.edit(actorOf(ctx), body)
      return withMessage(null, '修改成功！')
    },
    remove: async ({ query, ctx }) => {
      await notes.mark(actorOf(ctx), query.id, 1)
      return withMessage(null, '删除成功！')
    },
    restore: async ({ body, ctx }) => {
      await notes.mark(actorOf(ctx), body.id, 0)
      return withMessage(null, '已恢复')
    },
  })
}
