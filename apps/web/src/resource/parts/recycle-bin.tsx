import { RestOutlined } from '@ant-design/icons'
import type { BinRow } from '@natim/contract/resource/crud-endpoints'
import { Button } from 'antd'
import { useState } from 'react'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { useListContext } from '../context.ts'
import type { ResourceEndpoints } from '../define-resource.ts'
import { callRestore } from '../endpoint-calls.ts'
import { useMay } from '../use-may.ts'
import { TextLink } from './text-link.tsx'
import styles from './toolbar.module.css'

const WIDTH = 880

/** 回收站: deleted rows of the resource, with restore. */
export function RecycleBinButton() {
  const { resource, reload } = useListContext()
  const { recycled, restore } = resource.endpoints
  const mayRestore = useMay(restore)
  const [isOpen, setIsOpen] = useState(false)
  if (!recycled || !restore || !mayRestore) return null
  return (
    <>
      <Button className={styles.secondary} icon={<RestOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        回收站
      </Button>
      <Dialog
        open={isOpen}
        title={`${resource.entityLabel}回收站`}
        width={WIDTH}
        footer={null}
        onCancel={() => setIsOpen(false)}
        destroyOnHidden
      >
        {isOpen && <Bin entityLabel={resource.entityLabel} endpoints={{ recycled, restore }} onRestored={reload} />}
      </Dialog>
    </>
  )
}

interface BinProps {
  readonly entityLabel: string
  readonly endpoints: Required<Pick<ResourceEndpoints, 'recycled' | 'restore'>>
  readonly onRestored: () => void
}

function Bin({ entityLabel, endpoints, onRestored }: BinProps) {
  const notify = useNotify()
  const { data, error, isLoading, refetch } = useEndpoint(endpoints.recycled, {}, { staleTime: 0 })
  const [busyId, setBusyId] = useState<string>()

  async function bringBack({ id, name }: BinRow): Promise<void> {
    setBusyId(id)
    try {
      await callRestore(endpoints.restore, { id })
      notify.line(`已恢复${entityLabel}「${name}」`, 'success')
      onRestored()
    } catch (refusal) {
      notify.line(apiErrorOf(refusal).message, 'error')
    } finally {
      setBusyId(undefined)
      void refetch()
    }
  }

  const columns: DataColumn<BinRow>[] = [
    { key: 'name', title: '名称', width: 220, render: (row) => row.name },
    { key: 'code', title: '编号', width: 200, render: (row) => row.code },
    { key: 'deleteBy', title: '删除人', width: 110, render: (row) => row.deleteBy },
    { key: 'deleteTime', title: '删除时间', width: 170, render: (row) => row.deleteTime },
    {
      key: 'actions',
      title: '操作',
      width: 80,
      render: (row) => (
        <TextLink
          label={`恢复 ${row.name}`}
          onClick={() => {
            if (busyId === undefined) void bringBack(row)
          }}
        >
          恢复
        </TextLink>
      ),
    },
  ]
  return (
    <DataTable
      label={`已删除的${entityLabel}`}
      columns={columns}
      rows={data ?? []}
      rowKey={(row) => row.id}
      isLoading={isLoading}
      {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
      empty={<EmptyState title="回收站是空的" />}
    />
  )
}
