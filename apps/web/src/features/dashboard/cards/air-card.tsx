import { type HomeAir, homeCardEndpoints } from '@natim/contract/mon/home-cards'
import { AQI_GRADES } from '@natim/domain/aqi-words'
import { formatShare, formatShortTime } from '@natim/domain/format'
import { Link } from 'react-router'
import { STATE_KEY } from '../../../lib/list-state.ts'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { AqiMark } from '../../../ui/aqi/aqi-mark.tsx'
import { GradeRing } from '../../../ui/aqi/grade-ring.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { CardProps } from './card.ts'
import { CardOutline } from './card-outline.tsx'
import styles from './cards.module.css'

const REFRESH_MS = 60_000
const SHOWN = 5

const hourPath = (toMs: number, id?: string) =>
  `/mon/aqi?${STATE_KEY}=${encodeURIComponent(JSON.stringify({ span: 'hour', t: toMs, ...(id !== undefined && { id }) }))}`

/** 空气质量: the cities of the latest hour by grade, with the best and the worst. */
export function AirCard({ region, isPaused }: CardProps) {
  const { data, error, isFetching, refetch } = useEndpoint(
    homeCardEndpoints.air,
    { query: { region } },
    { refetchInterval: isPaused ? false : REFRESH_MS },
  )
  return (
    <Panel
      title="空气质量"
      meta={data && `${judgedOf(data)} 城 · ${formatShortTime(data.toMs)} 时均 · HJ 633-${data.standard}`}
      actions={<Link to={data ? hourPath(data.toMs) : '/mon/aqi'}>排名</Link>}
      isReloading={isFetching && data !== undefined}
      {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
    >
      {data ? <Air air={data} /> : !error && <CardOutline rows={5} />}
    </Panel>
  )
}

const judgedOf = ({ grades }: HomeAir) => grades.reduce((sum, count) => sum + count, 0)

function Air({ air }: { readonly air: HomeAir }) {
  const judged = judgedOf(air)
  if (judged === 0)
    return <EmptyState title="这一小时还没有可发布的 AQI" hint="每小时 05 分发布上一小时，数据不足的城市不评价" />
  const good = (air.grades[0] ?? 0) + (air.grades[1] ?? 0)
  const words = air.grades.flatMap((count, i) => (count > 0 ? `${AQI_GRADES[gradeAt(i)].name} ${count} 城` : []))
  return (
    <div className={styles.air}>
      <div>
        <GradeRing
          grades={air.grades}
          value={formatShare(good / judged)}
          caption="优良比例"
          label={`优良比例 ${formatShare(good / judged)}：${words.join('，')}`}
        />
        {air.missing > 0 && <p className="t-caption">{air.missing} 城数据不足</p>}
      </div>
      <Ranks title="最好" rows={air.best.slice(0, SHOWN)} toMs={air.toMs} />
      <Ranks title="最差" rows={air.worst.slice(0, SHOWN)} toMs={air.toMs} />
    </div>
  )
}

const gradeAt = (index: number) => (index + 1) as keyof typeof AQI_GRADES

function Ranks({
  title,
  rows,
  toMs,
}: {
  readonly title: string
  readonly rows: HomeAir['best']
  readonly toMs: number
}) {
  if (rows.length === 0) return null
  return (
    <section>
      <h3 className="t-caption">{title}</h3>
      <ol className={styles.ranks}>
        {rows.map(({ id, name, aqi }, index) => (
          <li key={id}>
            <Link to={hourPath(toMs, id)} className={styles.rank}>
              <span className={styles.no}>{index + 1}</span>
              <span className="ellipsis">{name}</span>
              <AqiMark aqi={aqi} />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
