import { nbcEndpoints } from '@natim/contract/mon/nbc'
import { formatNumber, formatShortTime } from '@natim/domain/format'
import { useMemo } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { Panel } from '@/ui/panel.tsx'
import { TimeSeriesChart } from '@/widgets/chart/time-series-chart.tsx'
import { ChartOutline } from '@/widgets/history/chart-outline.tsx'
import styles from './data.module.css'
import { DosePanel } from './dose-panel.tsx'
import { doseFrame } from './frames.ts'
import { CurrentPanel, RainPanel, RainTag } from './rad-panels.tsx'
import { LinesPanel, SpectrumPanel } from './spectrum-panel.tsx'

export interface ViewProps {
  readonly deviceId: string
  readonly fromMs: number
  readonly toMs: number
}

const TREND_PX = 300

/** 核 (design 37). */
export function RadView({
  deviceId,
  fromMs,
  toMs,
  isLog,
  onLog,
}: ViewProps & { readonly isLog: boolean; readonly onLog: (isLog: boolean) => void }) {
  const query = { deviceId, from: fromMs, to: toMs }
  const question = JSON.stringify(query)
  const rad = R.useLastGood(useEndpoint(nbcEndpoints.rad, { query }), question)
  const spectra = R.useLastGood(useEndpoint(nbcEndpoints.spectrum, { query }), question)
  const frame = useMemo(() => rad.data && doseFrame(rad.data), [rad.data])
  const range = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs])
  const problem = rad.error && { message: `加载失败：${rad.error.message}`, onRetry: rad.retry }
  return (
    <>
      <div className={styles.upper}>
        <Panel
          title="剂量率"
          meta={`µSv/h · ${formatShortTime(fromMs)}–${formatShortTime(toMs)}${rad.data ? (rad.data.rainFrom ? ` · 降雨 ${rad.data.rainFrom}` : ' · 本站无雨量计') : ''}`}
          actions={<RainTag check={rad.data?.rainCheck ?? null} />}
          isReloading={rad.isFetching && rad.data !== undefined}
          {...(problem && { error: problem })}
        >
          {frame ? (
            <TimeSeriesChart frame={frame} range={range} height={TREND_PX} />
          ) : (
            <ChartOutline height={TREND_PX} />
          )}
          {rad.data && <LineWords lines={rad.data.lines} hasBaseline={rad.data.baseline.length > 0} />}
        </Panel>
        <div className={styles.side}>
          {rad.data ? <CurrentPanel data={rad.data} /> : <Panel title="当前" />}
          <RainPanel check={problem && rad.data === undefined ? null : rad.data?.rainCheck} />
        </div>
      </div>
      <div className={styles.lower}>
        {spectra.data ? (
          <>
            <SpectrumPanel data={spectra.data} isLog={isLog} onLog={onLog} />
            <LinesPanel data={spectra.data} />
          </>
        ) : (
          <Panel
            title="γ 能谱"
            {...(spectra.error && { error: { message: `加载失败：${spectra.error.message}`, onRetry: spectra.retry } })}
          >
            <ChartOutline height={TREND_PX} />
          </Panel>
        )}
        <DosePanel key={`${deviceId} ${toMs - fromMs}`} deviceId={deviceId} fromMs={fromMs} toMs={toMs} />
      </div>
    </>
  )
}

interface LineWordsProps {
  readonly lines: readonly { readonly name: string; readonly steps: readonly { readonly value: number }[] }[]
  readonly hasBaseline: boolean
}

/** The rule lines in words, including a missing baseline. */
function LineWords({ lines, hasBaseline }: LineWordsProps) {
  if (!hasBaseline)
    return <p className={styles.note}>还没有基线（需 3 天以上数据，每夜计算）：不画基线、关注与倍数线</p>
  const words = lines.map(({ name, steps }) => `${name} ${formatNumber(steps.at(-1)?.value ?? 0, 3)}`)
  return (
    <p className={styles.note}>
      {words.length === 0
        ? '没有启用的偏离基线规则'
        : `当前线：${words.join('，')} µSv/h，随星期与小时变化，来自启用的报警规则`}
    </p>
  )
}
