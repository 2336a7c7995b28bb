import { type DictRow, dictBinEndpoints } from '@natim/contract/system/dict.resource'
import { App } from 'antd'
import { useMemo } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import styles from './dict.module.css'

interface DictBinProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Called after a dictionary was restored. */
  readonly onChanged: () => void
}

/** 回收站 (SY-45): deleted dictionaries, to restore or delete permanently. */
export function DictBin({ isOpen, onClose, onChanged }: DictBinProps) {
  return (
    <Dialog open={isOpen} title="字典回收站" width={800} footer={null} onCancel={onClose} destroyOnHidden>
      {isOpen && <Bin onChanged={onChanged} />}
    </Dialog>
  )
}

function Bin({ onChanged }: Pick<DictBinProps, 'onChanged'>) {
  const { modal } = App.useApp()
  const notify = useNotify()
  const { data, error, isLoading, refetch } = useEndpoint(dictBinEndpoints.bin, {}, { staleTime: 0 })
  const columns = useMemo<DataColumn<DictRow>[]>(() => {
    const done = async (work: Promise<{ message: string }>) => {
      notify.line((await work).message, 'success')
      void refetch()
      onChanged()
    }
    const bringBack = ({ id }: DictRow) =>
      // The client reports a failure.
      void done(callWithMessage(dictBinEndpoints.bringBack, { params: { id } })).catch(() => undefined)
    const purge = ({ id, dictName }: DictRow) =>
      modal.confirm({
        title: '彻底删除',
        content: `「${dictName}」及其字典项将被彻底删除，无法恢复。`,
        okText: '彻底删除',
        okButtonProps: { danger: true },
        onOk: () => done(callWithMessage(dictBinEndpoints.purge, { params: { id } })),
      })
    return [
      { key: 'dictName', title: '字典名称', width: 180, render: (row) => row.dictName },
      { key: 'dictCode', title: '字典编码', width: 180, render: (row) => row.dictCode },
      { key: 'updateTime', title: '删除时间', width: 170, render: (row) => row.updateTime },
      {
        key: 'actions',
        title: '操作',
        width: 150,
        render: (row) => (
          <span className={styles.links}>
            <R.TextLink label={`取回 ${row.dictName}`} onClick={() => bringBack(row)}>
              取回
            </R.TextLink>
            <R.TextLink isDanger label={`彻底删除 ${row.dictName}`} onClick={() => purge(row)}>
              彻底删除
            </R.TextLink>
          </span>
        ),
      },
    ]
  }, [modal, notify, refetch, onChanged])
  return (
    <DataTable
      label="已删除的字典"
      columns={columns}
      rows={data ?? []}
      rowKey={(row) => row.id}
      isLoading={isLoading}
      {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
      empty={<EmptyState title="回收站是空的" />}
    />
  )
}
