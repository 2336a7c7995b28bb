import { CLOSE_CODE } from '@natim/contract/dict'
import { type AlarmRow, alarmEndpoints, type SimilarAlarms } from '@natim/contract/mon/alarm'
import { formatDuration, formatShortTime, formatValue } from '@natim/domain/format'
import { Link } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { alarmListPath } from '@/widgets/alarm/alarm-path.ts'
import { Section } from './section.tsx'
import styles from './similar.module.css'

const SHOWN = 5

/** 相似报警: how earlier alarms of the same kind ended. */
export function Similar({ alarm }: { readonly alarm: AlarmRow }) {
  const { data, error, refetch } = useEndpoint(alarmEndpoints.similar, { query: { id: alarm.id } })
  const filters = { view: 'all', keyword: alarm.title }
  return (
    <Section
      title="相似报警"
      meta={data && `90 天 ${data.length} 起`}
      actions={data && data.length > SHOWN && <Link to={alarmListPath(filters)}>全部</Link>}
    >
      {error && <ErrorBar message={`加载失败：${error.message}`} onRetry={() => void refetch()} />}
      {data ? <Ends alarms={data} precision={alarm.precision} /> : !error && <BlockSkeleton height={64} />}
    </Section>
  )
}

function Ends({ alarms, precision }: { readonly alarms: SimilarAlarms; readonly precision: number }) {
  if (alarms.length === 0) return <p className="t-caption">90 天内没有同样的报警</p>
  return (
    <>
      <ul className={styles.list}>
        {alarms
          .slice(0, SHOWN)
          .map(({ id, no, triggerMs, severity, durationMs, peakValue, unit, closeCode, closeNote }) => (
            <li key={id}>
              <Link to={alarmListPath({ view: 'all' }, id)} title={no}>
                {formatShortTime(triggerMs)}
              </Link>
              <SeverityGlyph level={severity} size={15} />
              <span className="ellipsis">
                {[
                  durationMs !== null && formatDuration(durationMs),
                  peakValue !== null && `峰 ${formatValue(peakValue, unit ?? '', precision)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className={styles.end} data-real={closeCode === 'real' || undefined}>
                {closeCode === null ? '未关闭' : [CLOSE_CODE[closeCode], closeNote].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
      </ul>
      <p className="t-caption">{summary(alarms)}</p>
    </>
  )
}

/** `2 起真实、1 起误报；处置中位时长 38 分` */
function summary(alarms: SimilarAlarms): string {
  const codes = Object.entries(CLOSE_CODE).flatMap(([code, name]) => {
    const count = alarms.filter(({ closeCode }) => closeCode === code).length
    return count > 0 ? [`${count} 起${name}`] : []
  })
  const lengths = alarms.flatMap(({ durationMs }) => durationMs ?? []).toSorted((a, b) => a - b)
  const middle = lengths[Math.floor((lengths.length - 1) / 2)]
  return [codes.join('、'), middle !== undefined && `持续中位 ${formatDuration(middle)}`].filter(Boolean).join('；')
}
