import { type AlarmStats, alarmStatsEndpoints, STATS_DAYS, type StatsQuery } from '@natim/contract/mon/alarm-stats'
import { FALSE_SHARE_LIMIT } from '@natim/domain/alarm/tuning'
import { formatClock, formatNumber, formatShare } from '@natim/domain/format'
import { regionName } from '@natim/domain/regions'
import { Segmented } from 'antd'
import { serverNow } from '@/lib/clock.ts'
import { useListState } from '@/lib/list-state.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar, ErrorState } from '@/ui/error-state.tsx'
import { Attention, PageHead, Situation } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { PrintedLine } from '@/ui/printed-line.tsx'
import { EndingsPanel } from './endings-panel.tsx'
import { FloodPanel } from './flood-panel.tsx'
import { HeatPanel } from './heat-panel.tsx'
import { ExportStats } from './panel-tools.tsx'
import { RulesPanel } from './rules-panel.tsx'
import styles from './stats.module.css'
import { StatsKpis } from './stats-kpis.tsx'
import { StatsOutline } from './stats-outline.tsx'

const DEFAULTS: { readonly days: number; readonly region: string } = { days: 30, region: '' }
const PERIODS = STATS_DAYS.map((value) => ({ value, label: `${value} 天` }))

/** 报警统计: response times, false alarms by rule, and floods (domain §10.5, design 22). */
export default function AlarmStatsPage() {
  const [{ days: given, region }, change] = useListState(DEFAULTS)
  const days = STATS_DAYS.find((known) => known === given) ?? 30
  const query: StatsQuery = { days, region: region === '' ? undefined : region }
  const answer = useEndpoint(alarmStatsEndpoints.stats, { query })
  const { data, atMs, error, isFetching, retry } = R.useLastGood(answer, `${days} ${region}`)
  return (
    <>
      <PageHead
        title="报警统计"
        meta={
          data && (
            <Situation>
              <Finding stats={data} days={days} />
            </Situation>
          )
        }
        actions={
          <>
            <Segmented<StatsQuery['days']>
              aria-label="统计时段"
              value={days}
              options={PERIODS}
              onChange={(next) => change({ days: next })}
            />
            <R.RegionFilter prefix={region} onChange={(prefix) => change({ region: prefix })} />
            <ExportStats panel="trend" query={query} isButton />
          </>
        }
      />
      <PrintedLine
        conditions={[`时段：${days} 天`, `区域：${region === '' ? '全国' : regionName(region)}`]}
        now={serverNow}
      />
      {data ? (
        <div className={styles.page} data-stale={answer.isPlaceholderData || undefined} aria-busy={isFetching}>
          {error && (
            <ErrorBar message={`${error.message}，以下为 ${formatClock(atMs)} 的数据`} onRetry={() => retry()} />
          )}
          <Content stats={data} query={query} />
        </div>
      ) : error ? (
        <Panel>
          <ErrorState message={error.message} onRetry={() => retry()} />
        </Panel>
      ) : (
        <StatsOutline />
      )}
    </>
  )
}

function Content({ stats, query }: { readonly stats: AlarmStats; readonly query: StatsQuery }) {
  if (stats.total.alarms === 0)
    return (
      <Panel>
        <EmptyState
          title={`${query.days} 天内没有报警`}
          hint="可以选择更长的时段或其他区域；演练和事后报警不计入统计"
        />
      </Panel>
    )
  return (
    <>
      <StatsKpis stats={stats} />
      <div className={styles.columns}>
        <RulesPanel stats={stats} query={query} />
        <HeatPanel stats={stats} query={query} />
        <FloodPanel stats={stats} query={query} />
        <EndingsPanel stats={stats} query={query} />
      </div>
    </>
  )
}

/** `2 条规则误报率超过 30 %，按建议调整可少 88 起；30 天内 2 次报警洪水。` */
function Finding({ stats: { rules, floods }, days }: { readonly stats: AlarmStats; readonly days: number }) {
  const noisy = rules.filter(({ falseShare }) => (falseShare ?? 0) > FALSE_SHARE_LIMIT)
  const fewer = rules.reduce((sum, { hint }) => sum + (hint?.fewer ?? 0), 0)
  return (
    <>
      {noisy.length === 0 ? (
        `没有规则误报率超过 ${formatShare(FALSE_SHARE_LIMIT, 0)}`
      ) : (
        <Attention>
          {noisy.length} 条规则误报率超过 {formatShare(FALSE_SHARE_LIMIT, 0)}
        </Attention>
      )}
      {fewer > 0 && `，按建议调整可少 ${formatNumber(fewer)} 起`}；{days} 天内
      {floods.count === 0 ? '没有报警洪水' : ` ${floods.count} 次报警洪水`}。
    </>
  )
}
