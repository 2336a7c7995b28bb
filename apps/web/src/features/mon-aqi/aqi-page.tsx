import { type AqiReport, aqiEndpoints } from '@natim/contract/mon/aqi'
import { formatClock } from '@natim/domain/format'
import { regionName } from '@natim/domain/regions'
import { formatGmt8 } from '@natim/domain/time'
import { serverNow } from '@/lib/clock.ts'
import { useListState } from '@/lib/list-state.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { type LastGood, useLastGood } from '@/lib/query/use-last-good.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar, ErrorState } from '@/ui/error-state.tsx'
import { GlobalBar } from '@/ui/global-bar.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { PrintedLine } from '@/ui/printed-line.tsx'
import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import { useTicker } from '@/ui/ticker.ts'
import styles from './aqi.module.css'
import { type AqiState, DEFAULTS, type LinkState, periodOf, readState, reportQueryOf } from './aqi-state.ts'
import { CityCards } from './city-cards.tsx'
import { Finding } from './finding.tsx'
import { PageControls } from './page-controls.tsx'
import { PeriodBoard } from './period-board.tsx'
import { RankPanel } from './rank-panel.tsx'
import { ReportFoot } from './report-foot.tsx'
import { ReportTable } from './report-table.tsx'
import { Revisions } from './revisions.tsx'
import { YearPanels } from './year-panels.tsx'

const MINUTE_MS = 60_000
const minuteText = (tsMs: number) => formatGmt8(tsMs).slice(0, 16)

const SPAN_NAMES = { day: '日报', month: '月报，至', year: '年报，至' } as const

/** Settings of the printed sheet, in words. */
const conditionsOf = ({ place, span, date, tMs, region }: AqiState): string[] => [
  place === 'city' ? '城市' : '站点',
  span === 'hour' ? `时报 ${formatGmt8(tMs).slice(0, 16)}` : `${SPAN_NAMES[span]} ${date}`,
  region === '' ? '全国' : regionName(region),
]

/** 空气质量: reports of cities and stations, ranking, year calendar and attained days (domain §10.8). */
export default function AqiPage() {
  const [link, change] = useListState(DEFAULTS)
  const nowMs = useTicker((now) => Math.floor(now / MINUTE_MS) * MINUTE_MS)
  const state = readState(link, nowMs)
  const query = reportQueryOf(state)
  const period = periodOf(state.span)
  const asked = useEndpoint(
    state.span === 'hour' ? aqiEndpoints.hour : aqiEndpoints.day,
    { query },
    { enabled: period === undefined },
  )
  const answer = useLastGood(asked, JSON.stringify({ ...query, span: state.span }))
  const report = period === undefined ? answer.data : undefined
  const chosen = report?.rows.find(({ id }) => id === state.id) ?? report?.rows.find(({ aqi }) => aqi !== null)
  return (
    <div className={styles.page}>
      {report?.isTrial && (
        <GlobalBar kind="historical" action={{ label: '按当日有效', onClick: () => change({ standard: 'auto' }) }}>
          按 HJ 633-{report.standard} 试算，非发布值
        </GlobalBar>
      )}
      <PageHead
        title="空气质量"
        meta={report && <Meta report={report} state={state} chosen={chosen} />}
        actions={<PageControls state={state} nowMs={nowMs} change={change} />}
      />
      <PrintedLine conditions={conditionsOf(state)} now={serverNow} />
      {period !== undefined ? (
        <PeriodBoard state={state} period={period} change={change} />
      ) : (
        <ReportBoard answer={answer} report={report} state={state} chosen={chosen} change={change} />
      )}
    </div>
  )
}

interface ReportBoardProps {
  readonly answer: LastGood<AqiReport>
  readonly report: AqiReport | undefined
  readonly state: AqiState
  readonly chosen: AqiReport['rows'][number] | undefined
  readonly change: (patch: Partial<LinkState>) => void
}

function ReportBoard({ answer, report, state, chosen, change }: ReportBoardProps) {
  return (
    <>
      <div className={styles.finding}>
        <span>{report && <Finding report={report} isCity={state.place === 'city'} />}</span>
        {report && <span className={styles.standard}>按 HJ 633-{report.standard} 评价</span>}
      </div>
      {report ? (
        <div className={styles.content} data-stale={answer.isOfAnother || undefined} aria-busy={answer.isFetching}>
          {answer.error && (
            <ErrorBar
              message={`${answer.error.message}，以下为 ${formatClock(answer.atMs)} 的数据`}
              onRetry={answer.retry}
            />
          )}
          <Content report={report} state={state} chosen={chosen} change={change} />
        </div>
      ) : answer.error ? (
        <Panel>
          <ErrorState message={answer.error.message} onRetry={answer.retry} />
        </Panel>
      ) : (
        <Outline>
          {times(12, (i) => (
            <Bar key={i} width="100%" line={36} />
          ))}
        </Outline>
      )}
    </>
  )
}

interface ShownReport {
  readonly report: AqiReport
  readonly state: AqiState
  readonly chosen: AqiReport['rows'][number] | undefined
}

/** Number of rows, time of the report, and whether it was revised. */
const Meta = ({ report, state, chosen }: ShownReport) => (
  <span className={styles.meta}>
    {report.rows.length} {state.place === 'city' ? '城' : '站'} ·{' '}
    {state.span === 'day' ? `${report.date} 日报` : `${minuteText(report.toMs)} 实时报`}
    {report.due && report.rows.some(({ aqi }) => aqi !== null) && ` · ${minuteText(report.due.atMs)} 前可能修订`}
    {chosen && !report.isTrial && <Revisions state={state} row={chosen} toMs={report.toMs} />}
  </span>
)

interface ContentProps extends ShownReport {
  readonly change: (patch: Partial<LinkState>) => void
}

function Content({ report, state, chosen, change }: ContentProps) {
  const isPhone = useIsPhone()
  const isCity = state.place === 'city'
  const choose = (id: string) => change({ id })
  const id = chosen?.id ?? report.rows[0]?.id ?? ''
  return (
    <>
      <div className={styles.columns}>
        <Panel isFlush>
          {report.rows.length === 0 ? (
            <EmptyState
              title={isCity ? '没有参与城市评价的站点' : '没有监测 AQI 项目的站点'}
              hint="可以换一个区域，或检查站点类型与设备通道"
            />
          ) : isPhone ? (
            <CityCards report={report} chosenId={id} onChoose={choose} />
          ) : (
            <ReportTable report={report} isCity={isCity} chosenId={id} onChoose={choose} />
          )}
          {report.rows.length > 0 && <ReportFoot report={report} chosen={chosen} isCity={isCity} />}
        </Panel>
        <RankPanel state={state} onPeriod={(rank) => change({ rank })} onChoose={choose} />
      </div>
      <YearPanels state={state} id={id} onDate={(date) => change({ span: 'day', date })} />
    </>
  )
}
