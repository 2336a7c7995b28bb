import { fillRuleExtraEndpoints } from '@natim/contract/system/fill-rule'
import { fillRule } from '@natim/contract/system/fill-rule.resource'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement } from '../../platform/http/implement.ts'
import { createResource, type Module, resourceHandlers } from '../resource/index.ts'
import { findFillRules } from './fill-rule.repository.ts'
import { createFillRuleImport, FILL_RULE } from './fill-rule.resource.ts'
import type { FormData } from './handler.ts'
import { HANDLERS } from './handlers.ts'
import { runRule } from './run-rule.ts'

interface FillRuleDeps {
  readonly db: Db
  readonly now: () => number
}

function registerFillRules(app: FastifyInstance, { db, now }: FillRuleDeps): void {
  implement(app, fillRule.endpoints, resourceHandlers(db, fillRule, createResource(db, FILL_RULE)))

  async function valueOf(ruleCode: string, form: FormData): Promise<string | string[]> {
    const [rule] = await findFillRules(db, [ruleCode])
    if (rule === undefined) throw new AppError('fill_rule.unknown')
    return runRule(rule, { db, now, form })
  }

  implement(app, fillRuleExtraEndpoints, {
    handlers: async () => HANDLERS.map(({ name, title, hint, fields }) => ({ name, title, hint, params: [...fields] })),
    test: ({ query }) => valueOf(query.ruleCode, {}),
    execute: ({ params, body }) => valueOf(params.ruleCode, body ?? {}),
    executeMany: async ({ body: { commonFormData, rules } }) => {
      const filled: { ruleCode: string; result: string | string[] }[] = []
      for (const { ruleCode, formData } of rules)
        filled.push({ ruleCode, result: await valueOf(ruleCode, { ...commonFormData, ...formData }) })
      return filled
    },
  })
}

export const fillRuleModule: Module<FillRuleDeps> = {
  routes: registerFillRules,
  sheets: ({ db }) => [createFillRuleImport(db)],
}
