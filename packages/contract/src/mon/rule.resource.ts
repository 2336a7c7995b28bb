import { z } from 'zod'
import { clearable, codeText, requiredText, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps } from '../resource/field.ts'
import { corroboration, escalation, ruleBranches, ruleScope } from './rule-body.ts'

const PLACE = { public: '公众', work: '作业场所' } as const

/** 报警规则: what is judged, and the consequences (domain §3.8). An edit creates a version; alarms keep theirs. */
export const rule = defineResource({
  base: '/mon/rule',
  code: 'mon:rule',
  read: 'view',
  title: '报警规则',
  entityLabel: '报警规则',
  measureWord: '条',
  view: 'mon/alarm/RuleList',
  knownBy: ['name', 'code'],
  sort: { field: 'code', order: 'asc' },
  recycleBin: true,
  exports: ['code', 'name', 'enabled', 'version', 'place', 'guide'],
  fields: {
    name: field(requiredText(80), { label: '规则名称', search: 'like', query: true, width: 260, isSortable: true }),
    code: field(codeText(32), {
      label: '规则编号',
      search: 'like',
      query: true,
      width: 110,
      isSortable: true,
      isImmutable: true,
      unique: 'rule.code_in_use',
    }),
    enabled: readOnly(z.boolean(), { label: '启用', type: 'none', width: 80 }),
    version: readOnly(z.number().int(), { label: '版本', width: 70, decimals: 0 }),
    place: field(z.enum(['public', 'work']).default('public'), { label: '场所', choices: PLACE, width: 90 }),
    scope: field(ruleScope.default({}), { label: '作用范围', type: 'none', refusals: ['rule.scope'] }),
    branches: field(ruleBranches, { label: '级别分支', type: 'none', refusals: ['rule.branches'] }),
    corroborate: field(clearable(corroboration), { label: '印证', type: 'none' }),
    autoClear: field(z.boolean().default(true), { label: '自动恢复', type: 'none' }),
    latch: field(z.boolean().default(true), { label: '恢复后仍须确认', type: 'none' }),
    escalate: field(clearable(escalation), { label: '升级', type: 'none' }),
    guide: field(text(4_000).nullish(), { label: '处置建议', type: 'none', rows: 4, isWide: true }),
    checklist: field(z.array(requiredText(200)).max(20).default([]), { label: '检查项', type: 'none' }),
    /** Number of its alarms that are not closed. */
    openCount: readOnly(z.number().int(), { label: '未关闭报警', type: 'none', width: 90, decimals: 0 }),
    /** The rule as a sentence. */
    sentence: readOnly(z.string(), { label: '读作', type: 'none' }),
    ...stamps({ createTime: 'chosen' }),
  },
})
export type RuleRow = RowOf<typeof rule>
