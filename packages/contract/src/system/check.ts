import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { text } from '../fields.ts'

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

/** Steps of a rule. */
export const MAX_PARTS = 50

/** Reads the JSON text of a rule's steps; undefined when it is none. */
export function parseRuleParts(json: string): CheckRulePart[] | undefined {
  try {
    return z.array(checkRulePart).min(1).max(MAX_PARTS).safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}
