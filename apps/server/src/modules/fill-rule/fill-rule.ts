import { type FillRuleForm, type FillRuleRow, fillRuleForm } from '@natim/contract/system/fill-rule'
import type { Db } from '../../platform/db/db.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { createRecordImport, createRecords, type RecordSpec } from '../record/index.ts'
import { FILL_RULE_FIELDS } from './fill-rule.repository.ts'
import { HANDLERS, handlerOf } from './handlers.ts'
import { paramsProblem } from './run-rule.ts'

/** 编码规则 */
export const FILL_RULE: RecordSpec<'sysFillRule', FillRuleRow, FillRuleForm> = {
  table: 'sysFillRule',
  noun: '编码规则',
  nameOf: ({ ruleName, ruleCode }) => `${ruleName}（${ruleCode}）`,
  component: 'system/SysFillRuleList',
  fields: FILL_RULE_FIELDS,
  dictionaries: [],
  immutable: ['ruleCode'],
  conflicts: { sys_fill_rule_rule_code_key: 'fill_rule.code_in_use' },
  toRow: (record) => ({
    ...record,
    ruleClass_dictText: handlerOf(record.ruleClass)?.title ?? record.ruleClass,
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
}

/** Sheets are held against the handlers too; they name one by its name or its title. */
const importForm = fillRuleForm.overwrite((form) => ({
  ...form,
  ruleClass: HANDLERS.find(({ title }) => title === form.ruleClass)?.name ?? form.ruleClass,
}))

export const createFillRuleImport = (db: Db) =>
  createRecordImport({
    db,
    records: createRecords(db, FILL_RULE),
    name: 'fill-rule',
    form: importForm.superRefine((form, context) => {
      const problem = paramsProblem(form.ruleClass, form.ruleParams)
      if (problem) context.addIssue({ code: 'custom', message: problem.text, path: [problem.field] })
    }),
    keyColumn: 'ruleCode',
    columns: [
      { key: 'ruleName', title: '规则名称', required: true },
      { key: 'ruleCode', title: '规则Code', required: true, hint: '字母、数字、下划线和短横线，最多 64 位' },
      { key: 'ruleClass', title: '规则实现类', required: true, hint: HANDLERS.map(({ title }) => title).join('、') },
      { key: 'ruleParams', title: '规则参数', hint: 'JSON 对象，如 {"prefix":"XJ"}' },
    ],
    example: { ruleName: '巡检单号', ruleCode: 'inspect_no', ruleClass: '单号', ruleParams: '{"prefix":"XJ"}' },
  })
