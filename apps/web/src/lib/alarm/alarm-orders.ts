import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import type { CloseCode } from '@natim/domain/alarm/state'
import { call } from '../api/http.ts'

/** An action on one or more alarms, with its parameters. */
export type AlarmOrder =
  | { readonly kind: 'ack'; readonly note: string }
  | { readonly kind: 'close'; readonly closeCode: CloseCode; readonly note: string }
  | { readonly kind: 'shelve'; readonly minutes: number; readonly reason: string }
  | { readonly kind: 'unshelve'; readonly note: string }
  | { readonly kind: 'assign'; readonly username: string; readonly note: string }

export type OrderKind = AlarmOrder['kind']

/** The server refuses more. */
export const MAX_AT_ONCE = 200

export const DONE: Readonly<Record<OrderKind, string>> = {
  ack: '已确认',
  close: '已关闭',
  shelve: '已搁置',
  unshelve: '已取消搁置',
  assign: '已分派',
}

export const ORDER_NAMES: Readonly<Record<OrderKind, string>> = {
  ack: '确认',
  close: '关闭',
  shelve: '搁置',
  unshelve: '取消搁置',
  assign: '分派',
}

export type OrderTarget = Pick<AlarmRow, 'id' | 'version'>

/** For a single alarm the version is sent, so that a concurrent change by a colleague is not overwritten. */
const targetOf = (rows: readonly OrderTarget[]) => {
  const [first] = rows
  return {
    ids: rows.map(({ id }) => id).join(','),
    ...(rows.length === 1 && first !== undefined && { version: first.version }),
  }
}

/**
 * All or none. Failures are thrown and not reported.
 *
 * @param orderId of one alarm: idempotency key for retries
 * @throws ApiError
 */
export async function callOrder(rows: readonly OrderTarget[], order: AlarmOrder, orderId?: string): Promise<void> {
  const target = { ...targetOf(rows), ...(orderId !== undefined && { orderId }) }
  const silent = { silent: true }
  switch (order.kind) {
    case 'ack':
      await call(alarmEndpoints.ack, { body: { ...target, note: order.note } }, silent)
      return
    case 'close':
      await call(alarmEndpoints.close, { body: { ...target, closeCode: order.closeCode, note: order.note } }, silent)
      return
    case 'shelve':
      await call(alarmEndpoints.shelve, { body: { ...target, minutes: order.minutes, reason: order.reason } }, silent)
      return
    case 'unshelve':
      await call(alarmEndpoints.unshelve, { body: { ...target, note: order.note } }, silent)
      return
    case 'assign':
      await call(alarmEndpoints.assign, { body: { ...target, username: order.username, note: order.note } }, silent)
  }
}

const TAKEN = /^该报警已被.+处理/

/** Another user acted first: the screen is stale. */
export const isTaken = (message: string): boolean => TAKEN.test(message)
