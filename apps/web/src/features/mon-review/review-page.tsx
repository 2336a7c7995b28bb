import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import {
  MAX_REVIEWED_STATIONS,
  type ReviewMonth,
  type ReviewStation,
  reviewEndpoints,
} from '@natim/contract/mon/review'
import { formatNumber } from '@natim/domain/format'
import { regionName } from '@natim/domain/regions'
import { Button, Popconfirm } from 'antd'
import { useIsPhone } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { Attention, PageHead, Situation } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { Can } from '@/widgets/can/can.tsx'
import { ChartOutline } from '@/widgets/history/chart-outline.tsx'
import { CaptureDialog } from './capture-dialog.tsx'
import { DayPanel } from './day-panel.tsx'
import { MonthPanel } from './month-panel.tsx'
import styles from './review.module.css'
import { approvedUntil, countTab, isTab, isWaiting, nextMonth, stationsOf, TABS, type TabKey } from './review-text.ts'
import { SampleImports } from './sample-imports.tsx'
import { type Review, useDecision, useReview } from './use-review.ts'

/** Approximate bottom of the day's curve. */
const OUTLINE_PX = 480

/** 数据审核: station days from automatic to reviewed to approved (domain §3.6, design 25). */
export default function ReviewPage() {
  const review = useReview()
  const { state, change, today, answer } = review
  const { data, error, retry } = answer
  return (
    <div className={styles.page}>
      <PageHead
        title="数据审核"
        meta={data && <Finding month={data} region={state.region} today={today} />}
        actions={
          <>
            <R.RegionFilter prefix={state.region} onChange={(region) => change({ region })} />
            <span className={styles.month}>
              <Button
                aria-label="上个月"
                icon={<LeftOutlined />}
                onClick={() => change({ month: nextMonth(state.month, -1), day: '' })}
              />
              <b>{state.month}</b>
              <Button
                aria-label="下个月"
                icon={<RightOutlined />}
                disabled={state.month >= today.slice(0, 7)}
                onClick={() => change({ month: nextMonth(state.month, 1), day: '' })}
              />
            </span>
            <Can I="mon:ts:import">
              <SampleImports />
            </Can>
            {data && <ApproveAll month={data} />}
          </>
        }
      />
      {data ? (
        <>
          <Board review={review} month={data} />
          <Rates review={review} month={data} />
        </>
      ) : error ? (
        <Panel>
          <ErrorState message={error.message} onRetry={() => retry()} />
        </Panel>
      ) : (
        <div className={styles.columns} aria-busy>
          <Panel>
            <TableSkeleton rows={18} columns={6} />
          </Panel>
          <Panel>
            <ChartOutline height={OUTLINE_PX} />
          </Panel>
        </div>
      )}
    </div>
  )
}

/** `江苏省 · 42 站。待审 58 站日，其中 6 站日有疑点；11-12 前均已批。` */
function Finding({
  month,
  region,
  today,
}: {
  readonly month: ReviewMonth
  readonly region: string
  readonly today: string
}) {
  const waiting = countTab(month, 'waiting', today).days
  const doubtful = month.stations.reduce(
    (sum, { cells }) => sum + cells.filter((cell) => isWaiting(cell, today) && cell.doubts > 0).length,
    0,
  )
  const until = approvedUntil(month)
  const place = region === '' ? '' : `${regionName(region.padEnd(6, '0'))} · `
  return (
    <Situation>
      {place}
      {formatNumber(month.stations.length)} 站：{waiting === 0 ? '没有待审站日' : `待审 ${formatNumber(waiting)} 站日`}
      {doubtful > 0 && (
        <>
          ，其中 <Attention>{formatNumber(doubtful)} 站日有疑点</Attention>
        </>
      )}
      {until !== undefined && `；${until.slice(5)} 前均已批`}。
      {month.isCut && ` 只列出前 ${MAX_REVIEWED_STATIONS} 站，请选择区域或输入站点名称。`}
    </Situation>
  )
}

/** Approves all days pending approval with one click. */
function ApproveAll({ month }: { readonly month: ReviewMonth }) {
  const { isBusy, run } = useDecision()
  const days = month.stations.flatMap(({ stationId, cells }) =>
    cells.filter(({ state }) => state === 'reviewed').map(({ day, version }) => ({ stationId, day, version })),
  )
  if (days.length === 0) return null
  return (
    <Can I="mon:review:approve">
      <Popconfirm
        title={`批准 ${days.length} 个已审站日？`}
        description="批准后样本不能再标记，需要时可撤回批准"
        okText="批准"
        cancelText="取消"
        onConfirm={() => run(reviewEndpoints.approve, { body: { days } })}
      >
        <Button loading={isBusy}>批准已审 {days.length} 站日</Button>
      </Popconfirm>
    </Can>
  )
}

function Board({ review, month }: { readonly review: Review; readonly month: ReviewMonth }) {
  const { state, change, today } = review
  const tab = isTab(state.tab) ? state.tab : 'waiting'
  const isPhone = useIsPhone()
  const stations = stationsOf(month.stations, tab, today)
  const station = month.stations.find(({ stationId }) => stationId === state.station) ?? stations[0]
  const day = station && dayOf(station, state.day, tab, today)
  const step = (by: 1 | -1) => {
    const days = station?.cells.map((cell) => cell.day) ?? []
    const next = days[days.indexOf(day ?? '') + by]
    if (next !== undefined && station) change({ station: station.stationId, day: next })
  }
  const panel = station && day !== undefined && (
    <DayPanel
      stationId={station.stationId}
      day={day}
      channelNo={state.channel}
      today={today}
      onChannel={(channel) => change({ channel })}
      onStep={step}
      onRates={() => change({ rates: station.stationId })}
    />
  )
  if (isPhone && state.day !== '')
    return (
      <>
        <Button
          type="link"
          icon={<LeftOutlined aria-hidden />}
          className={styles.back ?? ''}
          onClick={() => change({ day: '' })}
        >
          返回列表
        </Button>
        {panel}
      </>
    )
  return (
    <div className={styles.columns}>
      <MonthPanel review={review} month={month} stations={stations} tab={tab} />
      {!isPhone && panel}
    </div>
  )
}

/** The rates of the station in the address. */
function Rates({ review: { state, change }, month }: { readonly review: Review; readonly month: ReviewMonth }) {
  const station = month.stations.find(({ stationId }) => stationId === state.rates)
  if (station === undefined) return null
  return <CaptureDialog station={station} month={state.month} onClose={() => change({ rates: '' })} />
}

/** The day of the link; otherwise the first that matches the tab, otherwise the last one. */
function dayOf({ cells }: ReviewStation, wanted: string, tab: TabKey, today: string): string | undefined {
  if (cells.some(({ day }) => day === wanted)) return wanted
  return (cells.find((cell) => TABS[tab].has(cell, today)) ?? cells.at(-1))?.day
}
