import { type NbcBio, nbcEndpoints } from '@natim/contract/mon/nbc'
import { formatShortTime } from '@natim/domain/format'
import { useMemo } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TimeSeriesChart } from '@/widgets/chart/time-series-chart.tsx'
import { Waiting } from './chem-view.tsx'
import styles from './data.module.css'
import { bioFrame, ratioFrame } from './frames.ts'
import type { ViewProps } from './rad-view.tsx'

const HEIGHT_PX = 250

/** 生: counts, their ratio to the previous day, excesses that held for three minutes, sampler and PCR. */
export function BioView({ deviceId, fromMs, toMs }: ViewProps) {
  const query = { deviceId, from: fromMs, to: toMs }
  const { data, error, retry, isFetching } = R.useLastGood(
    useEndpoint(nbcEndpoints.bio, { query }),
    JSON.stringify(query),
  )
  const counts = useMemo(() => data && bioFrame(data), [data])
  const ratio = useMemo(() => data && ratioFrame(data), [data])
  const range = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs])
  const panel = {
    isReloading: isFetching && data !== undefined,
    ...(error && { error: { message: `加载失败：${error.message}`, onRetry: retry } }),
  }
  const hasRatio = data?.ratios.ratio.some((value) => value !== null)
  return (
    <>
      <div className={styles.upper}>
        <Panel title="粒子数" meta="总数与荧光，个/L" {...panel}>
          {counts && counts.series.length > 0 ? (
            <TimeSeriesChart frame={counts} range={range} height={HEIGHT_PX} />
          ) : (
            <Waiting isOver={data !== undefined} />
          )}
        </Panel>
        <Panel title="采样与 PCR" isFlush>
          {data && <FollowUps data={data} />}
        </Panel>
      </div>
      <div className={styles.upper}>
        <Panel title="与 24 h 中位数之比" meta="×3、×5、×10 各持续 3 分钟计为达到；本网自定，无国家阈值" {...panel}>
          {ratio && hasRatio ? (
            <TimeSeriesChart frame={ratio} range={range} height={HEIGHT_PX} />
          ) : data ? (
            <EmptyState title="还没有 24 h 中位数" hint="需要至少 6 小时的分钟数据" />
          ) : (
            <Waiting isOver={false} />
          )}
        </Panel>
        <Panel title="达到倍数" isFlush>
          {data && <Crossings crossings={data.crossings} />}
        </Panel>
      </div>
    </>
  )
}

function Crossings({ crossings }: Pick<NbcBio, 'crossings'>) {
  if (crossings.length === 0) return <EmptyState title="没有持续 3 分钟达到 ×3" />
  return (
    <ul className={styles.conditions}>
      {crossings.toReversed().map(({ times, sinceMs, endMs }) => (
        <li key={`${times} ${sinceMs}`}>
          <b>×{times}</b>
          <span className="t-caption">
            {formatShortTime(sinceMs)} – {endMs === null ? '持续中' : formatShortTime(endMs)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const KINDS = { sampler: '采样', pcr: 'PCR' } as const

function FollowUps({ data: { followUps } }: { readonly data: NbcBio }) {
  if (followUps.length === 0) return <EmptyState title="没有采样或 PCR 记录" hint="采样器启动后在这里出现" />
  return (
    <ul className={styles.conditions}>
      {followUps.map(({ tsMs, kind, text }) => (
        <li key={`${kind} ${tsMs}`}>
          <span className="t-caption">{formatShortTime(tsMs)}</span>
          <b>{KINDS[kind]}</b>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
