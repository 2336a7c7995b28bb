import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import {
  MAX_REVIEWED_STATIONS,
  type ReviewCell,
  reviewEndpoints,
  type ReviewMonth,
  type ReviewStation,
} from '@natim/contract/mon/review'
import { formatClock, formatNumber } from '@natim/domain/format'
import { regionName, regionPrefix } from '@natim/domain/regions'
import { Button, Input, Popconfirm } from 'antd'
import { useDeferredValue } from 'react'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { Attention, PageHead, Situation } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { Can } from '@/widgets/can/can.tsx'
import { DayPanel } from './day-panel.tsx'
import { MatrixLegend, MonthMatrix, type Place } from './month-matrix.tsx'
import { PhoneDays } from './phone-days.tsx'
import styles from './review.module.css'
import { SampleImports } from './sample-imports.tsx'
import { approvedUntil, countTab, isTab, isWaiting, nextMonth, stationsOf, TABS, type TabKey } from './review-text.ts'
import { type Review, useDecision, useReview } from './use-review.ts'

const TAB_KEYS = Object.keys(TABS) as TabKey[]

/** 数据审核: every station and day from automatic to reviewed to approved (domain §3.6, design 25). */
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
            <div className={styles.region}>
              <R.regionWidget.Control
                aria-label="区域"
                placeholder="全部区域"
                allowClear
                value={state.region === '' ? undefined : state.region.padEnd(6, '0')}
                onChange={(code) => change({ region: code == null ? '' : regionPrefix(String(code)) })}
              />
            </div>
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
        <Board review={review} month={data} />
      ) : error ? (
        <Panel>
          <ErrorState message={error.message} onRetry={() => retry()} />
        </Panel>
      ) : (
        <Panel>
          <TableSkeleton rows={12} columns={12} />
        </Panel>
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

/** One click for all days that wait for approval. */
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
        onConfirm={() => run(reviewEndpoints.approve, { body: { days: days.slice(0, 500) } })}
      >
        <Button loading={isBusy}>批准已审 {days.length} 站日</Button>
      </Popconfirm>
    </Can>
  )
}

function Board({ review, month }: { readonly review: Review; readonly month: ReviewMonth }) {
  const { state, change, today, answer } = review
  const tab = isTab(state.tab) ? state.tab : 'waiting'
  const isPhone = useIsPhone()
  const words = useDeferredValue(state.words)
  const stations = stationsOf(month.stations, tab, today)
  const open = openPlace(stations, state.station, state.day)
  const station = month.stations.find(({ stationId }) => stationId === state.station) ?? stations[0]
  const day = station && dayOf(station, state.day, tab, today)
  const openAt = ({ row, column }: Place) => {
    const at = stations[row]
    const cell = at?.cells[column]
    if (at && cell) change({ station: at.stationId, day: cell.day, channel: 0 })
  }
  const step = (by: 1 | -1) => {
    const days = station?.cells.map((cell) => cell.day) ?? []
    const next = days[days.indexOf(day ?? '') + by]
    if (next !== undefined && station) change({ station: station.stationId, day: next })
  }
  const decide = useBlockDecision(today)
  const isDayOnly = isPhone && state.day !== ''
  const panel = station && day !== undefined && (
    <DayPanel
      stationId={station.stationId}
      day={day}
      channelNo={state.channel}
      today={today}
      onChannel={(channel) => change({ channel })}
      onStep={step}
    />
  )
  if (isDayOnly)
    return (
      <>
        <Button type="link" icon={<LeftOutlined />} className={styles.back ?? ''} onClick={() => change({ day: '' })}>
          返回列表
        </Button>
        {panel}
      </>
    )
  return (
    <div className={styles.columns}>
      <Panel
        isFlush
        className={styles.matrix}
        isReloading={answer.isFetching}
        error={
          answer.error ? { message: `加载失败：${answer.error.message}`, onRetry: () => answer.retry() } : undefined
        }
        dataAsOf={answer.error ? formatClock(answer.atMs) : undefined}
      >
        <div className={styles.bar}>
          <div role="group" aria-label="状态" className={styles.tabs}>
            {TAB_KEYS.map((key) => (
              <button key={key} type="button" aria-pressed={key === tab} onClick={() => change({ tab: key })}>
                {TABS[key].label}{' '}
                <small>{key === 'all' ? month.stations.length : countTab(month, key, today).stations}</small>
              </button>
            ))}
          </div>
          <Input.Search
            aria-label="站点"
            placeholder="站点"
            allowClear
            defaultValue={words}
            className={styles.search ?? ''}
            onSearch={(text) => change({ words: text.trim(), station: '', day: '' })}
          />
        </div>
        {stations.length === 0 ? (
          <EmptyState
            title={tab === 'all' ? '没有可审核的站点' : `本月没有${TABS[tab].label}的站日`}
            hint={tab === 'all' ? '请调整区域或站点名称' : '可以查看全部站日或其他月份'}
            action={tab !== 'all' && <Button onClick={() => change({ tab: 'all' })}>查看全部</Button>}
          />
        ) : isPhone ? (
          <PhoneDays
            stations={stations}
            tab={tab}
            today={today}
            onOpen={(stationId, next) => change({ station: stationId, day: next, channel: 0 })}
          />
        ) : (
          <>
            <div className={styles.key}>
              <MatrixLegend />
              <span className="t-caption">方向键移动 · 回车打开 · 空格审核 · J / K 找疑点</span>
            </div>
            <div className={styles.scroll}>
              <MonthMatrix
                key={`${state.month} ${tab} ${state.region} ${state.words}`}
                stations={stations}
                open={open}
                onOpen={openAt}
                onReview={decide.review}
                onApprove={decide.approve}
              />
            </div>
          </>
        )}
        <p className={styles.foot}>
          传输率 = 实收 / 应收，有效率 = 有效 / 实收，捕集率 = 有效 /（应收 −
          计划维护）；应收按当时的采样周期，计划维护取维护状态与校准中较长者。已批的站日撤回批准后才能改；改动 2
          分钟内更新小时、日与报告，并注明数据已修订。
        </p>
      </Panel>
      {!isPhone && panel}
    </div>
  )
}

/** Space and A over a block of cells: what fits of it is decided about. */
function useBlockDecision(today: string) {
  const { run } = useDecision()
  const mayReview = useCan('mon:review:edit')
  const mayApprove = useCan('mon:review:approve')
  type Cells = readonly { readonly station: ReviewStation; readonly cell: ReviewCell }[]
  const bodyOf = (cells: Cells, fits: (cell: ReviewCell) => boolean) => ({
    days: cells
      .filter(({ cell }) => fits(cell))
      .map(({ station, cell }) => ({ stationId: station.stationId, day: cell.day, version: cell.version })),
  })
  return {
    review(cells: Cells) {
      const body = bodyOf(cells, (cell) => isWaiting(cell, today))
      if (mayReview && body.days.length > 0) void run(reviewEndpoints.review, { body })
    },
    approve(cells: Cells) {
      const body = bodyOf(cells, ({ state }) => state === 'reviewed')
      if (mayApprove && body.days.length > 0) void run(reviewEndpoints.approve, { body })
    },
  }
}

function openPlace(stations: readonly ReviewStation[], stationId: string, day: string): Place | undefined {
  const row = stations.findIndex((station) => station.stationId === stationId)
  const column = stations[row]?.cells.findIndex((cell) => cell.day === day) ?? -1
  return row < 0 || column < 0 ? undefined : { row, column }
}

/** The day of the link; else the first that the tab is about, else the last one. */
function dayOf({ cells }: ReviewStation, wanted: string, tab: TabKey, today: string): string | undefined {
  if (cells.some(({ day }) => day === wanted)) return wanted
  return (cells.find((cell) => TABS[tab].has(cell, today)) ?? cells.at(-1))?.day
}
