import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { text } from '../fields.ts'

/** security §5: maximum length of a checked value. */
export const MAX_CHECKED_CHARS = 4_096

/** One step of a check rule (contract/20 §15). */
export const checkRulePart = z.object({
  /** `*` = the whole value; a number = that many of the next characters. */
  digits: z.union([z.literal('*'), z.string().regex(/^[1-9]\d{0,3}$/), z.number().int().min(1).max(9_999)]),
  pattern: z.string().min(1).max(500),
  message: z.string().max(200),
  /** For a step over the whole value: `1` runs before the partial steps, `0` after them. */
  priority: z.enum(['1', '0']).optional(),
})
export type CheckRulePart = z.output<typeof checkRulePart>

/** Returned with the message when a value fails. */
export interface CheckRuleFailure {
  readonly digits: string
  readonly pattern: string
  readonly message: string
  /** Half-open range of the checked characters; absent for the whole value. */
  readonly beginIndex?: number
  readonly endIndex?: number
  readonly checkValue: string
  readonly passed: false
}

/** Checks while the user types: success = valid, else the message to show. */
export const checkEndpoints = defineEndpoints({
  /** Table and field by their database names, from a fixed allow-list (security §5). */
  duplicate: {
    method: 'GET',
    path: '/sys/duplicate/check',
    access: 'signedIn',
    query: z.object({
      tableName: z.string().max(64),
      fieldName: z.string().max(64),
      fieldVal: text(500).default(''),
      /** The edited row: its own value is allowed. */
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
      /** URI-encoded once in addition to the query encoding (`encodeURIComponent` by the caller). */
      value: z
        .string()
        .max(MAX_CHECKED_CHARS * 9, '内容过长')
        .default(''),
    }),
    result: z.null(),
  },
})

/** Maximum steps of a rule. */
export const MAX_PARTS = 50

/** Parses the JSON text of a rule's steps; undefined if invalid. */
export function parseRuleParts(json: string): CheckRulePart[] | undefined {
  try {
    return z.array(checkRulePart).min(1).max(MAX_PARTS).safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}
