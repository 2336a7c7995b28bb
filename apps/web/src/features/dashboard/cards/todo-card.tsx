import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { Link } from 'react-router'
import { useAlarmRefresh } from '../../../lib/alarm/use-alarm-refresh.ts'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { Age } from '../../../ui/age.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SeverityGlyph } from '../../../ui/severity-glyph.tsx'
import { alarmListPath } from '../../../widgets/alarm/alarm-path.ts'
import type { CardProps } from './card.ts'
import { CardOutline } from './card-outline.tsx'
import styles from './cards.module.css'

const SHOWN = 6

/** 我的待办: alarms assigned to the user, then unacknowledged ones, most urgent first. */
export function TodoCard({ region, isPaused }: CardProps) {
  useAlarmRefresh(alarmEndpoints.list, !isPaused)
  const page = { pageNo: 1, pageSize: SHOWN, region }
  const mine = useEndpoint(alarmEndpoints.list, { query: { ...page, view: 'mine' } })
  const unacked = useEndpoint(alarmEndpoints.list, { query: { ...page, view: 'unacked' } })
  const error = mine.error ?? unacked.error
  const retry = () => void Promise.all([mine.refetch(), unacked.refetch()])
  return (
    <Panel
      title="我的待办"
      meta={mine.data && unacked.data && `我负责 ${mine.data.total} · 未确认 ${unacked.data.total}`}
      actions={<Link to={alarmListPath({ view: 'unacked', ...(region !== undefined && { region }) })}>全部</Link>}
      isFlush
      {...(error && { error: { message: error.message, onRetry: retry } })}
    >
      {mine.data && unacked.data ? (
        <Todo mine={mine.data.records} unacked={unacked.data.records} />
      ) : (
        !error && (
          <div className={styles.inset}>
            <CardOutline rows={SHOWN} />
          </div>
        )
      )}
    </Panel>
  )
}

function Todo({ mine, unacked }: { readonly mine: readonly AlarmRow[]; readonly unacked: readonly AlarmRow[] }) {
  const own = new Set(mine.map(({ id }) => id))
  const rows = [...mine, ...unacked.filter(({ id }) => !own.has(id))].slice(0, SHOWN)
  if (rows.length === 0) return <EmptyState title="没有待办" hint="分派给您的报警和未确认的报警会列在这里" />
  return (
    <ul className={styles.list}>
      {rows.map((alarm) => (
        <li key={alarm.id}>
          <Link to={alarmListPath({ view: own.has(alarm.id) ? 'mine' : 'unacked' }, alarm.id)} className={styles.row}>
            <SeverityGlyph level={alarm.severity} size={14} />
            <span className="ellipsis">{alarm.stationName ? `${alarm.stationName} ${alarm.title}` : alarm.title}</span>
            <span className="t-caption">
              {own.has(alarm.id) ? '我负责' : '待确认'} · <Age tsMs={alarm.triggerMs} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
