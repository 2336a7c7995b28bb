import { DEVICE_STATUS } from '@natim/contract/dict'
import type { HomeSummary } from '@natim/contract/mon/home'
import { Link } from 'react-router'
import { reasonText } from '../../lib/status-reason.ts'
import { Age } from '../../ui/age.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StatusLamp } from '../../ui/status-lamp.tsx'
import styles from './lists.module.css'

type Change = HomeSummary['recent'][number]

/** Old and new status with the reason; a device that is online again needs no reason. */
function changeText({ from, to, reason }: Change): string {
  const step = `${DEVICE_STATUS[from]} → ${DEVICE_STATUS[to]}`
  return to === 'online' || reason === '' ? step : `${step} · ${reasonText(reason)}`
}

/** 最近状态变化, newest first. */
export function RecentList({ home }: { readonly home: HomeSummary }) {
  if (home.recent.length === 0) return <EmptyState title="24 小时内没有设备改变状态" />
  return (
    <ul className={styles.list}>
      {home.recent.map((change) => (
        <li key={`${change.deviceId}-${change.ts}-${change.to}`} className={styles.change}>
          <StatusLamp status={change.to} />
          <Link to={`/mon/device/detail/${change.deviceId}`} className={`ellipsis ${styles.device}`}>
            {change.deviceName}
          </Link>
          <span className={`t-caption ellipsis ${styles.step}`}>{changeText(change)}</span>
          <span className="t-caption push">
            <Age tsMs={change.ts} />
          </span>
        </li>
      ))}
    </ul>
  )
}
