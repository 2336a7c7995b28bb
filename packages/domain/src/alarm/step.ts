import type { Severity } from '../limit.ts'
import type { Comparison } from './comparison.ts'

/** An alarm begins, becomes graver or less grave, or is over. */
export interface ChangeStep {
  readonly kind: 'raise' | 'up' | 'down' | 'clear'
  /** Time of the sample, or end of the clock mean, that caused it. */
  readonly tsMs: number
  /** From now on; of a clear, until now. */
  readonly severity: Severity
  /** Index in the rule's branches. */
  readonly branch: number
  readonly figure: number
  /** What the figure was compared with. */
  readonly value: number
  /** First sample of the hold that led here; of a clear, the first one beyond the clear value. */
  readonly sinceMs: number
  /** Samples in the window; 1 for a reading and for a clock mean. */
  readonly n: number
  readonly comparison: Comparison
  /** A sample behind the newest one changed the verdict. */
  readonly isLate: boolean
}

/** The active figure was never so far beyond its value; figures of steps count as peaks, too. */
export interface PeakStep {
  readonly kind: 'peak'
  readonly tsMs: number
  readonly figure: number
}

/** What one sample does to the alarm of one channel under one rule. */
export type AlarmStep = ChangeStep | PeakStep
