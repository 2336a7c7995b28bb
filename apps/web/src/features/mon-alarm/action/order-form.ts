import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { type CloseCode, needsAckNote } from '@natim/domain/alarm/state'
import type { AlarmOrder } from '@/lib/alarm/alarm-orders.ts'
import * as R from '@/resource/index.ts'

/** Actions that need a dialog. */
export type DialogKind = 'ack' | 'close' | 'shelve' | 'assign'

/** Form values of an action. */
export interface OrderValues {
  readonly note?: string
  readonly closeCode?: CloseCode
  readonly minutes?: number
  readonly username?: string
}

export const NOTE_LABELS: Readonly<Record<DialogKind, string>> = {
  ack: '确认说明',
  close: '关闭说明',
  shelve: '搁置原因',
  assign: '分派说明',
}
export const MAX_NOTE = 500

export function orderOf(
  kind: DialogKind,
  { note = '', closeCode = 'other', minutes = 0, username = '' }: OrderValues,
): AlarmOrder {
  switch (kind) {
    case 'ack':
      return { kind, note }
    case 'close':
      return { kind, closeCode, note }
    case 'shelve':
      return { kind, minutes, reason: note }
    case 'assign':
      return { kind, username, note }
  }
}

/** Acknowledging levels 1 and 2, and shelving, require a note. */
export const needsNote = (kind: DialogKind, rows: readonly AlarmRow[]) =>
  kind === 'shelve' || (kind === 'ack' && rows.some(({ severity }) => needsAckNote(severity)))

export const MINUTES = [
  { value: 15, label: '15 分钟' },
  { value: 30, label: '30 分钟' },
  { value: 60, label: '1 小时' },
  { value: 120, label: '2 小时' },
  { value: 240, label: '4 小时' },
  { value: 480, label: '8 小时' },
]

/** Which actions the signed-in user has the permission for; others are hidden. */
export function useMayOrder(): Readonly<Record<DialogKind, boolean>> {
  return {
    ack: R.useMay(alarmEndpoints.ack),
    close: R.useMay(alarmEndpoints.close),
    shelve: R.useMay(alarmEndpoints.shelve),
    assign: R.useMay(alarmEndpoints.assign),
  }
}
