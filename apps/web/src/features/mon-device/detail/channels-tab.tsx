import { type ChannelRow, channel as channelResource } from '@natim/contract/mon/channel.resource'
import type { ChannelView, DeviceOverview } from '@natim/contract/mon/device'
import { useMemo } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { Panel } from '@/ui/panel.tsx'
import { ChannelDialog } from '../channel/channel-dialog.tsx'
import { channelLabel, channelSettings } from '../channel/channel-settings.tsx'
import { CHANNEL_COLUMNS, type ListedChannel } from './channel-columns.tsx'

/** Upper bound above any device's channel count. */
const MAX_CHANNELS = 500
const REFRESH_MS = 15_000

/** 通道: quantity, interval and range of each channel, its current settings, and a link to change them. */
export function ChannelsTab({
  overview,
  onChanged,
}: {
  readonly overview: DeviceOverview
  readonly onChanged: () => void
}) {
  const maySee = R.useMay(channelResource.endpoints.list)
  const mayEdit = R.useMay(channelResource.endpoints.update)
  const { data, error, retry } = R.useLastGood(
    useEndpoint(
      channelResource.endpoints.list,
      { query: { deviceId: overview.device.id, pageNo: 1, pageSize: MAX_CHANNELS } },
      { enabled: maySee, refetchInterval: REFRESH_MS },
    ),
  )
  const changed = () => {
    retry()
    onChanged()
  }
  const editor = R.useResourceEditor<ChannelRow>(channelSettings, { onSaved: changed })
  const settings = useMemo(() => new Map(data?.records.map((row) => [row.channelNo, row])), [data])
  const rows = overview.channels.map((view): ListedChannel => ({ ...view, settings: settings.get(view.channelNo) }))
  const columns = useMemo(
    () =>
      maySee ? [...CHANNEL_COLUMNS, actionsColumn(mayEdit, mayEdit ? editor.edit : editor.view)] : CHANNEL_COLUMNS,
    [maySee, mayEdit, editor.edit, editor.view],
  )
  return (
    <R.EditorScope editor={editor}>
      <Panel
        title="通道"
        meta={`${overview.channels.length} 个`}
        isFlush
        {...(error && { error: { message: `通道设置加载失败：${error.message}`, onRetry: retry } })}
      >
        <DataTable label="通道" columns={columns} rows={rows} rowKey={rowKey} minWidth={1_260} />
      </Panel>
      <ChannelDialog
        editor={editor}
        limits={limitsOf(overview.channels, editor.row)}
        onRestored={() => {
          editor.close()
          changed()
        }}
      />
    </R.EditorScope>
  )
}

const rowKey = ({ channelNo }: ChannelView) => String(channelNo)

const limitsOf = (channels: readonly ChannelView[], row: ChannelRow | undefined) =>
  channels.find(({ channelNo }) => channelNo === row?.channelNo)?.limits ?? []

const actionsColumn = (mayEdit: boolean, open: (row: ChannelRow) => void) => ({
  title: '操作',
  key: 'actions',
  width: 76,
  isScreenOnly: true,
  render: ({ settings }: ListedChannel) =>
    settings && (
      <R.TextLink label={`${mayEdit ? '设置' : '查看'} ${channelLabel(settings)}`} onClick={() => open(settings)}>
        {mayEdit ? '设置' : '查看'}
      </R.TextLink>
    ),
})
