import { type DeviceOverview } from '@natim/contract/mon/device'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { useMay } from '@/resource/index.ts'
import { HistoryPanel } from '@/widgets/history/history-panel.tsx'
import { channelTitle } from '../channel-picker.tsx'
import { useStatus } from '../live-devices.ts'
import { ChannelCards } from './channel-cards.tsx'
import styles from './overview-tab.module.css'
import { SideColumn } from './side-column.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

export interface OverviewTabProps {
  readonly overview: DeviceOverview
  readonly channelNo: number | undefined
  readonly onChannel: (channelNo: number) => void
}

/** 概览: cards, the chart of the selected channel, and a column with state, place and access. */
export function OverviewTab({ overview, channelNo, onChannel }: OverviewTabProps) {
  const mayReadHistory = useMay(timeseriesEndpoints.query)
  const status = useStatus(overview.device)
  const channel = overview.channels.find((candidate) => candidate.channelNo === channelNo) ?? overview.channels[0]
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {status === 'inactive' && <WaitingPanel device={overview.device} />}
        <ChannelCards overview={overview} selected={channel?.channelNo} onSelect={onChannel} />
        {mayReadHistory && channel && (
          <HistoryPanel
            title={channelTitle(channel)}
            channelNos={[channel.channelNo]}
            fileName={`${overview.device.clientId} ${channel.name}`}
          />
        )}
      </div>
      <SideColumn overview={overview} />
    </div>
  )
}
