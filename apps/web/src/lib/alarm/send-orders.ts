import type { ApiError } from '../api/api-error.ts'
import { callOrder } from './alarm-orders.ts'
import { dropOrder, isWaiting, type QueuedOrder, refuseOrder, useOrderQueue } from './order-queue.ts'

/** Whether nothing was decided: no answer came, the server stumbled, or the session is over. */
export const isUndecided = (error: ApiError): boolean =>
  error.status === 0 || error.status >= 500 || error.isSessionExpired

let running: Promise<void> | undefined

/** Sends what waits, one after the other, in one tab of the browser alone; ends where there is still no network. */
export function sendOrders(onSent: (queued: QueuedOrder) => void): Promise<void> {
  running ??= inOneTab(() => sendAll(onSent)).finally(() => {
    running = undefined
  })
  return running
}

async function sendAll(onSent: (queued: QueuedOrder) => void): Promise<void> {
  for (;;) {
    const next = useOrderQueue.getState().orders.find(isWaiting)
    if (next === undefined) return
    try {
      await callOrder([next.alarm], next.order, next.orderId)
      dropOrder(next.orderId)
      onSent(next)
    } catch (error) {
      if (isUndecided(error as ApiError)) return
      refuseOrder(next.orderId, (error as ApiError).message)
    }
  }
}

/** Only secure pages have locks; without them the number of the order keeps it from being done twice. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work()
  await navigator.locks.request('natim-alarm-orders', { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}
