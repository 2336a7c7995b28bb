import { formatGmt8 } from '@natim/domain/time'

/** `2026-11-21T10:00:00+08:00`; with milliseconds unless they are zero. */
export function isoGmt8(tsMs: number): string {
  const wholeMs = Math.round(tsMs)
  const [day, clock] = formatGmt8(wholeMs).split(' ')
  const ms = wholeMs % 1_000
  return `${day}T${clock}${ms === 0 ? '' : `.${String(ms).padStart(3, '0')}`}+08:00`
}
