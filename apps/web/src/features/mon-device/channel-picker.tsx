import { MAX_QUERY_CHANNELS } from '@natim/contract/constants'
import type { ChannelView } from '@natim/contract/mon/device'
import { Select } from 'antd'

/** `Cl₂ 氯气`: formula and name, unless the name contains the formula. */
export const channelTitle = ({ formula, name }: Pick<ChannelView, 'formula' | 'name'>): string =>
  formula && formula !== name ? `${formula} ${name}` : name

export interface ChannelPickerProps {
  readonly channels: readonly ChannelView[]
  readonly value: readonly number[]
  readonly onChange: (channelNos: number[]) => void
}

/** Selects channels of a device; at most as many as one history query takes. */
export function ChannelPicker({ channels, value, onChange }: ChannelPickerProps) {
  return (
    <Select
      mode="multiple"
      aria-label="通道"
      placeholder="请选择通道"
      value={[...value]}
      onChange={onChange}
      maxCount={MAX_QUERY_CHANNELS}
      options={channels.map((channel) => ({
        value: channel.channelNo,
        label: `${channelTitle(channel)}（${channel.unit}）`,
      }))}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
    />
  )
}
