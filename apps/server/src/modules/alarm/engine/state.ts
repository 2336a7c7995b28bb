import type { Plan } from './plan.ts'
import type { findOpenWindows } from './suppression.ts'
import type { PendingPeak, PendingStep } from './target.ts'

/** What the engine knows besides its plan; parts of it share it. */
export interface EngineState {
  plan: Plan
  /** Streams judged here, with the epochs of their leases. */
  epochs: ReadonlyMap<number, number>
  /** Newest judged sample of each channel, and newest one that may raise an alarm; epoch ms. */
  readonly marks: Map<number, number>
  readonly newestValid: Map<number, number>
  /** Since when the samples of a channel say 僵死, epoch ms. */
  readonly stuckSince: Map<number, number>
  /** Since when the clock of a device is seen to be wrong, epoch ms. */
  readonly skewedSince: Map<number, number>
  readonly seqs: Map<number, number>
  pending: PendingStep[]
  peaks: Map<string, PendingPeak>
  windows: Awaited<ReturnType<typeof findOpenWindows>>
  /** Events of devices are read up to it, by their arrival, epoch ms. */
  eventsRxMs: number
}
