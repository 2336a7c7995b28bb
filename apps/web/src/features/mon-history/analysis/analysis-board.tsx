import type { TsSeries } from '@natim/contract/mon/timeseries'
import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { metricLabel } from '@/ui/metric-label.ts'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { createHourUnder } from '@/widgets/analysis/hour-under.ts'
import { RangeControls } from '@/widgets/history/range-controls.tsx'
import { RangeSteps } from '../range-steps.tsx'
import type { History } from '../use-history.ts'
import styles from './analysis.module.css'
import { BoxPanel } from './box-panel.tsx'
import { CalendarPanel } from './calendar-panel.tsx'
import { RosePanel } from './rose-panel.tsx'
import { ScatterPanel } from './scatter-panel.tsx'
import { MAX_ANALYSIS_DAYS, useHours } from './use-hours.ts'

const PANELS = [
  { value: 'rose', label: '玫瑰图' },
  { value: 'scatter', label: '散点' },
  { value: 'boxes', label: '箱线' },
  { value: 'calendar', label: '日历' },
] as const
type PanelName = (typeof PANELS)[number]['value']
const ALL: readonly PanelName[] = PANELS.map(({ value }) => value)

/**
 * Four views of the hourly means in the shown range; a panel can be switched off, the others then widen (design 24).
 */
export function AnalysisBoard({ history }: { readonly history: History }) {
  const { view, state } = history
  const { hours, days, isTooLong } = useHours(history)
  const [shown, setShown] = useState(ALL)
  const [mainNo, setMainNo] = useState<number>()
  const [under] = useState(createHourUnder)
  const series = hours.data?.series ?? []
  const main = series.find(({ channelNo }) => channelNo === mainNo) ?? firstOf(series)
  return (
    <div className={styles.board}>
      <Panel
        isFlush
        isReloading={hours.isFetching && hours.data !== undefined}
        error={
          state.channels.length > 0 && hours.error && !isTooLong
            ? { message: `加载失败：${hours.error.message}`, requestId: hours.error.requestId, onRetry: hours.retry }
            : undefined
        }
      >
        <Bar history={history} series={series} main={main} shown={shown} onShow={setShown} onMain={setMainNo} />
      </Panel>
      {state.channels.length === 0 ? (
        <EmptyState title="请选择通道" hint="玫瑰图需要风向和风速，散点需要两个通道" />
      ) : isTooLong ? (
        <EmptyState title={`分析最多 ${MAX_ANALYSIS_DAYS} 天`} hint="请缩小时间范围" />
      ) : main === undefined ? (
        !hours.error && <TableSkeleton rows={8} columns={4} />
      ) : (
        <>
          <div className={styles.panels}>
            {shown.includes('rose') && <RosePanel series={series} main={main} />}
            {shown.includes('scatter') && <ScatterPanel series={series} main={main} under={under} />}
            {shown.includes('boxes') && <BoxPanel series={series} main={main} />}
          </div>
          {shown.includes('calendar') && (
            <CalendarPanel
              main={main}
              days={days?.find(({ channelNo }) => channelNo === main.channelNo)}
              range={view.range}
              under={under}
            />
          )}
        </>
      )}
    </div>
  )
}

interface BarProps {
  readonly history: History
  readonly series: readonly TsSeries[]
  readonly main: TsSeries | undefined
  readonly shown: readonly PanelName[]
  readonly onShow: (shown: readonly PanelName[]) => void
  readonly onMain: (channelNo: number) => void
}

/** Range, main channel, and panel toggles. */
function Bar({ history, series, main, shown, onShow, onMain }: BarProps) {
  return (
    <div className={styles.bar}>
      <RangeControls view={history.view} onExport={null} />
      <RangeSteps view={history.view} />
      {main && (
        <Select
          size="small"
          aria-label="分析的通道"
          popupMatchSelectWidth={false}
          value={main.channelNo}
          options={series.map((of) => ({
            value: of.channelNo,
            label: `${metricLabel({ formula: null, name: of.name })} · ${of.deviceName}`,
          }))}
          onChange={onMain}
        />
      )}
      <Checkbox.Group
        options={[...PANELS]}
        value={[...shown]}
        onChange={(values) => onShow(ALL.filter((name) => values.includes(name)))}
      />
    </div>
  )
}

/** Wind is mostly context for other channels, so it is chosen last. */
const firstOf = (series: readonly TsSeries[]): TsSeries | undefined =>
  series.find(({ metricCode }) => !metricCode.startsWith('wind_')) ?? series[0]
