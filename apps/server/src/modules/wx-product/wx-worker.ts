import { SECOND_MS } from '@natim/domain/time'
import type { Bus } from '../../platform/bus.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Log } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import { createWxStandIn } from '../wx/index.ts'
import { DEMO_MAKER } from './demo/demo.repository.ts'
import type { PictureDeps } from './pictures.ts'
import { advance } from './publish.ts'
import { claimProduct } from './worker.repository.ts'

export interface WxProductWorkerOptions extends PictureDeps {
  readonly bus: Bus
  readonly log: Log
  readonly author: string
  readonly clock?: Clock
}

export interface WxProductWorker {
  /** Processes all due products. */
  look(): Promise<void>
  stop(): Promise<void>
}

const TICK_MS = 2 * SECOND_MS

/**
 * Publishes, recalls and counts readers. Any number of processes may run a worker: each step is done by one of them.
 */
export function startWxProductWorker(options: WxProductWorkerOptions): WxProductWorker {
  const { db, bus, log, clock = systemClock } = options
  // Demonstration products are never sent to an account, whichever is configured.
  const standIn = createWxStandIn({ now: clock.now })
  const part = repeat(
    { clock, everyMs: TICK_MS, log, failure: 'products of the public account were not looked at and are later' },
    async (signal) => {
      while (!signal.aborted) {
        const product = await claimProduct(db, new Date(clock.now()))
        if (product === undefined) return
        try {
          const gateway = product.createBy === DEMO_MAKER ? standIn : options.gateway
          const told = await advance({ ...options, gateway, now: clock.now }, product)
          for (const message of told) bus.publish('notice', message)
        } catch (error) {
          // A failing product does not hold up the others.
          log.warn({ err: error, product: product.no }, 'publication step failed')
        }
      }
    },
  )
  return { look: part.look, stop: part.stop }
}
