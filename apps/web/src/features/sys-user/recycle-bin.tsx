import type { UserRow } from '@natim/contract/system/pickers'
import { userBinEndpoints } from '@natim/contract/system/user'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Table } from 'antd'
import { useState } from 'react'
import { call, callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { TextLink } from '@/resource/index.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import styles from './sys-user.module.css'

const WIDTH = 960

export interface RecycleBinProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Called after a user was restored. */
  readonly onRestored: () => void
}

/** 用户回收站 (SY-22): restores users or deletes them permanently. */
export function RecycleBin({ isOpen, onClose, onRestored }: RecycleBinProps) {
  const { modal } = App.useApp()
  const notify = useNotify()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [userBinEndpoints.list.path],
    queryFn: ({ signal }) => call(userBinEndpoints.list, {}, { signal, silent: true }),
    enabled: isOpen,
    staleTime: 0,
  })

  async function run(send: () => Promise<{ message: string }>): Promise<boolean> {
    try {
      notify.line((await send()).message, 'success')
      setTicked([])
      await refetch()
      return true
    } catch {
      // Reported by the client; the rows stay.
      return false
    }
  }
  const restore = async (ids: readonly string[]) => {
    const userIds = ids.join(',')
    if (await run(() => callWithMessage(userBinEndpoints.restore, { body: { userIds } }))) onRestored()
  }
  const purge = (ids: readonly string[]) =>
    modal.confirm({
      title: '彻底删除',
      content: `将彻底删除 ${ids.length} 个用户，此操作不可恢复。是否继续？`,
      okText: '彻底删除',
      okButtonProps: { danger: true },
      onOk: () => run(() => callWithMessage(userBinEndpoints.purge, { query: { userIds: ids.join(',') } })),
    })

  return (
    <Dialog open={isOpen} title="用户回收站" width={WIDTH} footer={null} onCancel={onClose}>
      <div className={styles.tools}>
        <Button disabled={ticked.length === 0} onClick={() => void restore(ticked)}>
          批量还原
        </Button>
        <Button danger disabled={ticked.length === 0} onClick={() => purge(ticked)}>
          批量删除
        </Button>
      </div>
      {error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Table<UserRow>
          size="small"
          rowKey="id"
          loading={isFetching}
          dataSource={data ?? []}
          scroll={{ x: 720, y: 400 }}
          locale={{ emptyText: <EmptyState title="回收站是空的" /> }}
          rowSelection={{ selectedRowKeys: [...ticked], onChange: (keys) => setTicked(keys.map(String)) }}
          columns={columnsOf(
            (ids) => void restore(ids),
            (ids) => void purge(ids),
          )}
        />
      )}
    </Dialog>
  )
}

type OnIds = (ids: readonly string[]) => void

const columnsOf = (restore: OnIds, purge: OnIds) => [
  { title: '用户账号', dataIndex: 'username', ellipsis: true },
  { title: '用户姓名', dataIndex: 'realname', ellipsis: true },
  { title: '部门', dataIndex: 'orgCode', ellipsis: true },
  { title: '删除时间', dataIndex: 'updateTime', width: 160 },
  {
    title: '操作',
    key: 'actions',
    width: 150,
    render: (_value: unknown, row: UserRow) => actions(row, restore, purge),
  },
]

const actions = (row: UserRow, restore: OnIds, purge: OnIds) => (
  <>
    <TextLink label={`还原 ${row.realname}`} onClick={() => restore([row.id])}>
      还原
    </TextLink>{' '}
    <TextLink isDanger label={`彻底删除 ${row.realname}`} onClick={() => purge([row.id])}>
      彻底删除
    </TextLink>
  </>
)
