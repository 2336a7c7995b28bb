import type { WallNetwork } from '@natim/contract/mon/wall'
import type { LiveHome } from '@natim/contract/socket/live'
import { formatClock, formatNumber, formatShare, NO_VALUE } from '@natim/domain/format'
import { onlineShare } from '@natim/domain/situation'
import { calendarDayGmt8, gmt8Fields } from '@natim/domain/time'
import { type ReactNode, useState } from 'react'
import { useSite } from '@/lib/site.ts'
import { useLiveTopic } from '@/lib/socket/live.ts'
import { SeverityCounts } from '@/ui/severity-glyph.tsx'
import { useTicker } from '@/ui/ticker.ts'
import styles from './wall-bars.module.css'
import { useWall, useWallClock, useWallContext } from './wall-context.tsx'

const WEEKDAYS = '日一二三四五六'

const shareOf = ({ online, expected }: WallNetwork) => (expected === 0 ? null : online / expected)

/** Title, network figures and clock. */
export function TopBar({ network }: { readonly network: WallNetwork | undefined }) {
  const { screen } = useWallContext()
  const title = useSite().networkName
  const [home, setHome] = useState<LiveHome>()
  useLiveTopic({ topic: 'home' }, (message) => {
    if (message.t === 'home') setHome(message.d)
  })
  const isPast = useWall((state) => state.mode === 'history')
  // The current duty staff does not apply to past data.
  const watch = isPast ? undefined : network?.watch
  const share = home ? onlineShare(home.byStatus) : network && shareOf(network)
  return (
    <header className={styles.top}>
      <div className={styles.title}>
        <h1>{title}</h1>
        <p>
          {screen.name}
          {watch && ` · ${watchText(watch)}`}
        </p>
      </div>
      <dl className={styles.figures}>
        <Figure label="在线率">{formatShare(share)}</Figure>
        <Figure label="站点 / 设备">
          {network ? `${formatNumber(network.stations)} / ${formatNumber(network.devices)}` : NO_VALUE}
        </Figure>
        <Figure label="数据完整率">{formatShare(network?.completeness)}</Figure>
        <Figure label="样本 / 秒">{home ? formatNumber(home.pointsPerSecond) : NO_VALUE}</Figure>
        <Figure label="未确认报警">{network ? <SeverityCounts counts={network.unacked} size={20} /> : NO_VALUE}</Figure>
      </dl>
      <Clock />
    </header>
  )
}

/** Persons on duty with their shifts; for a team without any, a text that the shift is unstaffed. */
const watchText = ({ teamName, present }: NonNullable<WallNetwork['watch']>) =>
  present.length === 0
    ? `${teamName}当前无人值班`
    : present.map(({ shiftName, name }) => `${shiftName.replace(/班?$/, '班')} ${name}`).join('、')

const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.figure}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Time shown by the wall, labelled live or historical. */
function Clock() {
  const isPast = useWall((state) => state.mode === 'history')
  const isOwn = useWall((state) => state.isOwn)
  const live = useTicker((nowMs) => Math.floor(nowMs / 1_000) * 1_000)
  const cursor = useWallClock((nowMs) => Math.floor(nowMs / 1_000) * 1_000)
  const shown = isPast ? cursor : live
  return (
    <div className={styles.clock}>
      <span className={styles.mode} data-past={isPast || undefined}>
        {isPast ? '历史' : '● 实时'}
        {isOwn && ' · 本机视图'}
      </span>
      <span className={styles.time}>
        <time dateTime={new Date(shown).toISOString()}>{formatClock(shown)}</time>
        <small>
          {calendarDayGmt8(shown)} 星期{WEEKDAYS[gmt8Fields(shown).weekday]}
        </small>
      </span>
    </div>
  )
}
