import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { formatShortTime, formatValue } from '@natim/domain/format'
import { Link } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { StateCell } from '@/widgets/alarm/alarm-cells.tsx'
import { placeOf } from '@/widgets/alarm/alarm-facts.ts'
import { alarmListPath } from '@/widgets/alarm/alarm-path.ts'
import { Section } from './section.tsx'
import styles from './similar.module.css'

const SHOWN = 10

/** 合并的报警: alarms folded into this one, by start time. */
export function Children({ alarm: { id, childCount } }: { readonly alarm: AlarmRow }) {
  const query = { view: 'all', parentId: id, column: 'triggerMs', order: 'asc', pageNo: 1, pageSize: SHOWN } as const
  const { data, error, refetch } = useEndpoint(alarmEndpoints.list, { query })
  return (
    <Section
      title="合并的报警"
      meta={`${childCount} 起`}
      actions={<Link to={alarmListPath({ view: 'all', parentId: id })}>在列表中查看</Link>}
    >
      {error && <ErrorBar message={`加载失败：${error.message}`} onRetry={() => void refetch()} />}
      {data ? (
        <>
          <ul className={styles.list}>
            {data.records.map((row) => (
              <Child key={row.id} row={row} parentId={id} />
            ))}
          </ul>
          <p className="t-caption">确认和关闭时一并处理；级别更高的单独处理</p>
          {data.total < childCount && <p className="t-caption">另有 {childCount - data.total} 起不在您的数据范围内</p>}
        </>
      ) : (
        !error && <BlockSkeleton height={84} />
      )}
    </Section>
  )
}

function Child({ row, parentId }: { readonly row: AlarmRow; readonly parentId: string }) {
  const { id, no, triggerMs, severity, value, unit, precision, deviceName } = row
  return (
    <li>
      <Link to={alarmListPath({ view: 'all', parentId }, id)} title={no}>
        {formatShortTime(triggerMs)}
      </Link>
      <SeverityGlyph level={severity} size={15} />
      <span className="ellipsis">
        {[
          placeOf(row),
          deviceName !== placeOf(row) && deviceName,
          value !== null && formatValue(value, unit ?? '', precision),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className={styles.end}>
        <StateCell row={row} />
      </span>
    </li>
  )
}
