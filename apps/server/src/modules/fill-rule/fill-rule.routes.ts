import {
  type FillRuleRow,
  fillRuleEndpoints,
  type fillRuleForm,
  type fillRuleRow,
} from '@natim/contract/system/fill-rule'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { createRecords, recordHandlers } from '../record/index.ts'
import { findFillRules } from './fill-rule.repository.ts'
import { FILL_RULE } from './fill-rule.ts'
import type { FormData } from './handler.ts'
import { HANDLERS } from './handlers.ts'
import { readRule, runRule } from './run-rule.ts'

const COLUMNS: readonly SheetColumn<FillRuleRow>[] = [
  { title: '规则名称', value: (row) => row.ruleName },
  { title: '规则Code', value: (row) => row.ruleCode },
  { title: '规则实现类', value: (row) => row.ruleClass_dictText },
  { title: '规则参数', value: (row) => row.ruleParams },
]

interface FillRuleDeps {
  readonly db: Db
  readonly now: () => number
}

export function registerFillRuleRoutes(app: FastifyInstance, { db, now }: FillRuleDeps): void {
  const records = createRecords(db, FILL_RULE)
  const plain = recordHandlers<typeof fillRuleRow, typeof fillRuleForm, 'sysFillRule'>(db, records, {
    title: '编码规则列表',
    columns: COLUMNS,
  })

  async function valueOf(ruleCode: string, form: FormData): Promise<string | string[]> {
    const [rule] = await findFillRules(db, [ruleCode])
    if (rule === undefined) throw new AppError('fill_rule.unknown')
    return runRule(rule, { db, now, form })
  }

  implement(app, fillRuleEndpoints, {
    ...plain,
    create: async ({ body, ctx }) => {
      readRule({ ruleClass: body.ruleClass, ruleParams: body.ruleParams ?? null })
      return withMessage({ id: await records.create(actorOf(ctx), body) }, '添加成功！')
    },
    update: async ({ body: { id, ...patch }, ctx }) => {
      const stored = await records.get(ctx.user, id)
      readRule({ ruleClass: patch.ruleClass ?? stored.ruleClass, ruleParams: patch.ruleParams ?? stored.ruleParams })
      await records.update(actorOf(ctx), id, patch)
      return withMessage(null, '编辑成功！')
    },
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
