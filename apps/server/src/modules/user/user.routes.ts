import { userEndpoints } from '@natim/contract/system/choosers'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { createUserService } from './user.service.ts'

export function registerUserRoutes(app: FastifyInstance, deps: { readonly db: Db }): void {
  const users = createUserService(deps)
  implement(app, userEndpoints, {
    list: ({ query, ctx }) => users.list(ctx.user, query),
    componentData: ({ query, ctx }) => users.componentData(ctx.user, query),
    ofDepart: ({ query, ctx }) => users.ofDepart(ctx.user, query),
    multi: ({ query, ctx }) => users.byKeys(ctx.user, query),
  })
}
