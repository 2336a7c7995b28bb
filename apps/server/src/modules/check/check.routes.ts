import { checkEndpoints } from '@natim/contract/system/check'
import { checkRule } from '@natim/contract/system/check-rule.resource'
import type { FastifyInstance } from 'fastify'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { createResource, type Module, resourceHandlers } from '../resource/index.ts'
import { type CheckDeps, createCheckService } from './check.service.ts'
import { CHECK_RULE, createCheckRuleImport } from './check-rule.resource.ts'

function registerChecks(app: FastifyInstance, deps: CheckDeps): void {
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
  implement(app, checkRule.endpoints, resourceHandlers(deps.db, checkRule, createResource(deps.db, CHECK_RULE)))
}

export const checkModule: Module<CheckDeps> = {
  routes: registerChecks,
  sheets: ({ db }) => [createCheckRuleImport(db)],
}
