import { createClock } from './clock.ts'
import { createFleet, type Fleet } from './fleet.ts'
import type { SimOptions } from './options.ts'
import type { SecretOf } from './secrets.ts'
import { type Counts, createStatistics } from './statistics.ts'

const TICK_MS = 200
/** Default wait for the last acknowledgements. */
const DRAIN_MS = 15_000
const DRAIN_POLL_MS = 25

export interface Progress extends Counts {
  readonly open: number
  readonly connections: number
  /** Number of unacknowledged messages. */
  readonly waiting: number
  /** Number of points stored on devices. */
  readonly kept: number
}

export interface Simulation {
  readonly progress: () => Progress
  /** Stops taking readings, waits for outstanding acknowledgements, disconnects. Safe to call twice. */
  readonly stop: (drainMs?: number) => Promise<Progress>
}

type SimulationOptions = Omit<SimOptions, 'keyFile' | 'credentialsFile' | 'forS' | 'jsonFile'> & {
  readonly secretOf: SecretOf
  readonly onProblem: (clientId: string, message: string) => void
}

/** Starts the demonstration network against a server; it runs until stopped. */
export function startSimulation(options: SimulationOptions): Simulation {
  const statistics = createStatistics()
  const clock = createClock(options.fromMs, options.speed)
  const releasesMs = options.releaseMs === undefined ? [] : [options.releaseMs]
  const fleet = createFleet({ ...options, releasesMs, clock, statistics })
  const timer = setInterval(() => fleet.tick(clock.nowMs()), TICK_MS)
  let stopping: Promise<Progress> | undefined

  const progress = (): Progress => {
    const { open, all } = fleet.connections()
    return { ...statistics.counts(), open, connections: all, waiting: fleet.waiting(), kept: fleet.kept() }
  }
  const stop = async (drainMs: number): Promise<Progress> => {
    clearInterval(timer)
    await drained(fleet, drainMs)
    const result = progress()
    await fleet.close()
    return result
  }
  return { progress, stop: (drainMs = DRAIN_MS) => (stopping ??= stop(drainMs)) }
}

async function drained(fleet: Fleet, drainMs: number): Promise<void> {
  const deadline = performance.now() + drainMs
  while (fleet.waiting() > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS))
  }
}
