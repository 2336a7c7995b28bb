import { alarmEndpoints } from '@natim/contract/mon/alarm'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNotify } from '../notify.ts'
import { onLiveReturn } from '../socket/live.ts'
import { DONE } from './alarm-orders.ts'
import { followQueueOfOthers, isWaiting, type QueuedOrder, useOrderQueue } from './order-queue.ts'
import { sendOrders } from './send-orders.ts'

/** A phone switching networks fires no event. */
const TRY_EVERY_MS = 10_000

/** Sends queued alarm orders as soon as the network is back; mounted once, in the shell. */
export function useOrderSender(): void {
  const client = useQueryClient()
  const notify = useNotify()
  const isAny = useOrderQueue(({ orders }) => orders.some(isWaiting))
  const sent = useEffectEvent(({ alarm, order }: QueuedOrder) =>
    notify.line(`${DONE[order.kind]} ${alarm.no}`, 'success'),
  )
  useEffect(followQueueOfOthers, [])
  useEffect(() => {
    if (!isAny) return
    const sendAll = async () => {
      await sendOrders(sent)
      // Also after a refusal: a stale screen may be its cause.
      const { list, counts, detail } = alarmEndpoints
      for (const { path } of [list, counts, detail]) void client.invalidateQueries({ queryKey: [path] })
    }
    const send = () => void sendAll()
    if (navigator.onLine) send()
    const timer = setInterval(send, TRY_EVERY_MS)
    window.addEventListener('online', send)
    const endReturn = onLiveReturn(send)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
      endReturn()
    }
  }, [isAny, client])
}
