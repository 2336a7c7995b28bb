import type { ManualClock } from '../../../platform/clock.ts'
import { createLogger } from '../../../platform/logger.ts'
import type { TestNetwork } from '../../ingest/testing/network.ts'
import { AlarmEngine, type EngineDeps } from '../engine/engine.ts'

/** An engine over the samples of a network. */
export function buildEngine(
  { db, bus, ingest }: TestNetwork,
  clock: ManualClock,
  given: Partial<EngineDeps> = {},
): AlarmEngine {
  const log = createLogger({ logLevel: 'fatal' }).of('alarm')
  return new AlarmEngine({ db, bus, log, clock, ...ingest.judging, ...given })
}

/** An engine as after a process start: with empty memory, caught up. */
export async function startEngine(...given: Parameters<typeof buildEngine>): Promise<AlarmEngine> {
  const engine = buildEngine(...given)
  engine.start()
  await engine.turn()
  return engine
}
