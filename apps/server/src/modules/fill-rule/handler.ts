import type { FillRuleHandler } from '@natim/contract/system/fill-rule'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'

/** Fields already filled in on the requesting form. */
export type FormData = Readonly<Record<string, unknown>>

export interface FillContext {
  readonly db: Db
  readonly now: () => number
  readonly form: FormData
}

/** A value generator, registered under the name rules refer to. */
export interface Handler<Params = unknown> extends Omit<FillRuleHandler, 'params'> {
  readonly params: z.ZodType<Params>
  /** Descriptions of the parameters for users. */
  readonly fields: FillRuleHandler['params']
  make(params: Params, context: FillContext): Promise<string | string[]>
}

/** Preserves the parameter type between schema and method. */
export const defineHandler = <Params>(handler: Handler<Params>): Handler => handler as Handler
