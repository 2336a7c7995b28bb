import {
  type DeviceEvent,
  type DeviceOverview,
  type DeviceReject,
  deviceEndpoints,
  EVENTS_PER_CALL,
} from '@natim/contract/mon/device'
import { INGEST_REASONS } from '@natim/contract/mon/ingest'
import { formatNumber } from '@natim/domain/format'
import { QUALITY } from '@natim/domain/quality'
import { formatGmt8 } from '@natim/domain/time'
import { Button } from 'antd'
import { useState } from 'react'
import { downloadFile } from '@/lib/api/actions.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { TextLink, useLastGood } from '@/resource/index.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { Tag } from '@/ui/tag.tsx'
import styles from './events-tab.module.css'

const KINDS: Readonly<Record<DeviceEvent['kind'], string>> = { event: '事件', ack: '命令应答', blob: '数据块' }
const BLOB_KINDS: Readonly<Record<string, string>> = { spectrum: '能谱', waveform: '波形', image: '图像' }

const textOf = (data: unknown): string => {
  const text = JSON.stringify(data)
  const omitted = /^\{"omittedBytes":(\d+)\}$/.exec(text)?.[1]
  if (omitted !== undefined) return `内容过长，未列出（${formatNumber(Number(omitted) / 1024, 1)} KB）`
  return text === '{}' ? '' : text
}

interface Props {
  readonly overview: DeviceOverview
}

/** 事件: events the device reported besides its values, and its rejected messages. */
export function EventsTab({ overview }: Props) {
  return (
    <div className={styles.panels}>
      <Events overview={overview} />
      <Rejects id={overview.device.id} />
    </div>
  )
}

function Events({ overview }: Props) {
  const [beforeMs, setBeforeMs] = useState<number>()
  const { id } = overview.device
  const { data, error, retry } = useLastGood(
    useEndpoint(deviceEndpoints.events, { params: { id }, query: beforeMs === undefined ? {} : { beforeMs } }),
  )
  const oldest = data?.at(-1)
  const hasOlder = data?.length === EVENTS_PER_CALL
  return (
    <Panel
      title="事件"
      meta="设备上报的事件、命令应答、能谱与波形"
      isFlush
      actions={
        <>
          {beforeMs !== undefined && (
            <Button size="small" onClick={() => setBeforeMs(undefined)}>
              回到最新
            </Button>
          )}
          {/* The last instant is read again: it may have more events than fitted on the page. */}
          {hasOlder && oldest && (
            <Button size="small" onClick={() => setBeforeMs(oldest.tsMs + 1)}>
              更早
            </Button>
          )}
          <Button size="small" onClick={retry}>
            刷新
          </Button>
        </>
      }
    >
      {data ? (
        <DataTable
          label="事件"
          columns={columnsOf(overview)}
          rows={data}
          rowKey={rowKeyOf}
          minWidth={900}
          empty={<EmptyState title="没有事件" hint="设备发布到 event、ack 和 blob 主题的消息会列在这里" />}
        />
      ) : error ? (
        <ErrorState message={`加载失败：${error.message}`} requestId={error.requestId} onRetry={retry} />
      ) : (
        <TableSkeleton rows={6} />
      )}
    </Panel>
  )
}

const REJECT_COLUMNS: readonly DataColumn<DeviceReject>[] = [
  { key: 'code', title: '代码', width: 130, render: ({ code }) => <code>{code}</code> },
  { key: 'reason', title: '原因', render: ({ code }) => INGEST_REASONS[code] },
  { key: 'day', title: '24 小时', width: 110, align: 'end', render: ({ day }) => formatNumber(day) },
  { key: 'week', title: '7 天', width: 110, align: 'end', render: ({ week }) => formatNumber(week) },
  {
    key: 'last',
    title: '最近一次',
    width: 150,
    render: ({ lastHourMs }) => `${formatGmt8(lastHourMs).slice(0, 13)} 时`,
  },
]

/** 拒收统计: rejected points and messages; over MQTT the device itself is not informed. */
function Rejects({ id }: { readonly id: string }) {
  const { data, error, retry } = useLastGood(useEndpoint(deviceEndpoints.rejects, { params: { id } }))
  return (
    <Panel title="拒收统计" meta="最近 7 天，按整点计" isFlush>
      {data ? (
        <DataTable
          label="拒收统计"
          columns={REJECT_COLUMNS}
          rows={data}
          rowKey={({ code }) => code}
          minWidth={760}
          empty={<EmptyState title="没有拒收" hint="最近 7 天的报文全部被接受" />}
        />
      ) : error ? (
        <ErrorState message={`加载失败：${error.message}`} requestId={error.requestId} onRetry={retry} />
      ) : (
        <TableSkeleton rows={2} />
      )}
    </Panel>
  )
}

const rowKeyOf = ({ kind, tsMs, type, channelNo, key }: DeviceEvent) => `${kind} ${tsMs} ${type} ${channelNo} ${key}`

function columnsOf({ device, channels }: DeviceOverview): DataColumn<DeviceEvent>[] {
  const nameOf = (channelNo: number) => channels.find((channel) => channel.channelNo === channelNo)?.name
  return [
    {
      key: 'ts',
      title: '时间',
      width: 220,
      render: ({ tsMs, q }) => (
        <>
          {formatGmt8(tsMs)} {(q & QUALITY.timeCorrected) !== 0 && <Tag>接收时间</Tag>}
        </>
      ),
    },
    { key: 'kind', title: '类别', width: 100, render: ({ kind }) => KINDS[kind] },
    {
      key: 'type',
      title: '类型',
      width: 180,
      render: ({ kind, type }) => (kind === 'blob' ? (BLOB_KINDS[type] ?? type) : type),
    },
    {
      key: 'level',
      title: '级别',
      width: 70,
      align: 'end',
      render: ({ level }) => level ?? <span className="t-tertiary">/</span>,
    },
    {
      key: 'data',
      title: '内容',
      render: (event) => (
        <span className={styles.content}>
          {event.channelNo !== null && event.channelNo > 0 && <span>{nameOf(event.channelNo)}</span>}
          <code className="ellipsis" title={textOf(event.data)}>
            {textOf(event.data)}
          </code>
        </span>
      ),
    },
    {
      key: 'file',
      title: '操作',
      width: 150,
      render: (event) => (event.kind === 'blob' ? <Download deviceId={device.id} event={event} /> : undefined),
    },
  ]
}

function Download({ deviceId, event }: { readonly deviceId: string; readonly event: DeviceEvent }) {
  const { tsMs, type, channelNo, bytes, key } = event
  const download = () => {
    const query = { channelNo: channelNo ?? 0, tsMs, kind: type, key }
    // The call reports its own failure.
    void downloadFile(`/mon/device/${deviceId}/blob`, { query }).catch(() => undefined)
  }
  return (
    <TextLink label={`下载 ${formatGmt8(tsMs)} 的${BLOB_KINDS[type] ?? type}`} onClick={download}>
      下载（{formatNumber((bytes ?? 0) / 1024, 1)} KB）
    </TextLink>
  )
}
