import { INGEST_REASONS } from '@natim/contract/mon/ingest'
import { REJECT_HOURS, type RejectSummary, rejectEndpoints } from '@natim/contract/mon/reject'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { Segmented } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import { Kpi, KpiStrip } from '@/ui/kpi-strip.tsx'
import { Sparkline } from '@/ui/sparkline.tsx'
import { PERIODS, rejects } from './reject-resource.tsx'

const REFRESH_MS = 60_000
const CODES_SHOWN = 3

/** 拒收统计: data that the server rejected by device, worst first; over MQTT the device itself is not informed. */
export default function RejectListPage() {
  const list = R.useResourceList(rejects, { refreshMs: REFRESH_MS })
  return (
    <R.ResourcePage list={list}>
      <R.Toolbar scope={REJECT_HOURS[hoursOf(list.state.filters)]}>
        <PeriodSwitch />
        <R.ExportButton />
      </R.Toolbar>
      <Summary />
      <R.ListPanel>
        <R.SearchForm collapsedCount={4}>
          <R.SearchText name="deviceName" label="设备名称" />
          <R.SearchField resource={rejects} name="clientId" />
          <R.SearchField resource={rejects} name="code" />
          <R.SearchField resource={rejects} name="regionCode" />
        </R.SearchForm>
        <R.Table resource={rejects} />
        <R.Pager note="按设备、原因和整点计数；被拒收的内容不保存" />
      </R.ListPanel>
    </R.ResourcePage>
  )
}

const hoursOf = ({ hours }: Readonly<Record<string, string | number>>): keyof typeof REJECT_HOURS =>
  hours === '168' ? 168 : hours === '720' ? 720 : 24

function PeriodSwitch() {
  const { state, search } = R.useListContext()
  return (
    <Segmented
      aria-label="统计时段"
      options={PERIODS}
      value={String(hoursOf(state.filters))}
      onChange={(hours) => search({ hours })}
    />
  )
}

/** Totals of the list: count, number of devices, reasons. */
function Summary() {
  const { filterQuery, search } = R.useListContext()
  const { data, error, retry } = R.useLastGood(
    useEndpoint(
      rejectEndpoints.summary,
      { query: { ...filterQuery, hours: hoursOf(filterQuery), pageNo: 1, pageSize: 1 } },
      { refetchInterval: REFRESH_MS },
    ),
  )
  if (!data && error) return <ErrorBar message={`汇总加载失败：${error.message}`} onRetry={retry} />
  return (
    <KpiStrip label="拒收汇总">
      <Kpi
        caption="拒收"
        value={data ? formatNumber(data.total) : NO_VALUE}
        unit="次"
        {...(data && { note: `${formatNumber(data.devices)} 台设备`, spark: <Trend {...data} /> })}
      />
      {data?.codes.slice(0, CODES_SHOWN).map(({ code, n, devices }) => (
        <Kpi
          key={code}
          caption={INGEST_REASONS[code]}
          value={formatNumber(n)}
          unit="次"
          note={`${formatNumber(devices)} 台设备 · ${code}`}
          onOpen={() => search({ code })}
        />
      ))}
    </KpiStrip>
  )
}

const Trend = ({ trend }: Pick<RejectSummary, 'trend'>) => (
  <Sparkline label="拒收趋势" values={trend} range={[0, Math.max(1, ...trend)]} />
)
