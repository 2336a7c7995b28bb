import type { Severity } from '@natim/domain/limits'

/** What an alarm was judged by, as the engine has written it. */
export interface Evidence {
  readonly text?: string
  readonly avgS?: number
  readonly forS?: number
  readonly sinceMs?: number | null
  readonly samples?: number | null
  readonly limitSet?: string | null
  /** What it would be but for the cap. */
  readonly targetSeverity?: Severity
  /** Judged again with all data it would not have fired. */
  readonly isUnfounded?: boolean
}
