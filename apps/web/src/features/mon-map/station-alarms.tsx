import { alarmEndpoints } from '@natim/contract/mon/alarm'
import { formatNumber } from '@natim/domain/format'
import { Link } from 'react-router'
import { useAlarmRefresh } from '@/lib/alarm/use-alarm-refresh.ts'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Age } from '@/ui/age.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { alarmListPath } from '@/widgets/alarm/alarm-path.ts'
import styles from './station-drawer.module.css'

const SHOWN = 3

/** Open alarms of a station, most urgent first; each links to its record in the alarm centre. */
export function StationAlarms({ stationId }: { readonly stationId: string }) {
  const maySee = useCan('mon:alarm:view')
  useAlarmRefresh(alarmEndpoints.list, maySee)
  const { data, error, refetch } = useEndpoint(
    alarmEndpoints.list,
    { query: { stationId, view: 'open', pageNo: 1, pageSize: SHOWN } },
    { enabled: maySee },
  )
  if (!maySee) return null
  if (error) return <ErrorBar message={error.message} onRetry={() => refetch()} />
  if (!data || data.total === 0) return null
  return (
    <section className={styles.alarms} aria-label="未关闭报警">
      {data.records.map(({ id, severity, title, triggerMs }) => (
        <Link key={id} className={styles.alarm} to={alarmListPath({ view: 'open', stationId }, id)}>
          <SeverityGlyph level={severity} size={16} />
          <span className="ellipsis">{title}</span>
          <span className="t-caption">
            <Age tsMs={triggerMs} />
          </span>
        </Link>
      ))}
      {data.total > SHOWN && (
        <Link to={alarmListPath({ view: 'open', stationId })}>全部 {formatNumber(data.total)} 起</Link>
      )}
    </section>
  )
}
