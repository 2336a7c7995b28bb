import { type AlarmRow, type AlarmSurroundings, alarmEndpoints } from '@natim/contract/mon/alarm'
import { formatNumber, formatValue } from '@natim/domain/format'
import { Link } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Age } from '@/ui/age.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { NeighbourMap } from './neighbour-map.tsx'
import { Section } from './section.tsx'
import styles from './surroundings.module.css'

type Neighbour = AlarmSurroundings['neighbours'][number]

const SIDES = { upwind: '上风向', downwind: '下风向', crosswind: '侧风向' } as const
/** Upwind devices come first: they tell most about the source. */
const ORDER = ['upwind', 'crosswind', 'downwind', null] as const

const COMPASS = ['北', '东北', '东', '东南', '南', '西南', '西', '西北']
const windName = (fromDeg: number) => `${COMPASS[Math.round(fromDeg / 45) % 8] ?? ''}风`

const byWind = (a: Neighbour, b: Neighbour) =>
  ORDER.indexOf(a.side) - ORDER.indexOf(b.side) || a.distanceKm - b.distanceKm

/** 邻站与气象: loaded separately, so that a failure does not affect the record. */
export function Surroundings({ alarm }: { readonly alarm: AlarmRow }) {
  const { data, error, refetch } = useEndpoint(alarmEndpoints.surroundings, { query: { id: alarm.id } })
  return (
    <Section
      title="邻站与气象"
      meta={data && `5 km 内 ${data.neighbours.length} 台${alarm.metricName ? ` · ${alarm.metricName}` : ''}`}
      actions={<Link to="/mon/homemap">在地图上看</Link>}
    >
      {error && <ErrorBar message={`邻站加载失败：${error.message}`} onRetry={() => void refetch()} />}
      {data ? <Around alarm={alarm} around={data} /> : !error && <BlockSkeleton height={110} />}
    </Section>
  )
}

function Around({ alarm, around }: { readonly alarm: AlarmRow; readonly around: AlarmSurroundings }) {
  const neighbours = around.neighbours.toSorted(byWind)
  return (
    <div className={styles.around}>
      <NeighbourMap around={around} severity={alarm.severity} />
      <div className={styles.side}>
        {neighbours.length === 0 ? (
          <p className="t-caption">5 km 内没有测同一因子的设备</p>
        ) : (
          <table className={styles.table} aria-label="邻站">
            <tbody>
              {neighbours.map((neighbour) => (
                <Line key={neighbour.deviceId} neighbour={neighbour} alarm={alarm} />
              ))}
            </tbody>
          </table>
        )}
        <Weather around={around} />
      </div>
    </div>
  )
}

function Line({ neighbour, alarm }: { readonly neighbour: Neighbour; readonly alarm: AlarmRow }) {
  const { deviceId, name, side, distanceKm, value, tsMs } = neighbour
  return (
    <tr>
      <th scope="row">
        <Link to={`/mon/device/detail/${deviceId}`} title={name}>
          {name}
        </Link>
      </th>
      <td>
        {side && SIDES[side]} {formatNumber(distanceKm, 1)} km
      </td>
      <td className={styles.value}>{formatValue(value, alarm.unit ?? '', alarm.precision)}</td>
      <td className={styles.age}>
        <Age tsMs={tsMs} never="无数据" />
      </td>
    </tr>
  )
}

function Weather({ around: { wind, rainMm6h } }: { readonly around: AlarmSurroundings }) {
  return (
    <p className={styles.weather}>
      {wind ? (
        <>
          {windName(wind.fromDeg)} <b>{formatNumber(wind.speedMs, 1)} m/s</b>
          <span className="t-caption">
            <Age tsMs={wind.tsMs} />
          </span>
        </>
      ) : (
        '无风向数据'
      )}
      <span>{rainMm6h === null ? '无降雨数据' : `6 h 降雨 ${formatNumber(rainMm6h, 1)} mm`}</span>
    </p>
  )
}
