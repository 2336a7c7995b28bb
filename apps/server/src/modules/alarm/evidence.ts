import type { Severity } from '@natim/domain/limits'

/** Evidence of a judgement, as written by the engine. */
export interface Evidence {
  readonly text?: string
  readonly avgS?: number
  readonly forS?: number
  readonly sinceMs?: number | null
  readonly samples?: number | null
  readonly limitSet?: string | null
  /** Severity without the cap. */
  readonly targetSeverity?: Severity
  /** A re-run with complete data would not have raised it. */
  readonly isUnfounded?: boolean
}
