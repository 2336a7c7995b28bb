import { reidEndpoints, subjectEndpoints } from '@natim/contract/mon/subject'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { Sealer } from '../../platform/seal/seal.ts'
import { listAccess } from './access.ts'
import { createReid } from './reid.service.ts'
import { createSubjects } from './subject.service.ts'

export interface SubjectDeps {
  readonly db: Db
  readonly now: () => number
  readonly sealer: Sealer
}

/** Routes of subjects, the log of unmasked access, and re-identification. */
export function registerSubjectRoutes(api: FastifyInstance, deps: SubjectDeps): void {
  const subjects = createSubjects(deps)
  const reid = createReid(deps)
  implement(api, subjectEndpoints, {
    add: async ({ body, ctx }) => withMessage(await subjects.add(actorOf(ctx), body), '登记成功！'),
    code: ({ query, ctx }) => subjects.code(actorOf(ctx), query.id),
    access: ({ query }) => listAccess(deps.db, query),
  })
  implement(api, reidEndpoints, {
    list: ({ query, ctx }) => reid.list(ctx.user, query),
    request: async ({ body, ctx }) => withMessage(await reid.request(actorOf(ctx), body), '申请已提交，等待另一人批准'),
    async approve({ body: { id, isApproved, note }, ctx }) {
      await reid.approve(actorOf(ctx), id, isApproved, note ?? null)
      return withMessage(null, isApproved ? '已批准，申请人须在 10 分钟内查看' : '已拒绝')
    },
    view: ({ body, ctx }) => reid.view(actorOf(ctx), body.id),
  })
}
