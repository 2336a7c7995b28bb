import { calendarDayGmt8, formatGmt8 } from '@natim/domain/time'

/** The user and time a rule is evaluated for: all from the session, nothing from the request. */
export interface RuleSubject {
  readonly username: string
  readonly realname: string
  /** Code of the department the session works in; empty = none. */
  readonly orgCode: string
  /** Codes of all departments of the user. */
  readonly orgCodes: readonly string[]
  readonly tenantId: number
  readonly nowMs: number
}

const VARIABLES: Readonly<Record<string, (subject: RuleSubject) => string>> = {
  sys_user_code: ({ username }) => username,
  sys_user_name: ({ realname }) => realname,
  sys_org_code: ({ orgCode }) => orgCode,
  sys_multi_org_code: ({ orgCodes }) => orgCodes.join(','),
  sys_date: ({ nowMs }) => calendarDayGmt8(nowMs),
  sys_time: ({ nowMs }) => formatGmt8(nowMs),
  tenant_id: ({ tenantId }) => String(tenantId),
  bpm_status: () => '1',
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * A stored value with variables such as `#{sys_user_code}` filled in (contract/20 §4); camel-case names work too.
 * Undefined when a variable does not exist or has no value for this user.
 */
export function fillVariables(value: string, subject: RuleSubject): string | undefined {
  let isComplete = true
  const filled = value.replace(/#\{([^}]*)\}/g, (_, name: string) => {
    const key = snakeCase(name.trim())
    const text = Object.hasOwn(VARIABLES, key) ? (VARIABLES[key]?.(subject) ?? '') : ''
    if (text === '') isComplete = false
    return text
  })
  return isComplete ? filled : undefined
}

/** The first unknown variable in a rule's value. */
export const unknownVariable = (value: string): string | undefined =>
  [...value.matchAll(/#\{([^}]*)\}/g)]
    .map(([, name = '']) => name.trim())
    .find((name) => !Object.hasOwn(VARIABLES, snakeCase(name)))
