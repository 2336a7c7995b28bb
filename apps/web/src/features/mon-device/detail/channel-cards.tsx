import type { DeviceOverview, DeviceRow } from '@natim/contract/mon/device'
import { useIsStale } from '@/ui/age.tsx'
import { ChannelCard } from '@/ui/channel-card.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { useLastSeen, usePoint, useStatus } from '../live-devices.ts'
import { lookOf } from '../value-look.ts'
import styles from './channel-cards.module.css'

type Channel = DeviceOverview['channels'][number]

export interface ChannelCardsProps {
  readonly overview: DeviceOverview
  /** The channel shown in the chart below. */
  readonly selected: number | undefined
  readonly onSelect: (channelNo: number) => void
}

/** A card per channel: value, age, trend of the day, distance to its limits. */
export function ChannelCards({ overview, selected, onSelect }: ChannelCardsProps) {
  const { channels, device } = overview
  if (channels.length === 0) return <EmptyState title="没有通道" hint="该型号的设备只转发其它设备的数据" />
  return (
    <div className={styles.cards}>
      <h2 className="visually-hidden">通道</h2>
      {channels.map((channel) => (
        <LiveCard
          key={channel.channelNo}
          channel={channel}
          device={device}
          isSelected={channel.channelNo === selected}
          onOpen={() => onSelect(channel.channelNo)}
        />
      ))}
    </div>
  )
}

interface LiveCardProps {
  readonly channel: Channel
  readonly device: DeviceRow
  readonly isSelected: boolean
  readonly onOpen: () => void
}

function LiveCard({ channel, device, isSelected, onOpen }: LiveCardProps) {
  const status = useStatus(device)
  const lastSeen = useLastSeen({ ...device, channels: [channel] })
  const point = usePoint(channel)
  const isStale = useIsStale(point?.[1], channel.periodS)
  const isAbsent = status === 'offline' || status === 'retired'
  // A device that never reported has no last value to show hatched.
  const look = status === 'inactive' ? 'stale' : lookOf(status, isStale)
  return (
    <ChannelCard
      channel={channel}
      value={point?.[2]}
      q={point?.[3]}
      tsMs={point?.[1] ?? null}
      look={look}
      offlineSinceMs={isAbsent ? lastSeen : null}
      spark={channel.spark.values}
      isSelected={isSelected}
      onOpen={onOpen}
    />
  )
}
