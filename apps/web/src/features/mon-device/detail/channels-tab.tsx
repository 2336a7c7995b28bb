import type { ChannelView, DeviceOverview } from '@natim/contract/mon/device'
import { formatDuration, formatLimit, formatNumber, formatValue, NO_VALUE } from '@natim/domain/format'
import { TextCell } from '@/resource/index.ts'
import { Age } from '@/ui/age.tsx'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Tag } from '@/ui/tag.tsx'
import { ValueWithUnit } from '@/ui/value-with-unit.tsx'
import { channelTitle } from '../channel-picker.tsx'
import { usePoint } from '../live-devices.ts'

function NewestValue({ channel }: { readonly channel: ChannelView }) {
  const point = usePoint(channel)
  return <ValueWithUnit value={point?.[2]} unit={channel.unit} precision={channel.precision} q={point?.[3]} />
}

function NewestAge({ channel }: { readonly channel: ChannelView }) {
  const point = usePoint(channel)
  return <Age tsMs={point?.[1] ?? null} periodS={channel.periodS} />
}

/** `0 – 20 ppm`; a range open at one end names the other. */
export function rangeText({ rangeLo, rangeHi, unit, precision }: ChannelView): string {
  const end = (value: number) => formatNumber(value, Number.isInteger(value) ? 0 : precision)
  if (rangeLo === null) return rangeHi === null ? NO_VALUE : `≤ ${end(rangeHi)} ${unit}`
  return rangeHi === null ? `≥ ${end(rangeLo)} ${unit}` : `${end(rangeLo)} – ${end(rangeHi)} ${unit}`
}

const limitsText = ({ limits, unit }: ChannelView): string =>
  limits.map(({ name, value }) => `${name} ${formatLimit(value)} ${unit}`).join('；') || NO_VALUE

const COLUMNS: readonly DataColumn<ChannelView>[] = [
  { title: '序号', key: 'seq', width: 64, align: 'end', render: ({ seq }) => seq },
  { title: '通道', key: 'name', width: 180, render: (channel) => <TextCell>{channelTitle(channel)}</TextCell> },
  { title: '因子', key: 'metricCode', width: 110, render: ({ metricCode }) => metricCode },
  {
    title: '最新值',
    key: 'value',
    width: 140,
    align: 'end',
    render: (channel) => <NewestValue channel={channel} />,
  },
  { title: '时间', key: 'age', width: 110, render: (channel) => <NewestAge channel={channel} /> },
  {
    title: '周期',
    key: 'period',
    width: 80,
    align: 'end',
    render: ({ periodS }) => formatDuration(periodS * 1_000),
  },
  { title: '量程', key: 'range', width: 150, render: (channel) => rangeText(channel) },
  {
    title: '检出限',
    key: 'lod',
    width: 110,
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

/** 通道: what each one measures, how often, within which range. */
export function ChannelsTab({ overview }: { readonly overview: DeviceOverview }) {
  return (
    <Panel title="通道" meta={`${overview.channels.length} 个`} isFlush>
      <DataTable
        label="通道"
        columns={COLUMNS}
        rows={overview.channels}
        rowKey={({ channelNo }) => String(channelNo)}
        minWidth={1_180}
      />
    </Panel>
  )
}
