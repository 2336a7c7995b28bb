import { type AlarmBand, type Exceedance, tsMarkEndpoints } from '@natim/contract/mon/ts-marks'
import { type TsNote, tsNoteEndpoints } from '@natim/contract/mon/ts-note'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { TimeRange } from '@/widgets/chart/frame.ts'

/** Overlays of the curves; each part is empty while loading. */
export interface Marks {
  readonly alarms: readonly AlarmBand[]
  readonly notes: readonly TsNote[]
  readonly exceedances: readonly Exceedance[]
  /** Channels with too many hours to count. */
  readonly uncounted: readonly number[]
  /** Names of the parts that failed to load, for display; undefined when none did. */
  readonly missing: string | undefined
  readonly reloadNotes: () => Promise<void>
}

const NO_ALARMS: readonly AlarmBand[] = []
const NO_NOTES: readonly TsNote[] = []
const NO_COUNTS: readonly Exceedance[] = []

/** Alarms, notes and exceedances of the shown range. */
export function useMarks(channels: readonly number[], { fromMs, toMs }: TimeRange): Marks {
  const queryClient = useQueryClient()
  const input = { query: { channels: channels.join(','), from: fromMs, to: toMs } }
  const enabled = channels.length > 0
  const maySeeAlarms = useCan('mon:alarm:view')
  const alarms = useEndpoint(tsMarkEndpoints.alarms, input, { enabled: enabled && maySeeAlarms })
  const notes = useEndpoint(tsNoteEndpoints.list, input, { enabled })
  const counts = useEndpoint(tsMarkEndpoints.exceedances, input, { enabled })
  const failed = [
    ...(alarms.error ? ['报警'] : []),
    ...(notes.error ? ['批注'] : []),
    ...(counts.error ? ['超标统计'] : []),
  ]
  // Alarms and notes carry their own times: the previous ones stay until both new answers have arrived.
  const question = channels.join(',')
  const isWaiting = alarms.isPlaceholderData || notes.isPlaceholderData
  const [kept, setKept] = useState({ question, alarms: alarms.data, notes: notes.data })
  const isOther = kept.question !== question || kept.alarms !== alarms.data || kept.notes !== notes.data
  if (isOther && !isWaiting) setKept({ question, alarms: alarms.data, notes: notes.data })
  const isKept = enabled && kept.question === question
  // Counts are valid for their own range only.
  const counted = enabled && !counts.isPlaceholderData ? counts.data : undefined
  return {
    alarms: (isKept && kept.alarms) || NO_ALARMS,
    notes: (isKept && kept.notes) || NO_NOTES,
    exceedances: counted?.rows ?? NO_COUNTS,
    uncounted: counted?.uncounted ?? [],
    missing: failed.length > 0 ? failed.join('、') : undefined,
    reloadNotes: () => queryClient.invalidateQueries({ queryKey: [tsNoteEndpoints.list.path] }),
  }
}
