import { AppError } from '../../platform/errors.ts'
import type { FillContext, Handler } from './handler.ts'
import { handlerOf } from './handlers.ts'

interface StoredRule {
  readonly ruleClass: string
  readonly ruleParams: string | null
}

interface Problem {
  readonly field: 'ruleClass' | 'ruleParams'
  readonly text: string
}

type Reading = { readonly handler: Handler; readonly params: unknown } | Problem

/** A rule's handler with its parsed parameters, or the problem with them. */
function read(ruleClass: string, ruleParams: string | null | undefined): Reading {
  const handler = handlerOf(ruleClass)
  if (handler === undefined) return { field: 'ruleClass', text: '没有这种规则实现' }
  const values = parseObject(ruleParams)
  if (values === undefined) return { field: 'ruleParams', text: '规则参数应为 JSON 对象' }
  const parsed = handler.params.safeParse(values)
  if (parsed.success) return { handler, params: parsed.data }
  const issue = parsed.error.issues[0]
  return { field: 'ruleParams', text: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() }
}

export function paramsProblem(ruleClass: string, ruleParams: string | null | undefined): Problem | undefined {
  const reading = read(ruleClass, ruleParams)
  return 'text' in reading ? reading : undefined
}

/** @throws AppError fill_rule.handler_unknown, fill_rule.params_refused */
export function readRule({ ruleClass, ruleParams }: StoredRule) {
  const reading = read(ruleClass, ruleParams)
  if (!('text' in reading)) return reading
  if (reading.field === 'ruleClass') throw new AppError('fill_rule.handler_unknown')
  throw new AppError('fill_rule.params_refused', { data: { reason: reading.text } })
}

/** Generates a value by a stored rule. */
export function runRule(rule: StoredRule, context: FillContext): Promise<string | string[]> {
  const { handler, params } = readRule(rule)
  return handler.make(params, context)
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
