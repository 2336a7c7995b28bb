/** Minutes of one detector: the maximum bars in each; `tMs` is the end of the minute. */
export interface ChemMinutes {
  readonly key: string
  readonly bars: ReadonlyMap<number, number>
}

export interface Agreement {
  readonly a: string
  readonly b: string
  /** Minutes measured by both. */
  readonly minutes: number
  /** Minutes in which either, and in which both alarmed. */
  readonly either: number
  readonly both: number
  /** both / either; null where neither alarmed. */
  readonly share: number | null
}

/** One bar is the minimum a detector reports. */
export const ALARM_BARS = 1

/** Agreement of detector alarms for each pair, in the given order. Silence of both does not count. */
export function agreementMatrix(detectors: readonly ChemMinutes[], alarmBars = ALARM_BARS): Agreement[] {
  return detectors.flatMap((one, index) =>
    detectors.slice(index + 1).map((other) => {
      let minutes = 0
      let either = 0
      let both = 0
      for (const [tMs, bars] of one.bars) {
        const others = other.bars.get(tMs)
        if (others === undefined) continue
        minutes += 1
        const alarms = Number(bars >= alarmBars) + Number(others >= alarmBars)
        if (alarms > 0) either += 1
        if (alarms === 2) both += 1
      }
      return { a: one.key, b: other.key, minutes, either, both, share: either === 0 ? null : both / either }
    }),
  )
}
