import { positionEndpoints } from '@natim/contract/system/position'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { createPositionService } from './position.service.ts'

export function registerPositionRoutes(app: FastifyInstance, deps: { readonly db: Db }): void {
  const positions = createPositionService(deps)
  implement(app, positionEndpoints, { list: ({ query, ctx }) => positions.list(ctx.user, query) })
}
