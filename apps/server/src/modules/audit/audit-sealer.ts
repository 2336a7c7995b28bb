import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Log } from '../../platform/logger.ts'
import { type AuditChainDeps, sealLog } from './audit-chain.ts'

const EVERY_MS = 60_000

/** Seals the log every minute. @returns a function that stops it after the round in flight */
export function startAuditSealer({
  log,
  clock = systemClock,
  ...chain
}: Omit<AuditChainDeps, 'now'> & { readonly log: Log; readonly clock?: Clock }): () => Promise<void> {
  let round: Promise<unknown> = Promise.resolve()
  const run = () => {
    round = round.then(() =>
      sealLog({ ...chain, now: clock.now }).catch((error: unknown) =>
        log.warn({ err: error }, 'audit log not sealed; retrying at the next run'),
      ),
    )
  }
  const stop = clock.every(EVERY_MS, run)
  return async () => {
    stop()
    await round
  }
}
