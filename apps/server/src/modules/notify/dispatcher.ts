import type { Bus } from '../../platform/bus.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Log } from '../../platform/logger.ts'
import { createRightsCache } from '../permission/index.ts'
import type { Channels } from './channels.ts'
import { deliverDue } from './deliver.ts'
import { expandOutbox, repeatDue } from './expand.ts'
import { createSight } from './sight.ts'
import { createWatchdog } from './watchdog.ts'

const EVERY_MS = 1_000
const WATCH_MS = 10_000

export interface NotifierDeps {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly channels: Channels
  readonly clock?: Clock
}

/**
 * Notifies users of alarms: expands receivers, sends, retries, repeats, and watches the engine. All state is in rows:
 * any number of processes may run it, and another one takes over the work of one that dies.
 */
export function startNotifier(deps: NotifierDeps): () => Promise<void> {
  const { log, clock = systemClock } = deps
  const notifier = createNotifier({ ...deps, clock })
  const watch = createWatchdog(deps)
  let running: Promise<void> | undefined
  let isEnding = false
  const run = (work: () => Promise<void>) => {
    if (isEnding) return
    running ??= work()
      .catch((error: unknown) => log.warn({ err: error }, 'alarm notifications failed; retrying'))
      .finally(() => {
        running = undefined
      })
  }
  const stops = [
    clock.every(EVERY_MS, () => run(notifier.turn)),
    clock.every(WATCH_MS, () => {
      watch(clock.now()).catch((error: unknown) => log.warn({ err: error }, 'engine watchdog failed; retrying'))
    }),
  ]
  return async () => {
    isEnding = true
    for (const stop of stops) stop()
    notifier.stop()
    await running
  }
}

/** One dispatcher; tests call its turns directly. */
export function createNotifier({ db, bus, log, channels, clock }: NotifierDeps & { readonly clock: Clock }) {
  const rights = createRightsCache(db, clock.now)
  const maySee = createSight(db, rights)
  const stops = [
    bus.subscribe('rightsChanged', (userIds) => rights.forget(userIds)),
    bus.subscribe('missed', () => rights.forget()),
  ]
  return {
    /** Processes everything pending. */
    async turn(): Promise<void> {
      while ((await expandOutbox({ db, maySee }, clock.now())) > 0);
      await repeatDue({ db, maySee }, clock.now())
      while ((await deliverDue({ db, bus, log, channels, maySee, now: clock.now })) > 0);
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
