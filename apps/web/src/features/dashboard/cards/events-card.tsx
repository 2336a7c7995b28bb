import { type HomeEvent, homeCardEndpoints } from '@natim/contract/mon/home-cards'
import { formatGmt8 } from '@natim/domain/time'
import { Link } from 'react-router'
import { useAlarmRefresh } from '../../../lib/alarm/use-alarm-refresh.ts'
import { useCan } from '../../../lib/permissions/use-rights.ts'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SeverityGlyph } from '../../../ui/severity-glyph.tsx'
import { alarmListPath } from '../../../widgets/alarm/alarm-path.ts'
import type { CardProps } from './card.ts'
import { CardOutline } from './card-outline.tsx'
import styles from './cards.module.css'

const REFRESH_MS = 60_000
const OUTLINED = 6
const STEP_NAMES: Readonly<Record<HomeEvent['step'], string>> = {
  raise: '新报警',
  up: '报警加重',
  escalate: '逐级上报',
  clear: '恢复',
  close: '关闭',
  detect: '核生化',
}

const pathOf = ({ kind, id }: HomeEvent) =>
  kind === 'nbc' ? `/mon/nbc/event/${id}` : alarmListPath({ view: 'all' }, id)

/** 最近事件: what happened within the last 24 h, newest first. */
export function EventsCard({ region, isPaused }: CardProps) {
  useAlarmRefresh(homeCardEndpoints.events, !isPaused)
  const seesAlarms = useCan('mon:alarm:view')
  const { data, error, refetch } = useEndpoint(
    homeCardEndpoints.events,
    { query: { region } },
    { refetchInterval: isPaused ? false : REFRESH_MS },
  )
  const all = seesAlarms
    ? { to: alarmListPath({ view: 'all', ...(region !== undefined && { region }) }), name: '全部报警' }
    : { to: '/mon/nbc/event/list', name: '核生化事件' }
  return (
    <Panel
      title="最近事件"
      meta="24 小时内"
      actions={<Link to={all.to}>{all.name}</Link>}
      isFlush
      {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
    >
      {data ? (
        <Events rows={data} />
      ) : (
        !error && (
          <div className={styles.inset}>
            <CardOutline rows={OUTLINED} />
          </div>
        )
      )}
    </Panel>
  )
}

function Events({ rows }: { readonly rows: readonly HomeEvent[] }) {
  if (rows.length === 0) return <EmptyState title="24 小时内没有事件" hint="报警的发生、加重和恢复会列在这里" />
  return (
    <ol className={`${styles.list} ${styles.events}`}>
      {rows.map((event) => (
        <li key={`${event.kind}-${event.id}-${event.step}-${event.atMs}`}>
          <Link to={pathOf(event)} className={styles.row}>
            <SeverityGlyph level={event.severity} size={14} />
            <span className="ellipsis">
              <b>{STEP_NAMES[event.step]}</b> {event.place} {event.title}
            </span>
            <time className="t-caption" dateTime={new Date(event.atMs).toISOString()} title={formatGmt8(event.atMs)}>
              {formatGmt8(event.atMs).slice(11, 16)}
            </time>
          </Link>
        </li>
      ))}
    </ol>
  )
}
