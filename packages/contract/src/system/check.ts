import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { optionalId, requiredText, text } from '../fields.ts'
import { recordEndpoints } from '../record.ts'

/** security §5: what a rule is asked about, at most. */
export const MAX_CHECKED_CHARS = 4_096

/** One step of a check rule (contract/20 §15). */
export const checkRulePart = z.object({
  /** `*` = the whole value; a number = the next so many characters. */
  digits: z.union([z.literal('*'), z.string().regex(/^[1-9]\d{0,3}$/), z.number().int().min(1).max(9_999)]),
  pattern: z.string().min(1).max(500),
  message: z.string().max(200),
  /** Of a step over the whole value: `1` runs before those over parts, `0` after them. */
  priority: z.enum(['1', '0']).optional(),
})
export type CheckRulePart = z.output<typeof checkRulePart>

/** Answered beside the sentence when a value does not pass. */
export interface CheckRuleFailure {
  readonly digits: string
  readonly pattern: string
  readonly message: string
  /** Half-open range of the characters looked at; absent for the whole value. */
  readonly beginIndex?: number
  readonly endIndex?: number
  readonly checkValue: string
  readonly passed: false
}

/** What forms ask while somebody types: success = valid, else the sentence to show. */
export const checkEndpoints = defineEndpoints({
  /** Table and field by their database names, of a fixed register (security §5). */
  duplicate: {
    method: 'GET',
    path: '/sys/duplicate/check',
    access: 'signedIn',
    query: z.object({
      tableName: z.string().max(64),
      fieldName: z.string().max(64),
      fieldVal: text(500).default(''),
      /** The row that is being edited: its own value is free. */
      dataId: text(64).optional(),
    }),
    result: z.null(),
  },
  rule: {
    method: 'GET',
    path: '/sys/checkRule/checkByCode',
    access: 'signedIn',
    query: z.object({
      ruleCode: text(64),
      /** URI-encoded once more than the query itself (`encodeURIComponent` by the caller). */
      value: z
        .string()
        .max(MAX_CHECKED_CHARS * 9, '内容过长')
        .default(''),
    }),
    result: z.null(),
  },
})

/** 编码校验规则 (contract/20 §15). */
export const checkRuleRow = z.object({
  id: z.string(),
  ruleName: z.string(),
  ruleCode: z.string(),
  /** JSON array text of {@link checkRulePart}, in the order the steps run. */
  ruleJson: z.string(),
  ruleDescription: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type CheckRuleRow = z.output<typeof checkRuleRow>

const MAX_PARTS = 50

/** Reads the JSON text of a rule's steps; undefined when it is none. */
export function parseRuleParts(json: string): CheckRulePart[] | undefined {
  try {
    return z.array(checkRulePart).min(1).max(MAX_PARTS).safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

/** Forms name a rule by its code, which is for good. Patterns are tried by the server. */
export const checkRuleForm = z.object({
  id: optionalId,
  ruleName: requiredText(100),
  ruleCode: requiredText(64).regex(/^[A-Za-z0-9_-]+$/, '只能包含字母、数字、下划线和短横线'),
  ruleJson: requiredText(20_000).refine(
    (value) => parseRuleParts(value) !== undefined,
    `请填写 1 至 ${MAX_PARTS} 步，每步要有位数（* 或正整数）和正则表达式`,
  ),
  ruleDescription: text(255).nullish(),
})
export type CheckRuleForm = z.output<typeof checkRuleForm>

export const checkRuleEndpoints = recordEndpoints({
  base: '/sys/checkRule',
  code: 'system:checkRule',
  row: checkRuleRow,
  form: checkRuleForm,
})
