import { CloseOutlined } from '@ant-design/icons'
import { MAX_QUERY_CHANNELS } from '@natim/contract/constants'
import { type ChannelChoice, timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { Button } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useTheme } from '@/theme/theme-provider.tsx'
import { IconButton } from '@/ui/icon-button.tsx'
import type { ChartFrame } from '@/widgets/chart/frame.ts'
import { lineLooks } from '@/widgets/chart/series-colour.ts'
import { choiceLabel, placeText } from './channel-rows.tsx'
import { ChannelSource } from './channel-source.tsx'
import styles from './channels.module.css'
import { noteRecent } from './recent-channels.ts'
import type { History } from './use-history.ts'

/** The chosen channels, and the sources to add more (design 23). */
export function ChannelsPanel({ history, frame }: { readonly history: History; readonly frame: ChartFrame }) {
  const { state, isFull, toggle, clear } = history
  const chosen = state.channels
  return (
    <div className={styles.pane}>
      <header className={styles.head}>
        <h2>通道</h2>
        <span className={styles.count}>
          {chosen.length} / {MAX_QUERY_CHANNELS}
        </span>
        {chosen.length > 0 && (
          <Button type="link" size="small" onClick={clear}>
            清空
          </Button>
        )}
      </header>
      {chosen.length > 0 && <Chosen history={history} frame={frame} />}
      {isFull && (
        <p className={styles.full} role="status">
          最多 {MAX_QUERY_CHANNELS} 个通道，先移除一个
        </p>
      )}
      <ChannelSource
        chosen={chosen}
        isFull={isFull}
        onToggle={({ channelNo }) => {
          if (!chosen.includes(channelNo)) noteRecent(channelNo)
          toggle(channelNo)
        }}
      />
    </div>
  )
}

function Chosen({ history, frame }: { readonly history: History; readonly frame: ChartFrame }) {
  const { tokens } = useTheme()
  const { channels } = history.state
  const { data, isPlaceholderData } = useEndpoint(timeseriesEndpoints.channels, {
    query: { channels: channels.join(',') },
  })
  const known = new Map(data?.channels.map((choice) => [choice.channelNo, choice]))
  const looks = lineLooks(frame.series, tokens)
  const colours = new Map(frame.series.map(({ channelNo }, index) => [channelNo, looks[index]?.colour]))
  return (
    <ul aria-label="已选通道" className={styles.chosen}>
      {channels.map((channelNo) => {
        const choice = known.get(channelNo)
        const isKnown = choice !== undefined || data === undefined || isPlaceholderData
        const name = choice ? choiceLabel(choice) : isKnown ? '…' : `通道 ${channelNo}`
        return (
          <li key={channelNo}>
            <i style={{ background: colours.get(channelNo) ?? 'var(--control)' }} />
            <span className={styles.chosenText}>
              <span className="ellipsis" title={choice?.name ?? name}>
                {name}
              </span>
              <span className={`ellipsis ${styles.place}`}>{isKnown ? placeOf(choice) : '找不到，可能已删除'}</span>
            </span>
            <IconButton
              aria-label={`移除 ${name}`}
              icon={<CloseOutlined aria-hidden />}
              onClick={() => history.toggle(channelNo)}
            />
          </li>
        )
      })}
    </ul>
  )
}

const placeOf = (choice: ChannelChoice | undefined) => (choice ? `${placeText(choice)} · ${choice.unit}` : '')
