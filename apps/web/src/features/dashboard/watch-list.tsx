import type { HomeSummary } from '@natim/contract/mon/home'
import { Link } from 'react-router'
import { Age } from '../../ui/age.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ValueCell } from '../../ui/value-cell.tsx'
import styles from './lists.module.css'

/** 限值关注: channels nearest to or above their limits, worst first. */
export function WatchList({ home }: { readonly home: HomeSummary }) {
  if (home.limitWatch.length === 0) return <EmptyState title="没有接近限值的通道" hint="所有读数均低于限值的一半" />
  return (
    <ul className={styles.list}>
      {home.limitWatch.map(({ deviceId, deviceName, stationName, channel }) => (
        <li key={channel.channelNo} className={styles.watch}>
          <Link to={`/mon/device/detail/${deviceId}`} className={styles.place}>
            <span className="ellipsis">{stationName ?? deviceName}</span>
            <span className="t-caption ellipsis">
              {channel.name} · <Age tsMs={channel.latest?.ts} periodS={channel.periodS} />
            </span>
          </Link>
          <ValueCell channel={channel} value={channel.latest?.v} q={channel.latest?.q} />
        </li>
      ))}
    </ul>
  )
}
