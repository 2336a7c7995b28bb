import { type BreathDetail, breathEndpoints, type Chromatogram as Curve } from '@natim/contract/mon/breath'
import { netOf } from '@natim/domain/breath'
import { metricByCode } from '@natim/domain/metrics'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Bar, Outline } from '@/ui/skeleton.tsx'
import styles from '../breath.module.css'
import type { MarkProps } from './panel-rows.ts'

const WIDTH = 980
const HEIGHT = 190
const LEFT = 36
const BOTTOM = 22
const TOP = 22
const TICKS = [0, 25, 50, 75, 100]
const TIME_TICKS = 6
const LABEL_GAP_PX = 12

type Mode = 'over' | 'net'
const MODES: { value: Mode; label: string }[] = [
  { value: 'over', label: '叠加' },
  { value: 'net', label: '扣本底' },
]

/** 色谱图, if the device sent one; otherwise the panel is a single line. */
export function Chromatogram({ detail, ...marks }: MarkProps & { readonly detail: BreathDetail }) {
  const { hasChromatogram, test } = detail
  const { data, error, refetch } = useEndpoint(
    breathEndpoints.chromatogram,
    { query: { id: test.id } },
    { enabled: hasChromatogram },
  )
  const [mode, setMode] = useState<Mode>('over')
  if (!hasChromatogram || data === null) return <p className={styles.noPicture}>色谱图：设备没有上传本次色谱</p>
  return (
    <Panel
      title="色谱图"
      meta="相对丰度 % · 保留时间 s"
      actions={
        <>
          <span className={styles.legend}>
            <i data-line="sample" /> 样本 <i data-line="ambient" /> 环境空气
          </span>
          <Segmented aria-label="色谱显示方式" size="small" options={MODES} value={mode} onChange={setMode} />
        </>
      }
    >
      {error && <ErrorBar message={`加载失败：${error.message}`} onRetry={() => void refetch()} />}
      {data ? (
        <Plot curve={data} mode={mode} {...marks} />
      ) : (
        <Outline>
          <Bar width="100%" height={HEIGHT} />
        </Outline>
      )}
    </Panel>
  )
}

function Plot({ curve, mode, marked, onMark }: MarkProps & { readonly curve: Curve; readonly mode: Mode }) {
  const { timesS, sample, ambient, peaks } = curve
  const last = timesS.at(-1) || 1
  const top = Math.max(100, ...sample)
  const x = (s: number) => LEFT + (s / last) * (WIDTH - LEFT - 8)
  const y = (v: number) => HEIGHT - BOTTOM - (v / top) * (HEIGHT - BOTTOM - TOP)
  const line = (values: readonly number[]) =>
    timesS.map((s, i) => `${i ? 'L' : 'M'}${x(s).toFixed(1)} ${y(values[i] ?? 0).toFixed(1)}`).join('')
  const shown = mode === 'net' ? sample.map((value, i) => netOf(value, ambient[i] ?? 0)) : sample
  const heightAt = (s: number) => Math.max(0, ...shown.filter((_, i) => Math.abs((timesS[i] ?? 0) - s) < last / 60))
  return (
    <div className={styles.plot}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`色谱图，${peaks.length} 个峰已识别`}>
        {TICKS.map((tick) => (
          <g key={tick} className={styles.axis}>
            <line x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {Array.from({ length: TIME_TICKS + 1 }, (_, i) => Math.round((last * i) / TIME_TICKS)).map((s) => (
          // The last label ends at the edge of the plot.
          <text
            key={s}
            x={x(s)}
            y={HEIGHT - 4}
            textAnchor={s === Math.round(last) ? 'end' : 'middle'}
            className={styles.axisText}
          >
            {s}
          </text>
        ))}
        {mode === 'over' && <path d={line(ambient)} className={styles.ambientLine} />}
        <path d={line(shown)} className={styles.sampleLine} />
        {peaks.map(({ metricCode, timeS }) => (
          <text
            key={metricCode}
            x={x(timeS)}
            y={Math.max(LABEL_GAP_PX, y(heightAt(timeS)) - 8)}
            textAnchor="middle"
            className={styles.peak}
            data-marked={metricCode === marked || undefined}
            onPointerEnter={() => onMark(metricCode)}
            onPointerLeave={() => onMark(undefined)}
          >
            {metricByCode(metricCode)?.nameCn ?? metricCode}
          </text>
        ))}
      </svg>
    </div>
  )
}
