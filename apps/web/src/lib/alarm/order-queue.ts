import type { AlarmRow } from '@natim/contract/mon/alarm'
import { create } from 'zustand'
import { serverNow } from '../clock.ts'
import { useSession } from '../session/session-store.ts'
import { readStored, writeStored } from '../storage.ts'
import type { AlarmOrder } from './alarm-orders.ts'

/** An order given while offline; nothing is done until the server confirms it. */
export interface QueuedOrder {
  /** Idempotency key: resending it does not repeat the action. */
  readonly orderId: string
  /** The alarm as it was when the order was given. */
  readonly alarm: Pick<AlarmRow, 'id' | 'no' | 'title' | 'version'>
  readonly order: AlarmOrder
  readonly atMs: number
  /** Why the server refused it; it is not resent. */
  readonly refusal?: string
}

interface OrderQueue {
  /** In the order they were given. */
  readonly orders: readonly QueuedOrder[]
}

const PREFIX = 'NATIM_ALARM_ORDERS_'
/** Older orders no longer fit the situation. */
const LIFETIME_MS = 24 * 3_600_000
const keyOf = (userId: string) => PREFIX + userId
const userId = () => useSession.getState().user?.id ?? ''

function stored(): OrderQueue {
  const given = readStored(keyOf(userId()))
  return { orders: Array.isArray(given) ? (given as QueuedOrder[]) : [] }
}

/** Pending and refused orders of the signed-in user on this machine. */
export const useOrderQueue = create<OrderQueue>(stored)

// The queue is per user of this machine.
useSession.subscribe((state, previous) => {
  if (state.user?.id !== previous.user?.id) useOrderQueue.setState(stored())
})

/** Re-reads the storage before writing: another tab may have changed it. */
function change(of: (orders: readonly QueuedOrder[]) => readonly QueuedOrder[]): void {
  const orders = of(stored().orders)
  writeStored(keyOf(userId()), orders, LIFETIME_MS)
  useOrderQueue.setState({ orders })
}

export function newOrderId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Queues an order until the network is back; a later order for the same alarm replaces the earlier one. */
export function queueOrder(alarm: QueuedOrder['alarm'], order: AlarmOrder, orderId: string): void {
  const { id, no, title, version } = alarm
  const queued = { orderId, alarm: { id, no, title, version }, order, atMs: serverNow() }
  change((orders) => [...orders.filter((held) => held.alarm.id !== id), queued])
}

/** Removes an order that was done or dismissed. */
export const dropOrder = (orderId: string): void =>
  change((orders) => orders.filter((held) => held.orderId !== orderId))

export const refuseOrder = (orderId: string, refusal: string): void =>
  change((orders) => orders.map((held) => (held.orderId === orderId ? { ...held, refusal } : held)))

/** Syncs with what other tabs of the same user queue and send. */
export function followQueueOfOthers(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key.endsWith(keyOf(userId()))) useOrderQueue.setState(stored())
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

export const isWaiting = ({ refusal }: QueuedOrder): boolean => refusal === undefined
