import { searchEndpoints } from '@natim/contract/system/search'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { createSearchService } from './search.service.ts'

export function registerSearchRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  const search = createSearchService({ db })
  implement(app, searchEndpoints, { find: ({ query, ctx }) => search.find(ctx.user, query.keyword) })
}
