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
  /** Where the heads of the audit log lie, and who signs them. */
  readonly audit: Pick<AuditChainDeps, 'dataDir' | 'key'>
}

/** Something the server can do by a timetable, registered under a name that jobs refer to. */
export interface Handler<Params = unknown> extends Omit<HandlerInfo, 'params'> {
  readonly params: z.ZodType<Params>
  /** Of the parameters, for people. */
  readonly fields: HandlerInfo['params']
  /** Resolves with one line for the history. @throws JobFailure with a sentence for people */
  run(params: Params, context: JobContext): Promise<string>
}

/** Keeps the type of the parameters between schema and method. */
export const defineHandler = <Params>(handler: Handler<Params>): Handler => handler as Handler

/** A run that ended badly; its message is shown. Anything else thrown is shown as an internal error. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
}
