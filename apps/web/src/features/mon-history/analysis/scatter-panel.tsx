import type { TsSeries } from '@natim/contract/mon/timeseries'
import { regression } from '@natim/domain/analysis/regression'
import { Select } from 'antd'
import { useState } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { metricLabel } from '@/ui/metric-label.ts'
import { Panel } from '@/ui/panel.tsx'
import type { HourUnder } from '@/widgets/analysis/hour-under.ts'
import { ScatterPlot } from '@/widgets/analysis/scatter-plot.tsx'
import styles from './analysis.module.css'
import { pairsOf } from './use-hours.ts'

const HEIGHT = 290
const labelOf = ({ name }: TsSeries) => metricLabel({ formula: null, name })

interface ScatterPanelProps {
  readonly series: readonly TsSeries[]
  readonly main: TsSeries
  readonly under: HourUnder
}

/** Hourly scatter of the first channel against another one, with the regression line. */
export function ScatterPanel({ series, main, under }: ScatterPanelProps) {
  const others = series.filter(({ channelNo }) => channelNo !== main.channelNo)
  const [chosen, setChosen] = useState<number>()
  const other = others.find(({ channelNo }) => channelNo === chosen) ?? others[0]
  const points = other ? pairsOf(other, main) : []
  const line = regression(points)
  const axis = (of: TsSeries) => ({ name: labelOf(of), unit: of.unit, precision: of.precision })
  return (
    <Panel
      title="散点与回归"
      meta={other ? `${labelOf(main)} 对 ${labelOf(other)} · n ${points.length}` : undefined}
      actions={
        others.length > 0 && (
          <Select
            size="small"
            aria-label="横轴通道"
            popupMatchSelectWidth={false}
            value={other?.channelNo}
            options={others.map((of) => ({ value: of.channelNo, label: `${labelOf(of)} · ${of.deviceName}` }))}
            onChange={setChosen}
          />
        )
      }
    >
      {other === undefined ? (
        <EmptyState title="需要两个通道" hint="再选一个通道，与第一个逐小时比较" />
      ) : (
        <>
          <p className={styles.formula}>{line ? formulaOf(line) : '数据点不足，不作回归'}</p>
          <ScatterPlot points={points} line={line} x={axis(other)} y={axis(main)} height={HEIGHT} under={under} />
        </>
      )}
    </Panel>
  )
}

const figure = (value: number) => String(Number(value.toPrecision(3)))

/** `y = 1.42 x + 6.8 · R² 0.64 · 斜率 95 % 区间 1.34–1.50` */
function formulaOf({ slope, intercept, r2, slopeLow, slopeHigh }: NonNullable<ReturnType<typeof regression>>): string {
  const sign = intercept < 0 ? '−' : '+'
  return `y = ${figure(slope)} x ${sign} ${figure(Math.abs(intercept))} · R² ${r2.toFixed(2)} · 斜率 95 % 区间 ${figure(slopeLow)} 至 ${figure(slopeHigh)}`
}
