import { DAY_MS, GMT8_OFFSET_MS, MINUTE_MS } from '@natim/domain/time'

/**
 * End of the quiet hours that contain an instant, epoch ms; undefined outside of them. Clock times are `HH:mm`, GMT+8.
 */
export function quietUntilMs(from: string | null, to: string | null, nowMs: number): number | undefined {
  if (from === null || to === null || from === to) return undefined
  const dayMs = Math.floor((nowMs + GMT8_OFFSET_MS) / DAY_MS) * DAY_MS - GMT8_OFFSET_MS
  const [fromMs, toMs] = [clockMs(from), clockMs(to)]
  const spanMs = (toMs - fromMs + DAY_MS) % DAY_MS
  for (const startMs of [dayMs + fromMs, dayMs + fromMs - DAY_MS])
    if (startMs <= nowMs && nowMs < startMs + spanMs) return startMs + spanMs
  return undefined
}

function clockMs(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE_MS
}
