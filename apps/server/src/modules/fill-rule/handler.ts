import type { FillRuleHandler } from '@natim/contract/system/fill-rule'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'

/** What the form that asks for a value has filled in so far. */
export type FormData = Readonly<Record<string, unknown>>

export interface FillContext {
  readonly db: Db
  readonly now: () => number
  readonly form: FormData
}

/** A way to make values, registered under a name that rules refer to. */
export interface Handler<Params = unknown> extends Omit<FillRuleHandler, 'params'> {
  readonly params: z.ZodType<Params>
  /** Of the parameters, for people. */
  readonly fields: FillRuleHandler['params']
  make(params: Params, context: FillContext): Promise<string | string[]>
}

/** Keeps the type of the parameters between schema and method. */
export const defineHandler = <Params>(handler: Handler<Params>): Handler => handler as Handler
