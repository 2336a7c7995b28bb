import { DEVICE_STATUS } from '@natim/contract/dict'
import type { HomeSummary } from '@natim/contract/mon/home'
import { formatShortTime } from '@natim/domain/format'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StatusLamp } from '../../ui/status-lamp.tsx'
import styles from './lists.module.css'

/** 最近状态变化, newest first. */
export function RecentList({ home }: { readonly home: HomeSummary }) {
  if (home.recent.length === 0) return <EmptyState title="24 小时内没有设备改变状态" />
  return (
    <ul className={styles.list}>
      {home.recent.map((change) => (
        <li key={`${change.deviceId}-${change.ts}-${change.to}`} className={styles.change}>
          <time className="t-caption">{formatShortTime(change.ts)}</time>
          <StatusLamp status={change.to} />
          <Link to={`/mon/device/detail/${change.deviceId}`} className="ellipsis">
            {change.deviceName}
          </Link>
          <span className="t-caption ellipsis">
            {DEVICE_STATUS[change.from]} → {DEVICE_STATUS[change.to]}
            {change.reason !== '' && ` · ${change.reason}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
