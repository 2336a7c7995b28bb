import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { MINUTE_MS } from '@natim/domain/time'

export const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

/** Below ten with one decimal: `3.6`, `47`. */
export function minutesText(ms: number | null): string {
  if (ms === null) return NO_VALUE
  const minutes = ms / MINUTE_MS
  return formatNumber(minutes, minutes < 10 ? 1 : 0)
}

/** `34.9` */
export const percentText = (share: number | null) => (share === null ? NO_VALUE : formatNumber(share * 100, 1))

/** `08–09 时` */
export function hourText(hour: number): string {
  const pad = (of: number) => String(of).padStart(2, '0')
  return `${pad(hour)}–${pad(hour + 1)} 时`
}
