import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { text } from '../fields.ts'

/** A handler on the server, and its parameters. */
export const fillRuleHandler = z.object({
  name: z.string(),
  title: z.string(),
  /** One line describing the result. */
  hint: z.string(),
  params: z.array(z.object({ key: z.string(), title: z.string(), hint: z.string() })),
})
export type FillRuleHandler = z.output<typeof fillRuleHandler>

/** A value, or several that belong together: code and level of a department. */
const filledValue = z.union([z.string(), z.array(z.string())])
const formData = z.record(z.string().max(64), z.unknown())

export const fillRuleExtraEndpoints = defineEndpoints({
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
})
