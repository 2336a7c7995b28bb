import { SearchOutlined } from '@ant-design/icons'
import { MAX_CHOICES, timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { Input, Segmented } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import type { ChannelChoosing } from './channel-choosing.ts'
import { ChannelRows } from './channel-rows.tsx'
import { ChannelTree } from './channel-tree.tsx'
import styles from './channels.module.css'
import { readRecent } from './recent-channels.ts'
import { RowsOutline } from './rows-outline.tsx'

const TYPING_MS = 250
const SOURCES = [
  { value: 'tree', label: '区域树' },
  { value: 'recent', label: '最近' },
]

/** Sources to choose channels from: by place, recent ones, or by name. */
export function ChannelSource(choosing: ChannelChoosing) {
  const [source, setSource] = useState('tree')
  const [text, setText] = useState('')
  const words = useDebounced(text.trim(), TYPING_MS)
  return (
    <div className={styles.source}>
      <Segmented block size="small" aria-label="通道来源" options={SOURCES} value={source} onChange={setSource} />
      <Input
        type="search"
        aria-label="搜索通道"
        placeholder="设备、站点、因子"
        prefix={<SearchOutlined className={styles.icon} aria-hidden />}
        allowClear
        maxLength={64}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.scroll}>
        {words === '' ? (
          source === 'tree' ? (
            <ChannelTree {...choosing} />
          ) : (
            <Recent {...choosing} />
          )
        ) : (
          <Found words={words} {...choosing} />
        )}
      </div>
    </div>
  )
}

function Found({ words, ...choosing }: ChannelChoosing & { readonly words: string }) {
  const { data, error, isPlaceholderData, refetch } = useEndpoint(timeseriesEndpoints.channels, { query: { words } })
  if (error) return <ErrorBar message={error.message} onRetry={() => void refetch()} />
  if (!data) return <RowsOutline />
  if (data.channels.length === 0 && !isPlaceholderData)
    return <EmptyState title="没有找到通道" hint="可以用空格分开几个词，例如“江北 PM2.5”" />
  return (
    <>
      <ChannelRows {...choosing} choices={data.channels} />
      {data.isCut && <p className={styles.note}>只显示前 {MAX_CHOICES} 个，请再加一个词</p>}
    </>
  )
}

function Recent(choosing: ChannelChoosing) {
  const [recent] = useState(readRecent)
  const { data, error, refetch } = useEndpoint(
    timeseriesEndpoints.channels,
    { query: { channels: recent.join(',') } },
    { enabled: recent.length > 0 },
  )
  if (recent.length === 0) return <EmptyState title="还没有看过的通道" hint="从区域树或搜索中选择" />
  if (error) return <ErrorBar message={error.message} onRetry={() => void refetch()} />
  if (!data) return <RowsOutline />
  const order = new Map(recent.map((channelNo, index) => [channelNo, index]))
  const choices = data.channels.toSorted((a, b) => (order.get(a.channelNo) ?? 0) - (order.get(b.channelNo) ?? 0))
  return <ChannelRows {...choosing} choices={choices} />
}
