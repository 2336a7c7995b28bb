import type { Severity } from '../limit.ts'
import type { Comparison } from './comparison.ts'

/** An alarm is raised, gets graver or milder, or clears. */
export interface ChangeStep {
  readonly kind: 'raise' | 'up' | 'down' | 'clear'
  /** Time of the sample, or end of the clock mean, that caused it. */
  readonly tsMs: number
  /** Severity after the step; of a clear, the severity before. */
  readonly severity: Severity
  /** Index in the rule's branches. */
  readonly branch: number
  readonly figure: number
  /** Value the figure was compared with. */
  readonly value: number
  /** First sample of the hold that led to the step; of a clear, the first one beyond the clear value. */
  readonly sinceMs: number
  /** Samples in the window; 1 for a reading and for a clock mean. */
  readonly n: number
  readonly comparison: Comparison
  /** A late sample changed the verdict. */
  readonly isLate: boolean
}

/** The active figure reached a new maximum beyond its value; figures of other steps count as peaks, too. */
export interface PeakStep {
  readonly kind: 'peak'
  readonly tsMs: number
  readonly figure: number
}

/** Effect of one sample on the alarm of one channel under one rule. */
export type AlarmStep = ChangeStep | PeakStep
