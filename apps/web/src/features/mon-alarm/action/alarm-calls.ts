import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import type { CloseCode } from '@natim/domain/alarm/state'
import { call } from '@/lib/api/http.ts'

/** What is done with one alarm or with several, and what it takes. */
export type AlarmOrder =
  | { readonly kind: 'ack'; readonly note: string }
  | { readonly kind: 'close'; readonly closeCode: CloseCode; readonly note: string }
  | { readonly kind: 'shelve'; readonly minutes: number; readonly reason: string }
  | { readonly kind: 'unshelve'; readonly note: string }
  | { readonly kind: 'assign'; readonly username: string; readonly note: string }

export type OrderKind = AlarmOrder['kind']

/** More are refused by the server. */
export const MAX_AT_ONCE = 200

export const DONE: Readonly<Record<OrderKind, string>> = {
  ack: '已确认',
  close: '已关闭',
  shelve: '已搁置',
  unshelve: '已取消搁置',
  assign: '已分派',
}

/** Of one alarm the version goes along, so that a colleague who was quicker is not overruled. */
const targetOf = (rows: readonly AlarmRow[]) => {
  const [first] = rows
  return {
    ids: rows.map(({ id }) => id).join(','),
    ...(rows.length === 1 && first !== undefined && { version: first.version }),
  }
}

/** All of them or none. Failures are thrown and not reported. @throws ApiError */
export async function callOrder(rows: readonly AlarmRow[], order: AlarmOrder): Promise<void> {
  const target = targetOf(rows)
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

/** Somebody else was quicker: what is on the screen is old. */
export const isTaken = (message: string): boolean => TAKEN.test(message)
