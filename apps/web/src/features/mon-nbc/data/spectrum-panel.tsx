import type { NbcSpectra } from '@natim/contract/mon/nbc'
import { formatNumber, formatShortTime, NO_VALUE } from '@natim/domain/format'
import { SECOND_MS } from '@natim/domain/time'
import { Segmented } from 'antd'
import { useMemo } from 'react'
import { useTheme } from '@/theme/theme-provider.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { useChartHost, useChartOption } from '@/widgets/chart/use-chart.ts'
import styles from './data.module.css'
import { spectrumOption } from './spectrum-option.ts'

interface SpectrumPanelProps {
  readonly data: NbcSpectra
  readonly isLog: boolean
  readonly onLog: (isLog: boolean) => void
}

const SCALES = [
  { value: 'linear', label: '线性' },
  { value: 'log', label: '对数' },
]

/** γ 能谱; without a spectrum the panel says when the next one is expected. */
export function SpectrumPanel({ data, isLog, onLog }: SpectrumPanelProps) {
  const { spectrum, isUnreadable, nextMs } = data
  const meta = spectrum
    ? `计数 · ${formatNumber(spectrum.liveS)} s · ${spectrum.detector ?? ''} ${formatShortTime(spectrum.tsMs - spectrum.liveS * SECOND_MS)}–${formatShortTime(spectrum.tsMs).slice(6)}`
    : ''
  return (
    <Panel
      title="γ 能谱"
      meta={meta}
      actions={
        spectrum && (
          <>
            <span className={styles.key} data-line="main">
              本次
            </span>
            {data.reference && (
              <span className={styles.key} data-line="fair">
                晴天参考
              </span>
            )}
            <Segmented
              size="small"
              aria-label="纵轴"
              options={SCALES}
              value={isLog ? 'log' : 'linear'}
              onChange={(scale) => onLog(scale === 'log')}
            />
          </>
        )
      }
    >
      {spectrum ? (
        <Plot data={data} isLog={isLog} />
      ) : (
        <EmptyState
          title={isUnreadable ? '能谱无法读取' : '本次无能谱'}
          hint={
            isUnreadable
              ? '设备发送的能谱缺少刻度或长度不符'
              : nextMs === null
                ? '该时段内设备没有上报能谱'
                : `下次 ${formatShortTime(nextMs)}`
          }
        />
      )}
    </Panel>
  )
}

function Plot({ data, isLog }: { readonly data: NbcSpectra; readonly isLog: boolean }) {
  const theme = useTheme()
  const { setHost, chart } = useChartHost()
  const option = useMemo(() => spectrumOption(data, isLog, theme), [data, isLog, theme])
  useChartOption(chart, option)
  const peaks = data.peaks.map(({ keV, line }) => `${formatNumber(keV)} keV ${line?.nuclide ?? '未命名'}`)
  return (
    <figure
      className={styles.plot}
      aria-label={`γ 能谱，${isLog ? '对数' : '线性'}纵轴；峰：${peaks.join('、') || '无'}`}
    >
      <div ref={setHost} className={styles.plotHost} />
    </figure>
  )
}

const VERDICTS = { absent: '未检出', natural: '天然', found: '检出' } as const

/** 核素参考线: net area and detection limit, in counts. */
export function LinesPanel({ data: { lines } }: { readonly data: NbcSpectra }) {
  const near = lines.find((line) => line.near !== null)
  return (
    <Panel title="核素参考线" meta="净峰面积 / MDA，计数" isFlush>
      {lines.length === 0 ? (
        <EmptyState title="本次无能谱" />
      ) : (
        <table className={styles.lines}>
          <thead>
            <tr>
              {['核素', 'keV', '净峰', 'MDA', '判读'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ nuclide, keV, net, mda, verdict }) => (
              <tr key={keV} data-verdict={verdict}>
                <th scope="row">{nuclide}</th>
                <td>{formatNumber(keV)}</td>
                <td>{net === null ? NO_VALUE : formatNumber(net)}</td>
                <td>{mda === null ? NO_VALUE : formatNumber(mda)}</td>
                <td>{net === null ? '超出量程' : VERDICTS[verdict]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {near?.near && (
        <p className={styles.note}>
          {near.near.keV} keV 属 {near.near.nuclide}，与 {near.nuclide} 相距 {Math.abs(near.keV - near.near.keV)} keV。
        </p>
      )}
    </Panel>
  )
}
