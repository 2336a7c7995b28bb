import { coreOf, kindOf } from '@natim/contract/resource/schema-core'
import type { z } from 'zod'

/** Form rules derived from a schema. */
export interface FieldRules {
  readonly isRequired: boolean
  /** Maximum text length, UTF-16 units. */
  readonly maxLength: number | undefined
  /** Default value of a new row. */
  readonly initial: unknown
  /** Whether a cleared control is sent as `""` instead of null (contract/00 §9). */
  readonly isClearedByText: boolean
  /** Returns the message to show, undefined when the value is valid. Empty values of optional fields are valid. */
  check(value: unknown, emptyText: string): string | undefined
}

export const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Messages for rules that have none in the schema. */
function describe(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big') return `不能大于 ${String(issue.maximum)}`
  if (issue.code === 'too_small') return `不能小于 ${String(issue.minimum)}`
  if (issue.code === 'invalid_type' && issue.expected === 'int') return '请输入整数'
  return '格式不正确'
}

/** Reads the rules of one field; undefined when the form has no such field. */
export function fieldRules(form: z.ZodObject, key: string): FieldRules | undefined {
  if (!Object.hasOwn(form.shape, key)) return undefined
  const schema = form.shape[key] as z.ZodType
  const base = coreOf(schema) as z.ZodType & { readonly maxLength?: number | null }
  const accepts = (value: unknown) => schema.safeParse(value).success
  const isText = kindOf(schema) === 'string'
  const fallback = schema.safeParse(undefined)
  return {
    // A coerced number parses "" as 0, so only text is tested for accepting an empty value.
    isRequired: !fallback.success && !(isText && accepts('')),
    maxLength: isText ? (base.maxLength ?? undefined) : undefined,
    initial: fallback.success ? fallback.data : undefined,
    // A union with "" keeps it and a nullable field parses it to null; a coerced number would parse it as 0.
    isClearedByText: isText ? accepts('') : ['', null].includes(schema.safeParse('').data as null),
    check(value, emptyText) {
      if (isEmpty(value)) return this.isRequired ? emptyText : undefined
      const result = schema.safeParse(value, { error: describe })
      return result.success ? undefined : result.error.issues[0]?.message
    },
  }
}
