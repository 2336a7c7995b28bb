import { nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { formatShortTime } from '@natim/domain/format'
import { Link } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Tag } from '@/ui/tag.tsx'
import { Decisions } from '../event/decisions.tsx'
import eventStyles from '../event/event.module.css'
import { Level } from '../event/event-resource.tsx'
import { Stepper } from '../event/stepper.tsx'
import { useEvent } from '../event/use-events.ts'
import { eventPath, eventTitle } from '../nbc-text.ts'
import styles from './data.module.css'

const REFRESH_MS = 10_000

/** The latest event of a device with its steps and buttons (design 37); empty without one. */
export function EventStrip({ clientId }: { readonly clientId: string }) {
  const list = useEndpoint(
    nbcEventEndpoints.list,
    { query: { pageNo: 1, pageSize: 1, clientId } },
    { refetchInterval: REFRESH_MS },
  )
  const newest = list.isPlaceholderData ? undefined : list.data?.records[0]
  const { data } = useEvent(newest?.id)
  if (newest === undefined || data?.event.id !== newest.id) return null
  const { event } = data
  return (
    <section className={eventStyles.strip} aria-label="最近事件">
      <div className={styles.stripHead}>
        <span>
          <Level row={event} /> <b>{eventTitle(event)}</b> {event.drill && <Tag tone="error">演练</Tag>}
        </span>
        <span className="t-caption">
          <Link to={eventPath(event.id)}>{event.no}</Link> · 触发 {formatShortTime(event.tsMs)}
        </span>
      </div>
      <Stepper detail={data} />
      <Decisions event={event} />
    </section>
  )
}
