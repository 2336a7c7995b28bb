import { checkEndpoints } from '@natim/contract/system/check'
import type { FastifyInstance } from 'fastify'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { type CheckDeps, createCheckService } from './check.service.ts'

export function registerCheckRoutes(app: FastifyInstance, deps: CheckDeps): void {
  const checks = createCheckService(deps)
  implement(app, checkEndpoints, {
    duplicate: async ({ query, ctx }) => {
      await checks.assertFree(ctx.user, query)
      return withMessage(null, '该值可用！')
    },
    rule: async ({ query }) => {
      await checks.assertFits(query.ruleCode, query.value)
      return withMessage(null, '校验通过！')
    },
  })
}
