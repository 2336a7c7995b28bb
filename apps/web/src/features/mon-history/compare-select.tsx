import { SwapOutlined } from '@ant-design/icons'
import { type Comparison, COMPARISONS } from '@natim/domain/comparison'
import { Select } from 'antd'
import { COMPARISON_NAMES } from './compared-frame.ts'

const NONE = 'none'
const OPTIONS = [
  { value: NONE, label: '不对比' },
  ...COMPARISONS.map((value) => ({ value, label: COMPARISON_NAMES[value] })),
]

interface CompareSelectProps {
  readonly value: Comparison | undefined
  readonly onChange: (comparison: Comparison | undefined) => void
}

/** What the shown range is laid beside. */
export function CompareSelect({ value, onChange }: CompareSelectProps) {
  return (
    <Select
      aria-label="对比"
      prefix={<SwapOutlined aria-hidden />}
      popupMatchSelectWidth={false}
      options={OPTIONS}
      value={value ?? NONE}
      onChange={(chosen) => onChange(COMPARISONS.find((known) => known === chosen))}
      style={{ minWidth: 132 }}
    />
  )
}
