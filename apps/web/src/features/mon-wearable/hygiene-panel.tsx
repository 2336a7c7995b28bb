import { wearableEndpoints } from '@natim/contract/mon/wearable'
import { Table } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Age } from '@/ui/age.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'

const FAULTS = {
  unworn: '未佩戴超过 1 小时',
  unsynced: '超过 2 小时未同步',
  flat: '心率 2 小时不变',
} as const

/** Devices that report too little about their wearers. */
export function HygienePanel({ isOpen }: { readonly isOpen: boolean }) {
  const { data, error, isFetching, refetch } = useEndpoint(wearableEndpoints.hygiene, { query: { open: isOpen } })
  return (
    <Panel
      title="设备卫生"
      meta={data && `${data.length} 台需要处理`}
      isFlush
      isReloading={isFetching && data !== undefined}
      {...(error && data && { error: { message: error.message, onRetry: () => void refetch() } })}
    >
      {data === undefined ? (
        error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton rows={8} columns={5} />
        )
      ) : data.length === 0 ? (
        <EmptyState title="所有设备都在正常上报" />
      ) : (
        <Table
          size="small"
          rowKey="id"
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: 640 }}
          dataSource={[...data]}
          columns={[
            { title: '受试者码', dataIndex: 'subjectCode', width: 160 },
            { title: '单位', dataIndex: 'unit' },
            { title: '设备', dataIndex: 'clientId', width: 170, render: (text: string | null) => text ?? '已隐藏' },
            { title: '问题', dataIndex: 'fault', width: 180, render: (fault: keyof typeof FAULTS) => FAULTS[fault] },
            {
              title: '自',
              dataIndex: 'sinceMs',
              width: 130,
              render: (sinceMs: number | null) => (sinceMs === null ? '—' : <Age tsMs={sinceMs} />),
            },
            {
              title: '电量',
              dataIndex: 'batteryPct',
              width: 80,
              align: 'right',
              render: (value: number | null) => (value === null ? '—' : `${value} %`),
            },
          ]}
        />
      )}
    </Panel>
  )
}
