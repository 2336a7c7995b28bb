import type { DeviceOverview } from '@natim/contract/mon/device'
import { useListState } from '@/lib/list-state.ts'
import { HistoryPanel } from '@/widgets/history/history-panel.tsx'
import { ChannelPicker } from '../channel-picker.tsx'
import styles from './history-tab.module.css'

interface State {
  /** Channels drawn; empty = the first one. */
  readonly channels: readonly number[]
}
const DEFAULTS: State = { channels: [] }

/** 历史: several channels of the device in one chart, with one axis per unit. */
export function HistoryTab({ overview }: { readonly overview: DeviceOverview }) {
  const [state, change] = useListState(DEFAULTS)
  const known = overview.channels.map(({ channelNo }) => channelNo)
  const wanted = Array.isArray(state.channels) ? known.filter((channelNo) => state.channels.includes(channelNo)) : []
  const chosen = wanted.length > 0 ? wanted : known.slice(0, 1)
  return (
    <div className={styles.tab}>
      <ChannelPicker channels={overview.channels} value={chosen} onChange={(channels) => change({ channels })} />
      <HistoryPanel title="历史曲线" channelNos={chosen} fileName={`${overview.device.clientId} 历史数据`} />
    </div>
  )
}
