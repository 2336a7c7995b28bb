import { create } from 'zustand'
import type { AlarmRow } from '@natim/contract/mon/alarm'
import { serverNow } from '../clock.ts'
import { useSession } from '../session/session-store.ts'
import { readStored, writeStored } from '../storage.ts'
import type { AlarmOrder } from './alarm-orders.ts'

/** What somebody decided while the network was away; nothing of it is done before the server says so. */
export interface QueuedOrder {
  /** Sent again under it, it is done once. */
  readonly orderId: string
  /** The alarm as it was when it was decided on. */
  readonly alarm: Pick<AlarmRow, 'id' | 'no' | 'title' | 'version'>
  readonly order: AlarmOrder
  readonly atMs: number
  /** Why the server did not take it; it is not sent again. */
  readonly refusal?: string
}

interface OrderQueue {
  /** In the order in which they were given. */
  readonly orders: readonly QueuedOrder[]
}

const PREFIX = 'NATIM_ALARM_ORDERS_'
/** An old decision speaks of another situation. */
const LIFETIME_MS = 24 * 3_600_000
const keyOf = (userId: string) => PREFIX + userId
const userId = () => useSession.getState().user?.id ?? ''

function stored(): OrderQueue {
  const given = readStored(keyOf(userId()))
  return { orders: Array.isArray(given) ? (given as QueuedOrder[]) : [] }
}

/** Orders of the signed-in user that wait on this machine, and those that were refused. */
export const useOrderQueue = create<OrderQueue>(stored)

// The next user of this machine sends what is theirs.
useSession.subscribe((state, previous) => {
  if (state.user?.id !== previous.user?.id) useOrderQueue.setState(stored())
})

/** Another tab may have changed what is kept: it is read before it is written. */
function change(of: (orders: readonly QueuedOrder[]) => readonly QueuedOrder[]): void {
  const orders = of(stored().orders)
  writeStored(keyOf(userId()), orders, LIFETIME_MS)
  useOrderQueue.setState({ orders })
}

export function newOrderId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Keeps an order until there is a network; of one alarm the last word counts. */
export function queueOrder(alarm: QueuedOrder['alarm'], order: AlarmOrder, orderId: string): void {
  const { id, no, title, version } = alarm
  const queued = { orderId, alarm: { id, no, title, version }, order, atMs: serverNow() }
  change((orders) => [...orders.filter((held) => held.alarm.id !== id), queued])
}

/** It was done, or nobody wants to read of it any more. */
export const dropOrder = (orderId: string): void =>
  change((orders) => orders.filter((held) => held.orderId !== orderId))

export const refuseOrder = (orderId: string, refusal: string): void =>
  change((orders) => orders.map((held) => (held.orderId === orderId ? { ...held, refusal } : held)))

/** Follows what another tab of the same user queues and sends. */
export function followQueueOfOthers(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key.endsWith(keyOf(userId()))) useOrderQueue.setState(stored())
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

export const isWaiting = ({ refusal }: QueuedOrder): boolean => refusal === undefined
