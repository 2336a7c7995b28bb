import { type NotifyDelivery, notifyEndpoints } from '@natim/contract/mon/notify'
import { NOTIFY_CHANNELS } from '@natim/contract/mon/notify.resource'
import { NO_VALUE } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { SideDrawer } from '@/ui/side-drawer.tsx'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import styles from './notify.module.css'

const DRAWER_PX = 860
/** A phone scrolls it sideways. */
const TABLE_PX = 780
const REFRESH_MS = 10_000

const STATES: Readonly<Record<NotifyDelivery['state'], readonly [text: string, tone: TagTone]>> = {
  waiting: ['待发送', 'info'],
  sent: ['已发送', 'success'],
  failed: ['发送失败', 'error'],
  dropped: ['未发送', 'neutral'],
}

const COLUMNS: readonly DataColumn<NotifyDelivery>[] = [
  {
    key: 'state',
    title: '状态',
    width: 90,
    render: ({ state }) => <Tag tone={STATES[state][1]}>{STATES[state][0]}</Tag>,
  },
  { key: 'createMs', title: '时间', width: 150, render: ({ createMs }) => formatGmt8(createMs) },
  { key: 'title', title: '报警', width: 200, render: ({ title, alarmNo }) => `${title}（${alarmNo}）` },
  { key: 'receiverName', title: '接收人', width: 110, render: ({ receiverName }) => receiverName },
  { key: 'channel', title: '方式', width: 90, render: ({ channel }) => NOTIFY_CHANNELS[channel] },
  { key: 'lastError', title: '原因', width: 140, render: ({ lastError }) => lastError ?? NO_VALUE },
]

interface DeliveriesDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** 发送记录: the latest messages and their outcomes. */
export function DeliveriesDrawer({ isOpen, onClose }: DeliveriesDrawerProps) {
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} width={DRAWER_PX} title="发送记录">
      {isOpen && <Deliveries />}
    </SideDrawer>
  )
}

function Deliveries() {
  const { data, error, isLoading, refetch } = useEndpoint(
    notifyEndpoints.deliveries,
    {},
    { refetchInterval: REFRESH_MS },
  )
  return (
    <div className={styles.sent}>
      <DataTable
        label="发送记录"
        minWidth={TABLE_PX}
        columns={COLUMNS}
        rows={data ?? []}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
        empty={<EmptyState title="还没有发送过通知" />}
      />
    </div>
  )
}
