import type { Page } from '@natim/contract/envelope'

const CHINA_OFFSET_MS = 8 * 3_600_000

/** `yyyy-MM-dd HH:mm:ss` in GMT+8, the only date-time format of the contract (contract/00 §7). */
export function toDateTimeText(value: Date): string
export function toDateTimeText(value: Date | null): string | null
export function toDateTimeText(value: Date | null): string | null {
  if (value === null) return null
  return new Date(value.getTime() + CHINA_OFFSET_MS).toISOString().slice(0, -5).replace('T', ' ')
}

/** Page envelope of contract/00 §3: counts are numbers, records never null. */
export function toPage<T>(records: T[], total: number, request: { pageNo: number; pageSize: number }): Page<T> {
  return { records, total, size: request.pageSize, current: request.pageNo, pages: Math.ceil(total / request.pageSize) }
}
