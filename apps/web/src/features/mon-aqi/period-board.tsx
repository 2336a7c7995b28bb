import { aqiEndpoints } from '@natim/contract/mon/aqi'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood } from '@/lib/query/use-last-good.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { GlobalBar } from '@/ui/global-bar.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import styles from './aqi.module.css'
import { type AqiState, type LinkState, reportQueryOf } from './aqi-state.ts'
import { periodFinding, periodText } from './aqi-text.ts'
import { PeriodCards, PeriodFoot, PeriodTable } from './period-table.tsx'
import { RankPanel } from './rank-panel.tsx'
import { YearPanels } from './year-panels.tsx'

interface PeriodBoardProps {
  readonly state: AqiState
  readonly period: 'month' | 'year'
  readonly change: (patch: Partial<LinkState>) => void
}

/** 月报 and 年报: concentrations with their validity, composite index, rank, and attained days. */
export function PeriodBoard({ state, period, change }: PeriodBoardProps) {
  const isPhone = useIsPhone()
  const query = { ...reportQueryOf(state), period }
  const answer = useLastGood(useEndpoint(aqiEndpoints.period, { query }), JSON.stringify(query))
  const { data: report } = answer
  const isCity = state.place === 'city'
  const choose = (id: string) => change({ id })
  const id = report?.rows.find((row) => row.id === state.id)?.id ?? report?.rows[0]?.id ?? ''
  return (
    <>
      {report?.standard != null && (
        <GlobalBar kind="historical" action={{ label: '按当日有效', onClick: () => change({ standard: 'auto' }) }}>
          按 HJ 633-{report.standard} 试算，非发布值
        </GlobalBar>
      )}
      <p className={styles.finding}>{report && periodFinding(report, isCity)}</p>
      <div className={styles.columns}>
        <Panel
          title={report ? periodText(report) : period === 'month' ? '月报' : '年报'}
          meta={report && `${report.days} 天${report.isRunning ? ' · 累计值' : ''}`}
          isFlush
          isReloading={answer.isFetching && report !== undefined}
          {...(answer.error && { error: { message: answer.error.message, onRetry: answer.retry } })}
        >
          {!report ? (
            !answer.error && (
              <Outline>
                {times(12, (i) => (
                  <Bar key={i} width="100%" line={36} />
                ))}
              </Outline>
            )
          ) : report.rows.length === 0 ? (
            <EmptyState
              title={isCity ? '没有参与城市评价的站点' : '没有监测 AQI 项目的站点'}
              hint="可以换一个区域，或检查站点类型与设备通道"
            />
          ) : (
            <>
              {isPhone ? (
                <PeriodCards report={report} chosenId={id} onChoose={choose} />
              ) : (
                <PeriodTable report={report} isCity={isCity} chosenId={id} onChoose={choose} />
              )}
              <PeriodFoot report={report} />
            </>
          )}
        </Panel>
        <RankPanel state={state} onPeriod={(rank) => change({ rank })} onChoose={choose} />
      </div>
      <YearPanels state={state} id={id} onDate={(date) => change({ span: 'day', date })} />
    </>
  )
}
