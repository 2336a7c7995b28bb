import { DownloadOutlined } from '@ant-design/icons'
import { INFECTION_SPANS, type InfectionSituation, infectionEndpoints } from '@natim/contract/mon/infection'
import { formatClock } from '@natim/domain/format'
import { BREATH_RULE, FEVER_RULE, SIGNAL_RULE } from '@natim/domain/infection-words'
import { formatGmt8 } from '@natim/domain/time'
import { Button, Dropdown, Segmented, Select } from 'antd'
import { downloadFile } from '@/lib/api/actions.ts'
import { serverNow } from '@/lib/clock.ts'
import { type ChangeListState, useListState } from '@/lib/list-state.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood } from '@/lib/query/use-last-good.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar, ErrorState } from '@/ui/error-state.tsx'
import { Kpi, KpiStrip } from '@/ui/kpi-strip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { PrintedLine } from '@/ui/printed-line.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { Can } from '@/widgets/can/can.tsx'
import { CityCurve } from './city-curve.tsx'
import { CityTable } from './city-table.tsx'
import styles from './infection.module.css'
import { countsText, deviationText, intervalText, shareText } from './infection-text.ts'

interface LinkState {
  readonly days: number
  /** Day of the table; empty = the current one. */
  readonly date: string
  /** City of the curve; empty = the first of the table. */
  readonly city: string
}

const DEFAULTS: LinkState = { days: 14, date: '', city: '' }

type Span = (typeof INFECTION_SPANS)[number]
const spanOf = (days: number): Span => INFECTION_SPANS.find((span) => span === days) ?? 14

const queryOf = ({ days, date, city }: LinkState) => ({
  days: spanOf(days),
  ...(date !== '' && { date }),
  ...(city !== '' && { regionCode: city }),
})

const REFRESH_MS = 5 * 60_000
const SPANS = INFECTION_SPANS.map((value) => ({ value, label: `${value} 天` }))

/** 感染态势: fever, deviations and positivity by city and day, and unusual counts (domain §5.8). */
export default function InfectionPage() {
  const [state, change] = useListState(DEFAULTS)
  const query = queryOf(state)
  const asked = useEndpoint(infectionEndpoints.situation, { query }, { refetchInterval: REFRESH_MS })
  const answer = useLastGood(asked, JSON.stringify(query))
  const { data } = answer
  return (
    <div className={styles.page}>
      <PageHead
        title="感染态势"
        meta={data && `${data.cities.length} 城 · ${data.date} · 数据截至 ${formatGmt8(data.untilMs).slice(0, 16)}`}
        actions={<Controls state={state} change={change} data={data} />}
      />
      <PrintedLine
        conditions={[`近 ${spanOf(state.days)} 天`, `日期 ${data?.date ?? state.date}`]}
        note={`${data?.cities.length ?? 0} 城`}
        now={serverNow}
      />
      {data ? (
        <div className={styles.content} data-stale={answer.isOfAnother || undefined} aria-busy={answer.isFetching}>
          {answer.error && (
            <ErrorBar
              message={`${answer.error.message}，以下为 ${formatClock(answer.atMs)} 的数据`}
              onRetry={answer.retry}
            />
          )}
          <Content data={data} onCity={(city) => change({ city })} />
        </div>
      ) : (
        <Panel title="城市">
          {answer.error ? (
            <ErrorState message={answer.error.message} onRetry={answer.retry} />
          ) : (
            <TableSkeleton rows={10} columns={8} />
          )}
        </Panel>
      )}
    </div>
  )
}

interface ControlsProps {
  readonly state: LinkState
  readonly change: ChangeListState<LinkState>
  readonly data: InfectionSituation | undefined
}

function Controls({ state, change, data }: ControlsProps) {
  const save = (format: 'csv' | 'xlsx') =>
    downloadFile(infectionEndpoints.exportFile.path, {
      query: { ...queryOf(state), format },
      name: `感染态势 ${data?.date ?? ''}.${format}`,
    }).catch(() => undefined)
  return (
    <>
      <Segmented<Span>
        aria-label="时段"
        value={spanOf(state.days)}
        options={SPANS}
        onChange={(days) => change({ days, date: '' })}
      />
      <Select
        aria-label="日期"
        className={styles.date}
        value={data?.date ?? null}
        placeholder="日期"
        options={(data?.days ?? []).toReversed().map((day, index) => ({
          value: day,
          label: index === 0 ? `${day}（未满）` : day,
        }))}
        onChange={(date: string) => change({ date: date === data?.days.at(-1) ? '' : date })}
      />
      <Can I="mon:health:export">
        <Dropdown
          menu={{
            items: [
              { key: 'csv', label: 'CSV' },
              { key: 'xlsx', label: 'XLSX' },
            ],
            onClick: ({ key }) => void save(key === 'csv' ? 'csv' : 'xlsx'),
          }}
          trigger={['click']}
        >
          <Button icon={<DownloadOutlined aria-hidden />}>导出</Button>
        </Dropdown>
      </Can>
    </>
  )
}

function Content({ data, onCity }: { readonly data: InfectionSituation; readonly onCity: (code: string) => void }) {
  const { total, cities, city, days, date, sentence } = data
  if (cities.length === 0)
    return (
      <Panel>
        <EmptyState
          title="时段内没有佩戴者，也没有有效的呼气检测"
          hint="可以换 30 天，或检查设备是否绑定、检测是否出结果"
        />
      </Panel>
    )
  return (
    <>
      <p className={styles.finding}>{sentence}</p>
      <KpiStrip label="合计">
        <Kpi
          caption="发热占比"
          value={shareText(total.fever)}
          note={`${countsText(total.fever)} 人 ${intervalText(total.fever)}`}
        />
        <Kpi
          caption="呼气阳性率（需确证）"
          value={shareText(total.breath)}
          note={`${countsText(total.breath)} 例 ${intervalText(total.breath)}`}
        />
        <Kpi caption="心率偏离" value={deviationText(total.hrZ)} unit="σ" note="佩戴者与本人 14 天基线之差的均值" />
        <Kpi caption="呼吸偏离" value={deviationText(total.rrZ)} unit="σ" note="同上" />
      </KpiStrip>
      <div className={styles.columns}>
        <Panel title="城市" meta={`${date} · 信号在前，按阳性率`} isFlush>
          <CityTable cities={cities} chosen={city?.regionCode} onChoose={onCity} />
        </Panel>
        {city && (
          <Panel title={city.regionName} meta={`近 ${days.length} 天 · 线外的带为 95 % 区间`}>
            <CityCurve days={days} city={city} />
          </Panel>
        )}
      </div>
      <p className={styles.note}>
        {SIGNAL_RULE}。{FEVER_RULE}。{BREATH_RULE}。区间为 Wilson 95 %。少于 5 人显示
        &lt;5；可由合计推出的数另行隐藏（—）。信号不是报警，疑似阳性均需确证。
      </p>
    </>
  )
}
