import { type CallInput } from '@natim/contract/endpoint'
import { checkEndpoints } from '@natim/contract/system/check'
import type { Rule } from 'antd/es/form'
import { ApiError } from './api/api-error.ts'
import { call } from './api/http.ts'

/** Pause after typing before the server is asked. */
const CHECK_DEBOUNCE_MS = 300

type Check = (value: string) => Promise<string | undefined>

/**
 * Asks once somebody has stopped typing. Whoever asked earlier gets the answer to the last question: one about a text
 * that is no longer there says nothing.
 *
 * @param check what is wrong with a value, undefined when nothing is
 */
export function lastAnswer(check: Check, delayMs: number = CHECK_DEBOUNCE_MS): Check {
  let turn = 0
  let newest: Promise<string | undefined>
  const answer = async (value: string, mine: number) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    const fault = mine === turn ? await check(value) : undefined
    return mine === turn ? fault : newest
  }
  return (value) => {
    turn += 1
    newest = answer(value, turn)
    return newest
  }
}

/** Success means valid, a refusal says what is wrong. */
async function faultOf(asking: Promise<unknown>): Promise<string | undefined> {
  try {
    await asking
    return undefined
  } catch (error) {
    return error instanceof ApiError ? error.message : String(error)
  }
}

function ruleOf(check: Check): Rule {
  const ask = lastAnswer(check)
  return {
    validator: async (_, value: unknown) => {
      const text = String(value ?? '')
      const fault = text === '' ? undefined : await ask(text)
      if (fault !== undefined) throw new Error(fault)
    },
  }
}

/** A field of a table whose values are unique; `dataId` is the row that is edited. */
export type UniqueField = Omit<CallInput<typeof checkEndpoints.duplicate>['query'], 'fieldVal'>

/** No other row has this value (VA-33). Keep the rule between renders: it knows the last question. */
export const duplicateRule = (field: UniqueField): Rule =>
  ruleOf((fieldVal) => faultOf(call(checkEndpoints.duplicate, { query: { ...field, fieldVal } }, { silent: true })))

/** What the server's check rule of this code says (VA-34); nothing is asked without a code. Keep it between renders. */
export const codeRule = (ruleCode: string): Rule =>
  ruleOf(async (value) => {
    if (ruleCode === '') return undefined
    // Encoded once more than the query itself: existing servers decode it twice.
    const query = { ruleCode, value: encodeURIComponent(value) }
    return faultOf(call(checkEndpoints.rule, { query }, { silent: true }))
  })
