import { formatLimit } from '@natim/domain/format'
import { Link } from 'react-router'
import { STATE_KEY } from '@/lib/list-state.ts'
import { useHasPage } from '@/lib/permissions/use-has-page.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import { Age } from '@/ui/age.tsx'
import { ChannelCard } from '@/ui/channel-card.tsx'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { reachedText, unjudgedMeans } from '@/ui/limit-text.ts'
import { metricColour } from '@/ui/metric-colour.ts'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { Sparkline } from '@/ui/sparkline.tsx'
import { ValueWithUnit } from '@/ui/value-with-unit.tsx'
import styles from './channel-table.module.css'
import { type ChannelRow, type PlaceDevice, useReading } from './place-live.ts'

/** Link to the history of some channels. */
export const historyPath = (channels: readonly number[]): string =>
  `/mon/history?${STATE_KEY}=${encodeURIComponent(JSON.stringify({ channels }))}`

type Cell = { readonly row: ChannelRow }

function Value({ row }: Cell) {
  const { v, q, look, reached } = useReading(row)
  return (
    <ValueWithUnit
      value={v}
      unit={row.channel.unit}
      precision={row.channel.precision}
      q={q}
      look={look}
      severity={reached?.severity}
    />
  )
}

function Taken({ row }: Cell) {
  const { ts } = useReading(row)
  return <Age tsMs={ts ?? null} periodS={row.channel.periodS} />
}

/** Level of the value among its limits; `/` for a value that is no longer live. */
function Level({ row }: Cell) {
  const { v, look, reached, figures } = useReading(row)
  if (row.channel.limits.length === 0) return <span className="t-tertiary">无限值</span>
  if (v == null || look !== 'live') return <span className="t-tertiary">/</span>
  const unjudged = unjudgedMeans(row.channel.limits, figures)
  if (!reached && unjudged !== '') return <span title={`未判定：${unjudged}（数据不足）`}>部分未判定</span>
  if (!reached) return <span>限值以下</span>
  return (
    <span className={styles.level} title={reachedText(reached, figures, row.channel.precision)}>
      <SeverityGlyph level={reached.severity} size={15} />
      <span className="ellipsis">{reached.name}</span>
    </span>
  )
}

function Limits({ row: { channel } }: Cell) {
  const text = channel.limits.map(({ name, op, value }) => `${name} ${op} ${formatLimit(value)}`).join('，')
  return (
    <span className="ellipsis" title={text}>
      {text === '' ? '/' : text}
    </span>
  )
}

function History({ row }: Cell) {
  const hasPage = useHasPage()
  return hasPage('/mon/history') ? <Link to={historyPath([row.channel.channelNo])}>历史</Link> : null
}

const COLUMNS: readonly DataColumn<ChannelRow>[] = [
  {
    key: 'name',
    title: '通道',
    width: 190,
    isEllipsis: true,
    render: ({ channel: { name, formula, seq } }) =>
      `${seq} ${formula && formula !== name ? `${name}（${formula}）` : name}`,
  },
  { key: 'unit', title: '单位', width: 76, render: ({ channel }) => channel.unit || '/' },
  { key: 'value', title: '最新值', width: 140, align: 'end', render: (row) => <Value row={row} /> },
  { key: 'ts', title: '数据时间', width: 96, render: (row) => <Taken row={row} /> },
  { key: 'level', title: '水平', width: 132, render: (row) => <Level row={row} /> },
  { key: 'limits', title: '生效限值', width: 250, render: (row) => <Limits row={row} /> },
  {
    key: 'spark',
    title: '24 小时',
    width: 112,
    render: ({ channel }) => (
      <Sparkline
        values={channel.spark.values}
        label={`${channel.name} 24 小时`}
        width={96}
        height={26}
        colour={metricColour(channel.metricCode)}
      />
    ),
  },
  { key: 'links', title: '操作', width: 64, isScreenOnly: true, render: (row) => <History row={row} /> },
]
const MIN_WIDTH = 980

/** The channels of a device: name, unit, latest value with its age, level, and effective limits. */
export function ChannelTable({ device }: { readonly device: PlaceDevice }) {
  const isPhone = useIsPhone()
  const rows = device.channels.map((channel): ChannelRow => ({ device, channel }))
  if (rows.length === 0) return <p className={styles.none}>没有启用的通道</p>
  if (isPhone) {
    return (
      <div className={styles.cards}>
        {rows.map((row) => (
          <Card key={row.channel.channelNo} row={row} />
        ))}
      </div>
    )
  }
  return (
    <DataTable
      label={`${device.name}的通道`}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ channel }) => String(channel.channelNo)}
      minWidth={MIN_WIDTH}
    />
  )
}

function Card({ row }: Cell) {
  const { channel, device } = row
  const { v, q, ts, look } = useReading(row)
  return (
    <ChannelCard
      channel={channel}
      value={v}
      q={q}
      tsMs={ts ?? null}
      look={look}
      offlineSinceMs={look === 'offline' ? device.lastSeen : null}
      spark={channel.spark.values}
    />
  )
}
