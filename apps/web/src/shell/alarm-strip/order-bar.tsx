import { ORDER_NAMES } from '../../lib/alarm/alarm-orders.ts'
import { dropOrder, isWaiting, useOrderQueue } from '../../lib/alarm/order-queue.ts'
import { useOrderSender } from '../../lib/alarm/use-order-sender.ts'
import { GlobalBar } from '../../ui/global-bar.tsx'

/** Orders given offline: how many are pending, and which the server refused. */
export function OrderBar() {
  useOrderSender()
  const { orders } = useOrderQueue()
  const waiting = orders.filter(isWaiting)
  const refused = orders.filter((queued) => !isWaiting(queued))
  return (
    <>
      {waiting.length > 0 && (
        <GlobalBar kind="queued">
          {waiting.length} 项操作待发送，网络恢复后自动发送：
          {waiting.map(({ alarm, order }) => `${ORDER_NAMES[order.kind]} ${alarm.no}`).join('、')}
        </GlobalBar>
      )}
      {refused.map(({ orderId, alarm, order, refusal }) => (
        <GlobalBar
          key={orderId}
          kind="queued"
          title={`未能${ORDER_NAMES[order.kind]}`}
          action={{ label: '知道了', onClick: () => dropOrder(orderId) }}
        >
          {alarm.no} {alarm.title}：{refusal}
        </GlobalBar>
      ))}
    </>
  )
}
