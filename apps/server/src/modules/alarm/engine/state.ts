import type { Plan } from './plan.ts'
import type { findOpenWindows } from './suppression.ts'
import type { PendingPeak, PendingStep } from './target.ts'

/** State of the engine besides its plan, shared by its parts. */
export interface EngineState {
  plan: Plan
  /** Streams judged by this process, with their lease epochs. */
  epochs: ReadonlyMap<number, number>
  /** Newest judged sample of each channel, and the newest that may raise an alarm; epoch ms. */
  readonly marks: Map<number, number>
  readonly newestValid: Map<number, number>
  /** When the samples of a channel became 僵死, epoch ms. */
  readonly stuckSince: Map<number, number>
  /** When the clock of a device was first seen to be wrong, epoch ms. */
  readonly skewedSince: Map<number, number>
  readonly seqs: Map<number, number>
  pending: PendingStep[]
  peaks: Map<string, PendingPeak>
  windows: Awaited<ReturnType<typeof findOpenWindows>>
  /** Device events received up to this instant were read, epoch ms. */
  eventsRxMs: number
}
