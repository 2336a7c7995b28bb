import type { HomeSummary } from '@natim/contract/mon/home'
import { formatLimit, formatValue } from '@natim/domain/format'
import { figuresOf, meanName, pressingLimit } from '@natim/domain/mean-window'
import { Link } from 'react-router'
import { Age, useIsStale } from '../../ui/age.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ValueCell } from '../../ui/value-cell.tsx'
import styles from './lists.module.css'

type Watch = HomeSummary['limitWatch'][number]

/** 限值关注: channels nearest to or above their limits, worst first. */
export function WatchList({ home }: { readonly home: HomeSummary }) {
  if (home.limitWatch.length === 0)
    return <EmptyState title="没有接近限值的通道" hint="可判定的读数和均值都低于限值的一半" />
  return (
    <ul className={styles.list}>
      {home.limitWatch.map((watch) => (
        <WatchItem key={watch.channel.channelNo} watch={watch} />
      ))}
    </ul>
  )
}

/** The mean that exceeds its limit, when that is not the instant reading: `60 min 均值 1.82 ppm，AEGL-2 为 2`. */
function pressingText({ limits, latest, means, unit, precision }: Watch['channel']): string | undefined {
  const pressing = pressingLimit(limits, figuresOf(latest, means))
  if (!pressing || pressing.limit.avgPeriod === 'instant') return undefined
  const { limit, figure } = pressing
  const figureText = formatValue(figure, unit, precision + 1)
  return `${meanName(limit.avgPeriod)} ${figureText}，${limit.name} 为 ${formatLimit(limit.value)}`
}

function WatchItem({ watch: { deviceId, deviceName, stationName, channel } }: { readonly watch: Watch }) {
  const isStale = useIsStale(channel.latest?.ts, channel.periodS)
  const pressing = pressingText(channel)
  return (
    <li className={styles.watch}>
      <Link to={`/mon/device/detail/${deviceId}`} className={styles.place}>
        <span className="ellipsis">{stationName ?? deviceName}</span>
        <span className="t-caption ellipsis">
          <Age tsMs={channel.latest?.ts} periodS={channel.periodS} /> · {deviceName}
        </span>
        {pressing && <span className="t-caption ellipsis">{pressing}</span>}
      </Link>
      <ValueCell channel={channel} value={channel.latest?.v} q={channel.latest?.q} look={isStale ? 'stale' : 'live'} />
    </li>
  )
}
