import type { ReviewChannel } from '@natim/contract/mon/review'
import { Select } from 'antd'
import { useIsPhone } from '@/lib/use-media.ts'
import styles from './day.module.css'

/** More chips would fill the panel above the curve. */
const MAX_CHIPS = 12

interface ChannelChoiceProps {
  readonly channels: readonly ReviewChannel[]
  readonly chosen: number
  readonly onChoose: (channelNo: number) => void
}

/** The channels of a day with their doubts: as chips if there is room, otherwise as a searchable list. */
export function ChannelChoice(props: ChannelChoiceProps) {
  const isPhone = useIsPhone()
  return isPhone || props.channels.length > MAX_CHIPS ? <ChannelSelect {...props} /> : <ChannelChips {...props} />
}

/** Device names are included where channel names repeat. */
function labelsOf(channels: readonly ReviewChannel[]): (channel: ReviewChannel) => string {
  const names = new Map<string, number>()
  for (const { name } of channels) names.set(name, (names.get(name) ?? 0) + 1)
  return ({ name, deviceName }) => ((names.get(name) ?? 0) > 1 ? `${deviceName} ${name}` : name)
}

/** Channels with doubts first, since they are the ones looked for. */
function ChannelSelect({ channels, chosen, onChoose }: ChannelChoiceProps) {
  const label = labelsOf(channels)
  const doubtful = channels.filter(({ doubts }) => doubts.length > 0)
  const calm = channels.filter(({ doubts }) => doubts.length === 0)
  const options = [...doubtful, ...calm].map((channel) => ({
    value: channel.channelNo,
    label: channel.doubts.length > 0 ? `${label(channel)}（${channel.doubts.length} 处疑点）` : label(channel),
  }))
  return (
    <div className={styles.choice}>
      <Select<number>
        aria-label="通道"
        showSearch={{ optionFilterProp: 'label' }}
        value={chosen}
        options={options}
        onChange={onChoose}
        style={{ width: '100%' }}
      />
      <span className={styles.choiceNote}>
        {channels.length} 个通道{doubtful.length > 0 && `，${doubtful.length} 个有疑点`}
      </span>
    </div>
  )
}

function ChannelChips({ channels, chosen, onChoose }: ChannelChoiceProps) {
  const label = labelsOf(channels)
  return (
    <div className={styles.chips} role="group" aria-label="通道">
      {channels.map((channel) => (
        <button
          key={channel.channelNo}
          type="button"
          aria-pressed={channel.channelNo === chosen}
          title={channel.deviceName}
          onClick={() => onChoose(channel.channelNo)}
        >
          {label(channel)}
          {channel.doubts.length > 0 && <b aria-label={`${channel.doubts.length} 处疑点`}>{channel.doubts.length}</b>}
        </button>
      ))}
    </div>
  )
}
