import { CheckOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Can } from '@/widgets/can/can.tsx'
import type { TimeRange } from '@/widgets/chart/frame.ts'
import { MarkDialog } from '@/widgets/sample-marks/mark-dialog.tsx'
import type { MarkChannel } from '@/widgets/sample-marks/mark-form.tsx'

interface BrushActionsProps {
  readonly channels: readonly MarkChannel[]
  /** (fromMs, toMs], the marked range. */
  readonly range: TimeRange
  /** Called after a decision: charts and figures reload automatically. */
  readonly onDone: () => void
}

/** Decisions on the samples of a marked range. */
export function BrushActions({ channels, range, onDone }: BrushActionsProps) {
  const [isValid, setIsValid] = useState<boolean>()
  const close = () => setIsValid(undefined)
  return (
    <>
      <Can I="mon:ts:invalidate">
        <Button size="small" icon={<StopOutlined aria-hidden />} onClick={() => setIsValid(false)}>
          置为无效
        </Button>
      </Can>
      <Can I="mon:ts:validate">
        <Button size="small" icon={<CheckOutlined aria-hidden />} onClick={() => setIsValid(true)}>
          判为有效
        </Button>
      </Can>
      {isValid !== undefined && (
        <MarkDialog
          channels={channels}
          // Usually one instrument is wrong, so with several channels none is preselected.
          chosen={channels.length === 1 ? undefined : []}
          fromMs={Math.round(range.fromMs)}
          toMs={Math.round(range.toMs)}
          isValid={isValid}
          onCancel={close}
          onDone={() => {
            close()
            onDone()
          }}
        />
      )}
    </>
  )
}
