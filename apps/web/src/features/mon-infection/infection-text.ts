import type { CityDay, PrintedShare } from '@natim/contract/mon/infection'
import { countText } from '@natim/domain/subject-counts'

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** `12.9 %`, or a substitute where counts are suppressed. */
export const shareText = ({ n, share }: PrintedShare): string => (share === null ? countText(n) : percent(share))

/** `31 / 240`, as far as the counts are disclosed. */
export const countsText = ({ n, of }: PrintedShare): string => `${countText(n)} / ${countText(of)}`

/** `9.3–17.8 %`; empty where it is suppressed. */
export const intervalText = ({ low, high }: PrintedShare): string =>
  low === null || high === null ? '' : `${(low * 100).toFixed(1)}–${percent(high)}`

/** Signed number of standard deviations. */
export const deviationText = (z: number | null): string => (z === null ? '—' : `${z > 0 ? '+' : ''}${z.toFixed(2)}`)

/** Counts of the day that raise a signal: `呼气`, `呼气、发热`. */
export const signalText = ({ breathSignal, feverSignal }: CityDay): string =>
  [breathSignal.isSignal && '呼气', feverSignal.isSignal && '发热'].filter(Boolean).join('、')
