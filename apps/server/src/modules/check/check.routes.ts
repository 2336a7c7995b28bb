import { type CheckRuleRow, checkEndpoints, checkRuleEndpoints } from '@natim/contract/system/check'
import type { FastifyInstance } from 'fastify'
import { implement, withMessage } from '../../platform/http/implement.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { createRecords, registerRecordRoutes } from '../record/index.ts'
import { type CheckDeps, createCheckService } from './check.service.ts'
import { CHECK_RULE } from './check-rule-record.ts'

const COLUMNS: readonly SheetColumn<CheckRuleRow>[] = [
  { title: '规则名称', value: (row) => row.ruleName },
  { title: '规则Code', value: (row) => row.ruleCode },
  { title: '规则JSON', value: (row) => row.ruleJson },
  { title: '规则描述', value: (row) => row.ruleDescription },
]

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
  const rules = createRecords(deps.db, CHECK_RULE)
  registerRecordRoutes(app, checkRuleEndpoints, deps.db, rules, { title: '校验规则列表', columns: COLUMNS })
}
