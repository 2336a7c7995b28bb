import { visitEndpoints } from '@natim/contract/system/log'
import { formatNumber } from '@natim/domain/format'
import { Link } from 'react-router'
import { useCan } from '../../../lib/permissions/use-rights.ts'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { CardProps } from './card.ts'
import { CardOutline } from './card-outline.tsx'
import styles from './cards.module.css'

const REFRESH_MS = 60_000

/** 系统访问: sign-ins today, in total and over the last seven days. */
export function VisitsCard({ isPaused }: CardProps) {
  const refreshing = { refetchInterval: isPaused ? false : REFRESH_MS } as const
  const counts = useEndpoint(visitEndpoints.counts, {}, refreshing)
  const week = useEndpoint(visitEndpoints.week, {}, refreshing)
  const maySeeLog = useCan('system:log:list')
  const error = counts.error ?? week.error
  const retry = () => void Promise.all([counts.refetch(), week.refetch()])
  return (
    <Panel
      title="系统访问"
      meta="登录次数 · 近 7 天"
      {...(maySeeLog && { actions: <Link to="/isystem/log">日志</Link> })}
      {...(error && { error: { message: error.message, onRetry: retry } })}
    >
      {counts.data && week.data ? (
        <>
          <dl className={styles.figures}>
            <Figure name="今日登录" value={counts.data.todayVisitCount} />
            <Figure name="今日 IP" value={counts.data.todayIp} />
            <Figure name="累计登录" value={counts.data.totalVisitCount} />
          </dl>
          <WeekBars days={week.data} />
        </>
      ) : (
        !error && <CardOutline rows={3} />
      )}
    </Panel>
  )
}

const Figure = ({ name, value }: { readonly name: string; readonly value: number }) => (
  <div>
    <dt className="t-caption">{name}</dt>
    <dd>{formatNumber(value)}</dd>
  </div>
)

interface WeekBarsProps {
  readonly days: readonly {
    readonly tian: string
    readonly type: string
    readonly visit: number
    readonly ip: number
  }[]
}

function WeekBars({ days }: WeekBarsProps) {
  const top = Math.max(1, ...days.map(({ visit }) => visit))
  return (
    <table className={styles.week} aria-label="近 7 天每日登录次数和 IP 数">
      <tbody>
        {days.map(({ tian, type, visit, ip }) => (
          <tr key={tian}>
            <th scope="row">{type}</th>
            <td aria-hidden>
              <span className={styles.bar} style={{ inlineSize: `${(visit / top) * 100}%` }} />
            </td>
            <td>{formatNumber(visit)} 次</td>
            <td>{formatNumber(ip)} 个 IP</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
