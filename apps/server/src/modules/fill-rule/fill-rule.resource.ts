import { fillRule } from '@natim/contract/system/fill-rule.resource'
import type { Db } from '../../platform/db/db.ts'
import { createResource, resourceImport, serve } from '../resource/index.ts'
import { HANDLERS, handlerOf } from './handlers.ts'
import { paramsProblem, readRule } from './run-rule.ts'

/** 编码规则 */
export const FILL_RULE = serve(fillRule, {
  table: 'sysFillRule',
  toRow: (row) => ({ ...row, ruleClass_dictText: handlerOf(row.ruleClass)?.title ?? row.ruleClass }),
  async beforeWrite(_trx, _actor, columns, before) {
    const { ruleClass = '', ruleParams = null } = { ...before, ...columns }
    readRule({ ruleClass, ruleParams })
    return columns
  },
})

/** Imported rows are checked against the handlers too, given by name or title. */
const importForm = fillRule.form
  .overwrite((form) => ({
    ...form,
    ruleClass: HANDLERS.find(({ title }) => title === form.ruleClass)?.name ?? form.ruleClass,
  }))
  .superRefine((form, context) => {
    const problem = paramsProblem(form.ruleClass, form.ruleParams)
    if (problem) context.addIssue({ code: 'custom', message: problem.text, path: [problem.field] })
  })

export const createFillRuleImport = (db: Db) =>
  resourceImport(db, fillRule, createResource(db, FILL_RULE), {
    form: importForm,
    hints: { ruleClass: HANDLERS.map(({ title }) => title).join('、') },
  })
