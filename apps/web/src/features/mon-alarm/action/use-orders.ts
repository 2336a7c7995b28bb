import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AlarmOrder, callOrder, DONE, type OrderKind } from '@/lib/alarm/alarm-orders.ts'
import { type ApiError, apiErrorOf } from '@/lib/api/api-error.ts'
import { useNotify } from '@/lib/notify.ts'

export interface Orders {
  /** The order in flight; at most one at a time. */
  readonly busy: OrderKind | undefined
  /** Resolves with undefined on success; the caller shows the failure. */
  readonly give: (rows: readonly AlarmRow[], order: AlarmOrder) => Promise<ApiError | undefined>
}

/** Reloads everything that shows alarms. */
export function useReloadAlarms(): () => void {
  const client = useQueryClient()
  return () => {
    const { list, counts, detail } = alarmEndpoints
    for (const { path } of [list, counts, detail]) void client.invalidateQueries({ queryKey: [path] })
  }
}

/** Acknowledges, closes, shelves and assigns alarms. */
export function useOrders(): Orders {
  const notify = useNotify()
  const reload = useReloadAlarms()
  const [busy, setBusy] = useState<OrderKind>()
  async function give(rows: readonly AlarmRow[], order: AlarmOrder): Promise<ApiError | undefined> {
    if (busy !== undefined) return undefined
    setBusy(order.kind)
    try {
      await callOrder(rows, order)
      notify.line(rows.length === 1 ? DONE[order.kind] : `${DONE[order.kind]} ${rows.length} 起`, 'success')
      return undefined
    } catch (error) {
      return apiErrorOf(error)
    } finally {
      setBusy(undefined)
      // Also after a refusal: it may be due to stale data on the screen.
      reload()
    }
  }
  return { busy, give }
}
