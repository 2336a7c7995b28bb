import { checkEndpoints } from '@natim/contract/system/check'
import type { Rule } from 'antd/es/form'
import { ApiError } from './api/api-error.ts'
import { call } from './api/http.ts'

/** Pause in the typing after which the server is asked. */
const PAUSE_MS = 300

/** A value of a table that must be there once. */
export interface UniqueField {
  /** Database names, as the server's register has them. */
  readonly tableName: string
  readonly fieldName: string
  /** The row that is being edited: its own value is free. */
  readonly dataId?: string | undefined
}

/** The value is not taken (VA-33). Make it once for a field, not with each render: it remembers what was asked. */
export function uniqueRule({ dataId, ...field }: UniqueField): Rule {
  return askingRule((fieldVal) =>
    call(checkEndpoints.duplicate, { query: { ...field, fieldVal, ...(dataId && { dataId }) } }, { silent: true }),
  )
}

/** The value follows a check rule that administrators keep (VA-34); without a code there is nothing to follow. */
export function storedRule(ruleCode: string): Rule {
  if (ruleCode === '') return {}
  return askingRule((text) =>
    call(checkEndpoints.rule, { query: { ruleCode, value: encodeURIComponent(text) } }, { silent: true }),
  )
}

/**
 * Asks the server about a text once the typing pauses. Its refusal is the message. An overtaken question is not asked,
 * and its answer not listened to: the newest decides. Where there is no answer the text passes, for the server checks
 * again when it is saved.
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
      // Also an emptied field overtakes the question before it.
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
    // The server was reached and said no; anything else says nothing about the text.
    return cause instanceof ApiError && cause.status === 200 ? cause.message : undefined
  }
}
