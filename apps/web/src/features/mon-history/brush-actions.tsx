import type { ReactNode } from 'react'
import type { TimeRange } from '@/widgets/chart/frame.ts'

export interface BrushActionsProps {
  readonly channelNos: readonly number[]
  /** (fromMs, toMs], as it was marked. */
  readonly range: TimeRange
  /** The data were changed: curves and figures are read again. */
  readonly onChanged: () => void
}

/** What else may be done with a marked range, beside writing a note: 置为无效 and 恢复有效 belong here. */
export const BrushActions = (_props: BrushActionsProps): ReactNode => null
