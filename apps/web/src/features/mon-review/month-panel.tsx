import { type ReviewCell, type ReviewMonth, type ReviewStation, reviewEndpoints } from '@natim/contract/mon/review'
import { formatClock } from '@natim/domain/format'
import { keysOf } from '@natim/domain/record'
import { Button, Input } from 'antd'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import { Panel } from '@/ui/panel.tsx'
import { CAPTURE_DEFINITIONS } from './capture-text.ts'
import { MatrixLegend, MonthMatrix } from './month-matrix.tsx'
import { PhoneDays } from './phone-days.tsx'
import styles from './review.module.css'
import { countTab, isWaiting, TABS, type TabKey } from './review-text.ts'
import type { ChosenCells, Place } from './use-matrix-keys.ts'
import { type Review, useDecision } from './use-review.ts'

const TAB_KEYS = keysOf(TABS)

interface MonthPanelProps {
  readonly review: Review
  readonly month: ReviewMonth
  /** Stations of the tab. */
  readonly stations: readonly ReviewStation[]
  readonly tab: TabKey
}

/** The month: state tabs, the matrix, and the definitions of the rates. */
export function MonthPanel({ review, month, stations, tab }: MonthPanelProps) {
  const { answer, change } = review
  return (
    <Panel
      isFlush
      className={styles.matrix}
      isReloading={answer.isFetching}
      error={answer.error ? { message: `加载失败：${answer.error.message}`, onRetry: () => answer.retry() } : undefined}
      dataAsOf={answer.error ? formatClock(answer.atMs) : undefined}
    >
      <MonthBar review={review} month={month} tab={tab} />
      {stations.length === 0 ? (
        <EmptyState
          title={tab === 'all' ? '没有可审核的站点' : `本月没有${TABS[tab].label}的站日`}
          hint={tab === 'all' ? '请调整区域或站点名称' : '可以查看全部站日或其他月份'}
          action={tab !== 'all' && <Button onClick={() => change({ tab: 'all' })}>查看全部</Button>}
        />
      ) : (
        <Days review={review} stations={stations} tab={tab} />
      )}
      <p className={styles.foot}>
        {CAPTURE_DEFINITIONS}已批的站日撤回批准后才能改；改动 2 分钟内更新小时、日与报告，并注明数据已修订。
      </p>
    </Panel>
  )
}

function MonthBar({ review: { state, change, today }, month, tab }: Omit<MonthPanelProps, 'stations'>) {
  return (
    <div className={styles.bar}>
      <FilterTabs
        isInBar
        label="状态"
        tabs={TAB_KEYS.map((key) => ({
          key,
          label: TABS[key].label,
          count: key === 'all' ? month.stations.length : countTab(month, key, today).stations,
        }))}
        chosen={tab}
        onChoose={(key) => change({ tab: key })}
      />
      <Input.Search
        key={state.words}
        aria-label="站点"
        placeholder="站点"
        allowClear
        defaultValue={state.words}
        className={styles.search ?? ''}
        onSearch={(text) => change({ words: text.trim(), station: '', day: '' })}
      />
    </div>
  )
}

/** The matrix; a list on a phone. */
function Days({ review, stations, tab }: Omit<MonthPanelProps, 'month'>) {
  const { state, change, today } = review
  const isPhone = useIsPhone()
  const decide = useBlockDecision(today)
  const openDay = (station: string, day: string) => change({ station, day, channel: 0 })
  const openAt = ({ row, column }: Place) => {
    const station = stations[row]
    const cell = station?.cells[column]
    if (station && cell) openDay(station.stationId, cell.day)
  }
  if (isPhone) return <PhoneDays stations={stations} tab={tab} today={today} onOpen={openDay} />
  return (
    <>
      <div className={styles.key}>
        <MatrixLegend />
        <span className="t-caption">方向键移动 · 回车打开 · 空格审核 · J / K 找疑点</span>
      </div>
      <div className={styles.scroll}>
        <MonthMatrix
          key={`${state.month} ${tab} ${state.region} ${state.words}`}
          stations={stations}
          open={openPlace(stations, state.station, state.day)}
          onOpen={openAt}
          onRates={(station) => change({ rates: station.stationId })}
          onReview={decide.review}
          onApprove={decide.approve}
        />
      </div>
    </>
  )
}

/** Space and A on a block of cells: the decision applies to the cells whose state allows it. */
function useBlockDecision(today: string) {
  const { run } = useDecision()
  const mayReview = useCan('mon:review:edit')
  const mayApprove = useCan('mon:review:approve')
  const bodyOf = (cells: ChosenCells, fits: (cell: ReviewCell) => boolean) => ({
    days: cells
      .filter(({ cell }) => fits(cell))
      .map(({ station, cell }) => ({ stationId: station.stationId, day: cell.day, version: cell.version })),
  })
  return {
    review(cells: ChosenCells) {
      const body = bodyOf(cells, (cell) => isWaiting(cell, today))
      if (mayReview && body.days.length > 0) void run(reviewEndpoints.review, { body })
    },
    approve(cells: ChosenCells) {
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
