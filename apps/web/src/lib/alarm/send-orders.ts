import { type ApiError, apiErrorOf } from '../api/api-error.ts'
import { callOrder } from './alarm-orders.ts'
import { dropOrder, isWaiting, type QueuedOrder, refuseOrder, useOrderQueue } from './order-queue.ts'

/** Whether the outcome is undecided: no answer, a server error, or an expired session. */
export const isUndecided = (error: ApiError): boolean =>
  error.status === 0 || error.status >= 500 || error.isSessionExpired

let running: Promise<void> | undefined

/** Sends pending orders one by one, in only one tab of the browser; stops while there is still no network. */
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
      const failure = apiErrorOf(error)
      if (isUndecided(failure)) return
      refuseOrder(next.orderId, failure.message)
    }
  }
}

/** Web locks need a secure context; without them the order id prevents duplicates. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work()
  await navigator.locks.request('natim-alarm-orders', { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}
