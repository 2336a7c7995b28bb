import type { ChannelRow } from '@natim/contract/mon/channel.resource'
import type { ChannelView } from '@natim/contract/mon/device'
import { formatDuration, formatLimit, formatNumber, formatValue, NO_VALUE } from '@natim/domain/format'
import { Tooltip } from 'antd'
import { TextCell } from '@/resource/index.ts'
import { Age } from '@/ui/age.tsx'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { Tag } from '@/ui/tag.tsx'
import { ValueWithUnit } from '@/ui/value-with-unit.tsx'
import { correctionText } from '../channel/channel-settings.tsx'
import { outOfReach, reachWarning } from '../channel/out-of-reach.ts'
import { channelTitle } from '../channel-picker.tsx'
import { usePoint } from '../live-devices.ts'
import styles from './channel-columns.module.css'

/** A channel with its settings, for users who may read them. */
export interface ListedChannel extends ChannelView {
  readonly settings: ChannelRow | undefined
}

function NewestValue({ channel }: { readonly channel: ChannelView }) {
  const point = usePoint(channel)
  return <ValueWithUnit value={point?.[2]} unit={channel.unit} precision={channel.precision} q={point?.[3]} />
}

function NewestAge({ channel }: { readonly channel: ChannelView }) {
  const point = usePoint(channel)
  return <Age tsMs={point?.[1] ?? null} periodS={channel.periodS} />
}

/** `0 – 20 ppm`; a half-open range shows its only bound. */
export function rangeText({ rangeLo, rangeHi, unit, precision }: ChannelView): string {
  const end = (value: number) => formatNumber(value, Number.isInteger(value) ? 0 : precision)
  if (rangeLo === null) return rangeHi === null ? NO_VALUE : `≤ ${end(rangeHi)} ${unit}`
  return rangeHi === null ? `≥ ${end(rangeLo)} ${unit}` : `${end(rangeLo)} – ${end(rangeHi)} ${unit}`
}

const limitsText = ({ limits, unit }: ChannelView): string =>
  limits.map(({ name, value }) => `${name} ${formatLimit(value)} ${unit}`).join('；') || NO_VALUE

function RangeCell({ channel }: { readonly channel: ChannelView }) {
  const warning = reachWarning(outOfReach(channel.metricCode, channel.limits, channel.rangeHi), channel.unit)
  if (!warning) return rangeText(channel)
  return (
    <>
      {rangeText(channel)}{' '}
      <Tooltip title={warning} trigger={['hover', 'focus', 'click']}>
        <button type="button" className={styles.note} aria-label={warning}>
          <Tag tone="warning">低于限值</Tag>
        </button>
      </Tooltip>
    </>
  )
}

export const CHANNEL_COLUMNS: readonly DataColumn<ListedChannel>[] = [
  { title: '序号', key: 'seq', width: 64, align: 'end', render: ({ seq }) => seq },
  { title: '通道', key: 'name', width: 170, render: (channel) => <TextCell>{channelTitle(channel)}</TextCell> },
  { title: '因子', key: 'metricCode', width: 100, render: ({ metricCode }) => metricCode },
  {
    title: '最新值',
    key: 'value',
    width: 130,
    align: 'end',
    render: (channel) => <NewestValue channel={channel} />,
  },
  { title: '时间', key: 'age', width: 100, render: (channel) => <NewestAge channel={channel} /> },
  {
    title: '修正',
    key: 'correction',
    width: 110,
    align: 'end',
    render: ({ settings }) => (settings && correctionText(settings)) ?? NO_VALUE,
  },
  {
    title: '周期',
    key: 'period',
    width: 76,
    align: 'end',
    render: ({ periodS }) => formatDuration(periodS * 1_000),
  },
  { title: '量程', key: 'range', width: 190, render: (channel) => <RangeCell channel={channel} /> },
  {
    title: '检出限',
    key: 'lod',
    width: 100,
    align: 'end',
    render: ({ lod, unit, precision }) => formatValue(lod, unit, precision),
  },
  { title: '限值', key: 'limits', isEllipsis: true, render: (channel) => limitsText(channel) },
  {
    title: '启用',
    key: 'enabled',
    width: 76,
    render: ({ enabled }) => <Tag tone={enabled ? 'success' : 'neutral'}>{enabled ? '启用' : '停用'}</Tag>,
  },
]
