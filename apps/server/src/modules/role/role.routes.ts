import { roleEndpoints } from '@natim/contract/system/choosers'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { createRoleService } from './role.service.ts'

export function registerRoleRoutes(app: FastifyInstance, deps: { readonly db: Db }): void {
  const roles = createRoleService(deps)
  implement(app, roleEndpoints, {
    all: () => roles.all(),
    list: ({ query }) => roles.list(query),
  })
}
