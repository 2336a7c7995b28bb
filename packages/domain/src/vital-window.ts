import { type Acvpu, type News2, news2Exclusion, news2Of, type Vitals } from './news2.ts'
import { MINUTE_MS } from './time.ts'

/** One score per five minutes, from the medians of (end − 5 min, end]. */
export const VITAL_WINDOW_MS = 5 * MINUTE_MS
/** How long a nurse's entry is valid; then the score is partial again. */
export const ENTRY_VALID_MS = 15 * MINUTE_MS

/** Medians of valid samples; null without samples. */
export interface WindowMedians {
  readonly hr: number | null
  readonly spo2: number | null
  readonly rr: number | null
  /** Core or axillary. */
  readonly temp: number | null
}

export interface VitalEntry {
  readonly tsMs: number
  readonly sbp: number
  readonly onOxygen: boolean
  readonly consciousness: Acvpu
  readonly spo2Scale: 1 | 2
}

/**
 * Whether an entry completes a window: it was made while the window was the newest, or at most 15 minutes before its
 * end.
 */
export const isEntryOf = ({ tsMs }: Pick<VitalEntry, 'tsMs'>, endMs: number): boolean =>
  tsMs > endMs - ENTRY_VALID_MS && tsMs <= endMs + VITAL_WINDOW_MS

export interface ScoredWindow {
  readonly vitals: Vitals
  readonly news2: News2
  /** Why there is no score; null = scored. */
  readonly exclusion: string | null
}

/**
 * Scores a window. Excluded persons get no score, whatever was measured.
 *
 * @param entry the newest entry that completes the window
 */
export function scoreWindow(
  medians: WindowMedians,
  entry: VitalEntry | undefined,
  subject: Parameters<typeof news2Exclusion>[0],
): ScoredWindow {
  const vitals: Vitals = {
    ...medians,
    sbp: entry?.sbp ?? null,
    onOxygen: entry?.onOxygen ?? null,
    consciousness: entry?.consciousness ?? null,
    spo2Scale: entry?.spo2Scale ?? 1,
  }
  return { vitals, news2: news2Of(vitals), exclusion: news2Exclusion(subject) }
}
