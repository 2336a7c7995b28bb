import { satellite } from '@natim/contract/mon/satellite.resource'
import { NO_VALUE } from '@natim/domain/format'
import { TLE_STALE_DAYS, tleAgeDays } from '@natim/domain/sat-tle'
import { parseGmt8 } from '@natim/domain/time'
import { serverNow } from '@/lib/clock.ts'
import * as R from '@/resource/index.ts'
import styles from './sat.module.css'
import { TleControl } from './tle-control.tsx'

const satellites = R.fromContract(satellite, {
  fields: {
    tle1: { widget: { kind: 'text', Control: TleControl } },
    tle2: { widget: { kind: 'text', Control: TleControl } },
    tleEpoch: { render: ({ tleEpoch }) => <Age epoch={tleEpoch} /> },
  },
})
const EDITOR_PX = 800

/** Age of the orbit data; in words when outdated. */
function Age({ epoch }: { readonly epoch: string | null }) {
  const ms = epoch === null ? undefined : parseGmt8(epoch)
  if (ms === undefined) return NO_VALUE
  const days = tleAgeDays(ms, serverNow())
  const isOld = days > TLE_STALE_DAYS
  return (
    <span className={isOld ? styles.old : undefined} title={epoch ?? undefined}>
      {days === 0 ? '今天' : `${days} 天前`}
      {isOld && '，时间可能偏差'}
    </span>
  )
}

/** 卫星: available satellites, their sensors and ground tracks. */
export default function SatelliteListPage() {
  return <R.ListPage resource={satellites} editorWidth={EDITOR_PX} isOpenable />
}
