import type { HomeSummary } from '@natim/contract/mon/home'
import { Link } from 'react-router'
import { Age, useIsStale } from '../../ui/age.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ValueCell } from '../../ui/value-cell.tsx'
import styles from './lists.module.css'

type Watch = HomeSummary['limitWatch'][number]

/** 限值关注: channels nearest to or above their limits, worst first. */
export function WatchList({ home }: { readonly home: HomeSummary }) {
  if (home.limitWatch.length === 0) return <EmptyState title="没有接近限值的通道" hint="所有读数均低于限值的一半" />
  return (
    <ul className={styles.list}>
      {home.limitWatch.map((watch) => (
        <WatchItem key={watch.channel.channelNo} watch={watch} />
      ))}
    </ul>
  )
}

function WatchItem({ watch: { deviceId, deviceName, stationName, channel } }: { readonly watch: Watch }) {
  const isStale = useIsStale(channel.latest?.ts, channel.periodS)
  return (
    <li className={styles.watch}>
      <Link to={`/mon/device/detail/${deviceId}`} className={styles.place}>
        <span className="ellipsis">{stationName ?? deviceName}</span>
        <span className="t-caption ellipsis">
          <Age tsMs={channel.latest?.ts} periodS={channel.periodS} /> · {deviceName}
        </span>
      </Link>
      <ValueCell channel={channel} value={channel.latest?.v} q={channel.latest?.q} look={isStale ? 'stale' : 'live'} />
    </li>
  )
}
