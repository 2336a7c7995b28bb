import type { CallResult } from '@natim/contract/endpoint'
import type { ReviewChannel, reviewEndpoints } from '@natim/contract/mon/review'
import { captureRates, sumCaptures } from '@natim/domain/capture'

type Capture = ReviewChannel['capture']
type Answer = CallResult<typeof reviewEndpoints.capture>

export interface CaptureRow {
  readonly key: string
  readonly name: string
  /** Further text that identifies the row. */
  readonly note: string
  readonly capture: Capture
}

export type CaptureView = 'channel' | 'day'

/** The total first; then channels, worst first, or days in order. */
export function captureRows({ rows, total }: Answer, view: CaptureView): readonly CaptureRow[] {
  const groups = new Map<string, CaptureRow & { readonly parts: Capture[] }>()
  for (const { channelNo, name, deviceName, day, capture } of rows) {
    const key = view === 'channel' ? String(channelNo) : day
    const group = groups.get(key)
    if (group) group.parts.push(capture)
    else
      groups.set(key, {
        key,
        ...(view === 'channel' ? { name, note: deviceName } : { name: day, note: '' }),
        capture,
        parts: [capture],
      })
  }
  const summed = [...groups.values()].map(({ parts, ...row }) => ({ ...row, capture: sumCaptures(parts) }))
  const sorted =
    view === 'channel'
      ? summed.toSorted((a, b) => rateOf(a) - rateOf(b))
      : summed.toSorted((a, b) => a.key.localeCompare(b.key))
  return [{ key: 'total', name: '合计', note: '', capture: total }, ...sorted]
}

/** Channels without expected samples come last. */
const rateOf = ({ capture }: CaptureRow) => captureRates(capture).capture ?? 2
