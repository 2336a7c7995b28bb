import type { DeviceListRow } from '@natim/contract/mon/device'
import { Link } from 'react-router'
import { Age, useIsStale } from '@/ui/age.tsx'
import { KindIcon } from '@/ui/kind-icon.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { Tag } from '@/ui/tag.tsx'
import { useTicker } from '@/ui/ticker.ts'
import { ValueCell } from '@/ui/value-cell.tsx'
import { Copyable } from '@/widgets/copyable/copyable.tsx'
import { hasWrongClock } from '../detail/device-facts.ts'
import { detailPath } from '../device-resource.tsx'
import { useLastSeen, usePoint, useStatus } from '../live-devices.ts'
import { lookOf } from '../value-look.ts'
import styles from './device-cells.module.css'
import { regionText } from './place.ts'

type Row = { readonly row: DeviceListRow }

export function StatusCell({ row }: Row) {
  const status = useStatus(row)
  return (
    <span className={styles.status}>
      <StatusLamp status={status} hasLabel />
      {row.flapping && <Tag>抖动</Tag>}
      {hasWrongClock(row) && <Tag tone="warning">时钟异常</Tag>}
    </span>
  )
}

export function NameCell({ row }: Row) {
  return (
    <span className={styles.name}>
      <KindIcon kind={row.kind} size={18} />
      <Link to={detailPath(row)} className={`ellipsis ${styles.nameLink}`} title={row.name}>
        {row.name}
      </Link>
    </span>
  )
}

export function ClientIdCell({ row }: Row) {
  return <Copyable text={row.clientId} label="复制客户端 ID" isOnHover />
}

type ChannelOf = DeviceListRow['channels'][number]

/** `PM2.5` for 细颗粒物 PM2.5: short enough for a narrow cell; the tooltip has the full name. */
const shortLabel = ({ formula, name }: ChannelOf): string => formula ?? name.split(' ').at(-1) ?? name

function LiveValue({ row, channel }: Row & { readonly channel: ChannelOf }) {
  const status = useStatus(row)
  const point = usePoint(channel)
  const isStale = useIsStale(point?.[1], channel.periodS)
  return (
    <ValueCell
      channel={{ ...channel, formula: shortLabel(channel) }}
      value={point?.[2]}
      q={point?.[3]}
      look={lookOf(status, isStale)}
    />
  )
}

/** Latest value of the first or second channel, with its ruler. */
export function ValueOfChannel({ row, index }: Row & { readonly index: number }) {
  const channel = row.channels[index]
  if (!channel) return <span className="t-tertiary">/</span>
  return <LiveValue row={row} channel={channel} />
}

export function LastSeenCell({ row }: Row) {
  const lastSeen = useLastSeen(row)
  const status = useStatus(row)
  const isLate = useTicker((now) => lastSeen !== null && now - lastSeen > row.onlineTimeoutS * 1_000)
  if (status === 'maintenance') return <span>维护中</span>
  return (
    <span className={styles.seen} data-late={isLate || undefined}>
      <Age tsMs={lastSeen} />
    </span>
  )
}

/** Station, and its location below. */
export function PlaceCell({ row }: Row) {
  const place = regionText(row)
  return (
    <span className={styles.place}>
      <span className="ellipsis" title={row.stationId_dictText ?? undefined}>
        {row.stationId_dictText ?? '未分配站点'}
      </span>
      {place && (
        <span className={`ellipsis ${styles.region}`} title={place}>
          {place}
        </span>
      )}
    </span>
  )
}
