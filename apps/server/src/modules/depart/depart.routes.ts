import { departTreeEndpoints } from '@natim/contract/system/choosers'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { createDepartTrees } from './depart.service.ts'

export function registerDepartRoutes(app: FastifyInstance, deps: { readonly db: Db }): void {
  const trees = createDepartTrees(deps)
  implement(app, departTreeEndpoints, {
    tree: ({ query }) => trees.tree(query.ids),
    level: ({ query }) => trees.level(query),
    idTree: () => trees.idTree(),
    search: ({ query }) => trees.search(query.keyWord),
  })
}
