import { AGENT_CLASS } from '@natim/contract/dict'
import { type NbcChem, nbcEndpoints } from '@natim/contract/mon/nbc'
import { formatNumber, formatShortTime, NO_VALUE } from '@natim/domain/format'
import { useMemo } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TimeSeriesChart } from '@/widgets/chart/time-series-chart.tsx'
import { ChartOutline } from '@/widgets/history/chart-outline.tsx'
import styles from './data.module.css'
import { levelsFrame } from './frames.ts'
import type { ViewProps } from './rad-view.tsx'

const HEIGHT_PX = 250
const MAX_BARS = 8

/** 化: bars, concentrations, identified agents, and agreement of nearby detectors. */
export function ChemView({ deviceId, fromMs, toMs }: ViewProps) {
  const query = { deviceId, from: fromMs, to: toMs }
  const { data, error, retry, isFetching } = R.useLastGood(
    useEndpoint(nbcEndpoints.chem, { query }),
    JSON.stringify(query),
  )
  const bars = useMemo(() => data?.bars && levelsFrame([data.bars], data.levels, data.alarms), [data])
  const concentrations = useMemo(() => data && levelsFrame(data.concentrations, [], data.alarms), [data])
  const range = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs])
  const panel = {
    isReloading: isFetching && data !== undefined,
    ...(error && { error: { message: `加载失败：${error.message}`, onRetry: retry } }),
  }
  return (
    <>
      <div className={styles.upper}>
        <Panel title="报警格数" meta="0–8 格" {...panel}>
          {bars ? (
            <TimeSeriesChart frame={bars} range={range} height={HEIGHT_PX} />
          ) : (
            <Waiting isOver={data !== undefined} />
          )}
        </Panel>
        <Panel title="装备" meta="20 km 内" isFlush>
          {data && <Detectors detectors={data.detectors} ownId={deviceId} />}
        </Panel>
      </div>
      <div className={styles.lower}>
        <Panel title="浓度" meta="mg/m³" {...panel}>
          {concentrations && concentrations.series.length > 0 ? (
            <TimeSeriesChart frame={concentrations} range={range} height={HEIGHT_PX} />
          ) : (
            <Waiting isOver={data !== undefined} />
          )}
        </Panel>
        <Panel title="毒剂置信度" isFlush>
          {data && <Agents agents={data.agents} />}
        </Panel>
        <Panel title="印证矩阵" meta="所选时段最后 24 小时" isFlush>
          {data && <Matrix data={data} />}
        </Panel>
      </div>
    </>
  )
}

export const Waiting = ({ isOver }: { readonly isOver: boolean }) =>
  isOver ? (
    <EmptyState title="该时段无数据" hint="检查设备是否在线，或选择更长的时段" />
  ) : (
    <ChartOutline height={HEIGHT_PX} />
  )

/** Detector bars, also as a number. */
function Detectors({ detectors, ownId }: Pick<NbcChem, 'detectors'> & { readonly ownId: string }) {
  return (
    <ul className={styles.detectors}>
      {detectors.map(({ id, name, distanceKm, bars }) => (
        <li key={id}>
          <span>
            {name} <span className="t-caption">{id === ownId ? '本机' : `${distanceKm} km`}</span>
          </span>
          <span className={styles.bars} role="img" aria-label={bars === null ? '无数据' : `${bars} / ${MAX_BARS} 格`}>
            {Array.from({ length: MAX_BARS }, (_, index) => (
              <i key={index} data-on={(bars ?? 0) > index || undefined} />
            ))}
          </span>
          <b>{bars ?? NO_VALUE}</b>
        </li>
      ))}
    </ul>
  )
}

function Agents({ agents }: Pick<NbcChem, 'agents'>) {
  if (agents.length === 0) return <EmptyState title="该时段没有探测事件" />
  return (
    <ul className={styles.conditions}>
      {agents.map(({ tsMs, deviceName, agent, confidence, bars }) => (
        <li key={`${tsMs} ${deviceName}`}>
          <span className="t-caption">{formatShortTime(tsMs)}</span>
          <b>{AGENT_CLASS[agent as keyof typeof AGENT_CLASS] ?? agent}</b>
          <span className="t-caption">
            {deviceName} · {bars === null ? '' : `${bars} 格 · `}置信度{' '}
            {confidence === null ? NO_VALUE : `${formatNumber(confidence * 100)} %`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Share of the minutes with an alarm of either detector in which both alarmed. */
function Matrix({ data: { detectors, agreement } }: { readonly data: NbcChem }) {
  if (detectors.length < 2) return <EmptyState title="20 km 内没有其他化学装备" hint="单台未核实的探测不升 1 级" />
  const shareOf = (a: string, b: string) =>
    agreement.find((pair) => (pair.a === a && pair.b === b) || (pair.a === b && pair.b === a))
  return (
    <div className={styles.matrix}>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">装备</th>
            {detectors.map(({ id }, index) => (
              <th key={id} scope="col">
                {index + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {detectors.map(({ id, name }, row) => (
            <tr key={id}>
              <th scope="row">
                {row + 1} {name}
              </th>
              {detectors.map((other) => {
                const pair = shareOf(id, other.id)
                return (
                  <td
                    key={other.id}
                    title={pair && `${pair.both} / ${pair.either} 分钟，共同有数据 ${pair.minutes} 分钟`}
                  >
                    {other.id === id
                      ? '·'
                      : !pair || pair.share === null
                        ? '无报警'
                        : `${formatNumber(pair.share * 100)} %`}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
