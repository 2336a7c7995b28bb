import { ERRORS, type ErrorCode } from '@natim/contract/errors'
import { fieldOf, type Resource } from './define-resource.ts'
import { formKeys } from './edit-values.ts'

/** A server error, split by where the form can show it. */
export interface ServerIssues {
  readonly byField: Readonly<Record<string, string>>
  /** The part that belongs to no field of the form. */
  readonly rest: string | undefined
}

const [INVALID_PREFIX = ''] = ERRORS['request.invalid'].text.split('{detail}')

/** Whether a message is that of a code, ignoring the values of its placeholders. */
function isOf(code: ErrorCode, message: string): boolean {
  const [before = '', ...others] = ERRORS[code].text.split(/\{\w+\}/)
  const after = others.at(-1)
  return after === undefined ? message === before : message.startsWith(before) && message.endsWith(after)
}

/** Finds the fields that a server message refers to: by the error catalogue, or by `{field}：{text}`. */
export function readServerIssues(resource: Resource, message: string): ServerIssues {
  const refused = formKeys(resource).find((key) =>
    fieldOf(resource, key)?.refusals?.some((code) => isOf(code, message)),
  )
  if (refused) return { byField: { [refused]: message }, rest: undefined }
  if (!message.startsWith(INVALID_PREFIX)) return { byField: {}, rest: message }
  const known = new Set(formKeys(resource))
  const byField: Record<string, string> = {}
  const rest: string[] = []
  for (const part of message.slice(INVALID_PREFIX.length).split('；')) {
    const [, key = '', text = ''] = /^(\w+)[.\d]*：(.+)$/.exec(part) ?? []
    if (known.has(key)) byField[key] = text
    else rest.push(part)
  }
  return { byField, rest: rest.length > 0 ? rest.join('；') : undefined }
}
