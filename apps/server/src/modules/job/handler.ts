import type { JobHandler as HandlerInfo } from '@natim/contract/system/job'
import type { z } from 'zod'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import type { AuditChainDeps } from '../audit/index.ts'

export interface JobContext {
  readonly db: Db
  readonly bus: Bus
  /** Epoch ms. */
  readonly now: () => number
  /** The process is stopping. */
  readonly signal: AbortSignal
  /** Location of the audit log's chain heads, and their signing key. */
  readonly audit: Pick<AuditChainDeps, 'dataDir' | 'key'>
}

/** A schedulable task of the server, registered under the name jobs refer to. */
export interface Handler<Params = unknown> extends Omit<HandlerInfo, 'params'> {
  readonly params: z.ZodType<Params>
  /** Descriptions of the parameters for users. */
  readonly fields: HandlerInfo['params']
  /** Resolves with one line for the run history. @throws JobFailure with a message for users */
  run(params: Params, context: JobContext): Promise<string>
}

/** Preserves the parameter type between schema and method. */
export const defineHandler = <Params>(handler: Handler<Params>): Handler => handler as Handler

/** A failed run; its message is shown to users. Any other error is shown as an internal error. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
}
