import type { CallResult } from '@natim/contract/endpoint'
import { type VitalName, wearableEndpoints } from '@natim/contract/mon/wearable'
import { NEWS2_ITEM_LABEL, NEWS2_ITEMS } from '@natim/domain/news2'
import { VITAL_WINDOW_MS } from '@natim/domain/vital-window'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { lazyPart } from '@/lib/lazy-part.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import type { ChartFrame } from '@/widgets/chart/frame.ts'
import { ChartOutline } from '@/widgets/history/chart-outline.tsx'
import styles from './drawer.module.css'
import { Section } from './section.tsx'
import { VITALS } from './wearable-text.ts'

const TimeSeriesChart = lazyPart(async () => (await import('@/widgets/chart/time-series-chart.tsx')).TimeSeriesChart)

const METRIC: Readonly<Record<VitalName, string>> = { hr: 'hr', spo2: 'spo2', rr: 'rr', temp: 'temp_core' }
const HEIGHT = 180
const REFRESH_MS = 60_000

type Window = CallResult<typeof wearableEndpoints.timeline>['windows'][number]

/** The chosen vital and the score over a day or a week, from scored windows; unmeasured windows are gaps. */
export function Timeline({ id }: { readonly id: string }) {
  const [hours, setHours] = useState<24 | 168>(24)
  const [name, setName] = useState<VitalName | 'score'>('hr')
  const { data, error, refetch } = useEndpoint(
    wearableEndpoints.timeline,
    { query: { id, hours } },
    { refetchInterval: REFRESH_MS },
  )
  const frame = useMemo(() => frameOf(data?.windows ?? [], name), [data, name])
  return (
    <Section
      title={hours === 24 ? '24 小时' : '7 天'}
      meta={
        <Segmented
          size="small"
          aria-label="时段"
          value={hours}
          options={[
            { value: 24, label: '24 h' },
            { value: 168, label: '7 d' },
          ]}
          onChange={(value) => setHours(value === 168 ? 168 : 24)}
        />
      }
    >
      <Segmented
        size="small"
        block
        aria-label="指标"
        value={name}
        options={[
          ...VITALS.map((one) => ({ value: one.name, label: one.label })),
          { value: 'score' as const, label: 'NEWS2' },
        ]}
        onChange={(value) => setName(value)}
      />
      <div className={styles.chart}>
        {data === undefined ? (
          error ? (
            <ErrorState message={error.message} onRetry={() => void refetch()} />
          ) : (
            <ChartOutline height={HEIGHT} />
          )
        ) : data.windows.length === 0 ? (
          <EmptyState title="该时段没有评分窗口" />
        ) : (
          <TimeSeriesChart
            frame={frame}
            range={{ fromMs: data.fromMs, toMs: data.toMs }}
            height={HEIGHT}
            hasLegend={false}
          />
        )}
      </div>
    </Section>
  )
}

function frameOf(windows: readonly Window[], name: VitalName | 'score'): ChartFrame {
  const vital = VITALS.find((one) => one.name === name)
  const timesMs = withHoles(windows)
  const byTime = new Map(windows.map((one) => [one.tMs, one]))
  const valueAt = (tMs: number) => {
    const one = byTime.get(tMs)
    if (one === undefined) return null
    return name === 'score' ? (one.excluded ? null : one.total) : one[name]
  }
  const series = {
    channelNo: 1,
    ...(name !== 'score' && { metricCode: METRIC[name] }),
    name: vital?.label ?? 'NEWS2',
    unit: vital?.unit ?? '分',
    precision: vital?.precision ?? 0,
    values: timesMs.map(valueAt),
    ...(name === 'score' && { notes: changesOf(windows) }),
  }
  return { timesMs, gaps: [], limits: [], series: [series] }
}

/** Window ends, with one extra point inside every gap, which breaks the line there. */
function withHoles(windows: readonly Window[]): number[] {
  return windows.flatMap(({ tMs }, index) => {
    const before = windows[index - 1]
    const isHole = before !== undefined && tMs - before.tMs > VITAL_WINDOW_MS
    return isHole ? [before.tMs + VITAL_WINDOW_MS, tMs] : [tMs]
  })
}

/** Score changes by part, keyed by the window in which they occurred. */
function changesOf(windows: readonly Window[]): Map<number, string> {
  const notes = new Map<number, string>()
  for (const [index, { tMs, points }] of windows.entries()) {
    const before = windows[index - 1]?.points
    const parts = NEWS2_ITEMS.flatMap((item, at) => {
      const was = before?.[at] ?? null
      const is = points[at] ?? null
      return before === undefined || was === is ? [] : [`${NEWS2_ITEM_LABEL[item]} ${was ?? '缺'} → ${is ?? '缺'}`]
    })
    if (parts.length > 0) notes.set(tMs, parts.join('，'))
  }
  return notes
}
