import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { useState } from 'react'
import { callOrder, DONE, isTaken, ORDER_NAMES } from '@/lib/alarm/alarm-orders.ts'
import { newOrderId, queueOrder } from '@/lib/alarm/order-queue.ts'
import { isUndecided } from '@/lib/alarm/send-orders.ts'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { NOTE_LABELS, needsNote, type OrderValues, orderOf } from '../action/order-form.ts'
import { useReloadAlarms } from '../action/use-orders.ts'

/** Actions of the sheet; assigning needs a larger form. */
export type SheetKind = 'ack' | 'shelve' | 'close'

const INITIAL: OrderValues = { note: '', minutes: 60 }

/**
 * Input of the sheet and its submission. Offline, the order is queued and counts as done only when the server confirms
 * it.
 */
export function useSheet(row: AlarmRow, kind: SheetKind, onClose: () => void) {
  const [values, setValues] = useState<OrderValues>(INITIAL)
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const notify = useNotify()
  const reload = useReloadAlarms()
  const note = values.note?.trim() ?? ''
  const send = async (work: () => Promise<string>, onLost?: () => void) => {
    setIsSending(true)
    try {
      notify.line(await work(), 'success')
      onClose()
    } catch (error) {
      const failure = apiErrorOf(error)
      if (!onLost || !isUndecided(failure)) return setProblem(failure.message)
      onLost()
      onClose()
    } finally {
      setIsSending(false)
      reload()
    }
  }
  return {
    values,
    problem,
    isSending,
    isTaken: problem !== undefined && isTaken(problem),
    change(part: OrderValues) {
      setValues({ ...values, ...part })
      setProblem(undefined)
    },
    async submit() {
      if (note === '' && needsNote(kind, [row])) return setProblem(`请填写${NOTE_LABELS[kind]}`)
      if (kind === 'close' && values.closeCode === undefined) return setProblem('请选择关闭原因')
      const order = orderOf(kind, { ...values, note })
      const orderId = newOrderId()
      await send(
        async () => {
          await callOrder([row], order, orderId)
          return DONE[kind]
        },
        () => {
          queueOrder(row, order, orderId)
          notify.line(`网络不可用，${ORDER_NAMES[kind]}已排队`, 'info')
        },
      )
    },
    /** Sends the note as a comment when a colleague acted first. */
    comment: () =>
      send(async () => {
        await call(alarmEndpoints.comment, { body: { id: row.id, note } }, { silent: true })
        return '已添加评论'
      }),
  }
}
