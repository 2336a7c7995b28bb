import type { Handler } from './handler.ts'
import { HANDLERS } from './handlers.ts'

export interface JobText {
  readonly jobClassName: string
  readonly parameter?: string | null | undefined
}

export interface JobProblem {
  readonly field: 'jobClassName' | 'parameter'
  readonly text: string
}

export const handlerOf = (name: string, handlers = HANDLERS): Handler | undefined =>
  handlers.find((handler) => handler.name === name)

/** A job's handler with its parsed parameters, or the problem with them. */
export function readJob(
  { jobClassName, parameter }: JobText,
  handlers: readonly Handler[] = HANDLERS,
): { readonly handler: Handler; readonly params: unknown } | JobProblem {
  const handler = handlerOf(jobClassName, handlers)
  if (handler === undefined) return { field: 'jobClassName', text: '没有这种任务' }
  const values = parseObject(parameter)
  if (values === undefined) return { field: 'parameter', text: '参数应为 JSON 对象' }
  const parsed = handler.params.safeParse(values)
  if (parsed.success) return { handler, params: parsed.data }
  const issue = parsed.error.issues[0]
  return { field: 'parameter', text: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() }
}

/** Empty text means an empty object. */
function parseObject(json: string | null | undefined): object | undefined {
  if (json === null || json === undefined || json.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
