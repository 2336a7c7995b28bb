import { LockOutlined } from '@ant-design/icons'
import { type ReviewChannel, type ReviewDay, reviewEndpoints } from '@natim/contract/mon/review'
import { formatClock } from '@natim/domain/format'
import { Alert } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood } from '@/lib/query/use-last-good.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Bar, Outline } from '@/ui/skeleton.tsx'
import { ChartOutline } from '@/widgets/history/chart-outline.tsx'
import { ChannelChoice } from './channel-choice.tsx'
import styles from './day.module.css'
import { DayChart } from './day-chart.tsx'
import { DayHead } from './day-head.tsx'
import { DayLog } from './day-log.tsx'
import { DayRates } from './day-rates.tsx'
import { DoubtList } from './doubt-list.tsx'
import { LossBar } from './loss-bar.tsx'

interface DayPanelProps {
  readonly stationId: string
  readonly day: string
  readonly channelNo: number
  readonly today: string
  readonly onChannel: (channelNo: number) => void
  readonly onStep: ((step: 1 | -1) => void) | undefined
  /** Opens the rates of the station's month. */
  readonly onRates: () => void
}

const FOLLOW_MS = 5_000

/** One day of a station: doubts, losses and decisions (design 25). */
export function DayPanel({ stationId, day, channelNo, today, onChannel, onStep, onRates }: DayPanelProps) {
  const answer = useEndpoint(
    reviewEndpoints.day,
    { query: { stationId, day } },
    { refetchInterval: (query) => (query.state.data?.isPending ? FOLLOW_MS : false) },
  )
  const { data, atMs, error, isFetching, retry } = useLastGood(answer, `${stationId} ${day}`)
  return (
    <Panel
      isReloading={isFetching && data !== undefined}
      error={
        error
          ? { message: `加载失败：${error.message}`, requestId: error.requestId, onRetry: () => retry() }
          : undefined
      }
      dataAsOf={error && data ? formatClock(atMs) : undefined}
      className={styles.panel}
    >
      {data ? (
        <Day
          data={data}
          channelNo={channelNo}
          isOver={day < today}
          onChannel={onChannel}
          onStep={onStep}
          onRates={onRates}
        />
      ) : (
        !error && <DayOutline />
      )}
    </Panel>
  )
}

interface DayProps {
  readonly data: ReviewDay
  readonly channelNo: number
  readonly isOver: boolean
  readonly onChannel: (channelNo: number) => void
  readonly onStep: DayPanelProps['onStep']
  readonly onRates: () => void
}

function Day({ data, channelNo, isOver, onChannel, onStep, onRates }: DayProps) {
  const { channels } = data
  const channel =
    channels.find((entry) => entry.channelNo === channelNo) ??
    channels.find(({ doubts }) => doubts.length > 0) ??
    channels[0]
  return (
    <>
      <DayHead data={data} isOver={isOver} onStep={onStep} />
      {data.state === 'approved' && (
        <Alert
          type="info"
          icon={<LockOutlined />}
          showIcon
          title={`已由${data.approvedBy ?? ''}批准，撤回批准后才能修改样本`}
        />
      )}
      {channel === undefined ? (
        <EmptyState title="该站没有启用的通道" hint="在设备管理中为该站的设备启用通道后再审核" />
      ) : (
        <DayBody data={data} channel={channel} onChannel={onChannel} onRates={onRates} />
      )}
    </>
  )
}

function DayBody({
  data,
  channel,
  onChannel,
  onRates,
}: Pick<DayProps, 'data' | 'onChannel' | 'onRates'> & { readonly channel: ReviewChannel }) {
  const [brush, setBrush] = useState<{ readonly key: string; readonly fromMs: number; readonly toMs: number }>()
  const key = `${data.stationId} ${data.day} ${channel.channelNo}`
  const own = brush?.key === key ? brush : undefined
  return (
    <>
      <ChannelChoice channels={data.channels} chosen={channel.channelNo} onChoose={onChannel} />
      <DayRates capture={channel.capture} isPending={data.isPending} onMonth={onRates} />
      {channel.doubts.length > 0 && data.state !== 'approved' && (
        <DoubtList
          channel={channel}
          onLook={({ fromMs, toMs }) => setBrush({ key, fromMs, toMs: Math.min(toMs, data.nowMs) })}
        />
      )}
      <DayChart
        key={key}
        data={data}
        channel={channel}
        brush={own}
        onBrush={(next) => setBrush(next && { key, ...next })}
      />
      <LossBar capture={channel.capture} periodS={channel.periodS} gaps={data.gaps} channels={data.channels.length} />
      <DayLog data={data} />
    </>
  )
}

const DayOutline = () => (
  <Outline className={styles.outline}>
    <Bar width="60%" height={16} line={32} />
    <Bar width="90%" height={14} line={30} />
    <Bar width="100%" height={48} line={66} />
    <ChartOutline height={300} />
  </Outline>
)
