import { SwapOutlined } from '@ant-design/icons'
import { COMPARISONS } from '@natim/domain/comparison'
import { Popover, Select } from 'antd'
import { useState } from 'react'
import { CustomRange } from '@/widgets/history/range-controls.tsx'
import { COMPARISON_NAMES } from './compared-frame.ts'
import { OTHER } from './history-state.ts'
import type { History } from './use-history.ts'

const NONE = 'none'
const OPTIONS = [
  { value: NONE, label: '不对比' },
  ...[...COMPARISONS, OTHER].map((value) => ({ value, label: COMPARISON_NAMES[value] })),
]

/** The comparison for the shown range: the same days of an earlier period, or a custom range. */
export function CompareSelect({ history }: { readonly history: History }) {
  const { state, view, change } = history
  const [isPicking, setIsPicking] = useState(false)
  return (
    <Popover
      open={isPicking}
      onOpenChange={(open) => !open && setIsPicking(false)}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      title="与另一时段对比"
      content={
        <CustomRange
          range={state.other ?? view.range}
          onChosen={({ fromMs, toMs }) => {
            change({ compare: OTHER, otherFrom: fromMs, otherTo: toMs })
            setIsPicking(false)
          }}
        />
      }
    >
      <Select
        aria-label="对比"
        prefix={<SwapOutlined aria-hidden />}
        popupMatchSelectWidth={false}
        options={OPTIONS}
        value={state.other ? OTHER : (state.compare ?? NONE)}
        onSelect={(chosen) => {
          if (chosen === OTHER) setIsPicking(true)
          else change({ compare: chosen === NONE ? '' : chosen, otherFrom: 0, otherTo: 0 })
        }}
        style={{ minWidth: 132 }}
      />
    </Popover>
  )
}
