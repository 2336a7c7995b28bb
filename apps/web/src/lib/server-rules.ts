import { checkEndpoints } from '@natim/contract/system/check'
import type { Rule } from 'antd/es/form'
import { ApiError } from './api/api-error.ts'
import { call } from './api/http.ts'

/** Debounce before the server is asked. */
const PAUSE_MS = 300

/** A value that must be unique in a table. */
export interface UniqueField {
  /** Database names, as registered on the server. */
  readonly tableName: string
  readonly fieldName: string
  /** Id of the row being edited: its own value is allowed. */
  readonly dataId?: string | undefined
}

/** The value is unique (VA-33). Create once per field, not per render: it caches the last answer. */
export function uniqueRule({ dataId, ...field }: UniqueField): Rule {
  return askingRule((fieldVal) =>
    call(checkEndpoints.duplicate, { query: { ...field, fieldVal, ...(dataId && { dataId }) } }, { silent: true }),
  )
}

/** The value matches a check rule maintained by administrators (VA-34); an empty code has no rule. */
export function storedRule(ruleCode: string): Rule {
  if (ruleCode === '') return {}
  return askingRule((text) =>
    call(checkEndpoints.rule, { query: { ruleCode, value: encodeURIComponent(text) } }, { silent: true }),
  )
}

/**
 * Asks the server about a text once typing pauses. Its refusal becomes the message. Overtaken questions are not sent
 * and their answers ignored: the latest decides. Without an answer the text passes, because the server checks again on
 * save.
 */
function askingRule(ask: (text: string) => Promise<unknown>): Rule {
  let turn = 0
  let known: { readonly text: string; readonly fault: string | undefined } | undefined
  const faultOf = async (text: string): Promise<string | undefined> => {
    if (known?.text === text) return known.fault
    turn += 1
    const mine = turn
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (mine !== turn) return undefined
    const fault = await refusalOf(ask(text))
    if (mine !== turn) return undefined
    known = { text, fault }
    return fault
  }
  return {
    validator: async (_, value) => {
      const text = String(value ?? '')
      // Clearing the field also overtakes a pending question.
      if (text === '') turn += 1
      const fault = text === '' ? undefined : await faultOf(text)
      if (fault !== undefined) throw new Error(fault)
    },
  }
}

async function refusalOf(answer: Promise<unknown>): Promise<string | undefined> {
  try {
    await answer
    return undefined
  } catch (cause) {
    // Only a refusal of the server counts; any other failure says nothing about the text.
    return cause instanceof ApiError && cause.status === 200 ? cause.message : undefined
  }
}
