import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { optionalId, requiredText, text } from '../fields.ts'
import { recordEndpoints } from '../record.ts'

/** 编码规则: makes a value for a form that is being filled (contract/20 §16). */
export const fillRuleRow = z.object({
  id: z.string(),
  ruleName: z.string(),
  ruleCode: z.string(),
  /** Name of the handler. */
  ruleClass: z.string(),
  /** Title of the handler. */
  ruleClass_dictText: z.string(),
  /** JSON object text. */
  ruleParams: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type FillRuleRow = z.output<typeof fillRuleRow>

/** Forms name a rule by its code, which is for good. */
export const fillRuleForm = z.object({
  id: optionalId,
  ruleName: requiredText(100),
  ruleCode: requiredText(64).regex(/^[A-Za-z0-9_-]+$/, '只能包含字母、数字、下划线和短横线'),
  ruleClass: requiredText(64),
  ruleParams: text(2_000).nullish(),
})
export type FillRuleForm = z.output<typeof fillRuleForm>

/** A handler of the server, and what it takes. */
export const fillRuleHandler = z.object({
  name: z.string(),
  title: z.string(),
  /** One line: what it makes. */
  hint: z.string(),
  params: z.array(z.object({ key: z.string(), title: z.string(), hint: z.string() })),
})
export type FillRuleHandler = z.output<typeof fillRuleHandler>

/** A value, or several that belong together: the code and the level of a department. */
const filledValue = z.union([z.string(), z.array(z.string())])
const formData = z.record(z.string().max(64), z.unknown())

const records = recordEndpoints({
  base: '/sys/fillRule',
  code: 'system:fillRule',
  row: fillRuleRow,
  form: fillRuleForm,
})

export const fillRuleEndpoints = {
  ...records,
  ...defineEndpoints({
    handlers: {
      method: 'GET',
      path: '/sys/fillRule/handlers',
      access: 'system:fillRule:list',
      result: z.array(fillRuleHandler),
    },
    test: {
      method: 'GET',
      path: '/sys/fillRule/testFillRule',
      access: 'system:fillRule:list',
      query: z.object({ ruleCode: text(64) }),
      result: filledValue,
    },
    execute: {
      method: ['PUT', 'POST'],
      path: '/sys/fillRule/executeRuleByCode/:ruleCode',
      access: 'signedIn',
      params: z.object({ ruleCode: text(64) }),
      body: formData.nullish(),
      result: filledValue,
    },
    executeMany: {
      method: ['PUT', 'POST'],
      path: '/sys/fillRule/executeRuleByCodeBatch',
      access: 'signedIn',
      body: z.object({
        commonFormData: formData.nullish(),
        rules: z.array(z.object({ ruleCode: text(64), formData: formData.nullish() })).max(50, '最多 50 条规则'),
      }),
      result: z.array(z.object({ ruleCode: z.string(), result: filledValue })),
    },
  }),
}
