import { PlusOutlined } from '@ant-design/icons'
import { type DictItemRow, type DictRow, dictItem } from '@natim/contract/system/dict.resource'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { SideDrawer } from '@/ui/side-drawer.tsx'
import { Tag } from '@/ui/tag.tsx'
import styles from './dict.module.css'

const items = R.fromContract(dictItem)

const DRAWER_PX = 720
const MAX_ITEMS = 5_000

interface DictItemsDrawerProps {
  readonly dict: DictRow | undefined
  readonly onClose: () => void
}

/** Items of a dictionary, beside the list. */
export function DictItemsDrawer({ dict, onClose }: DictItemsDrawerProps) {
  return (
    <SideDrawer
      isOpen={dict !== undefined}
      onClose={onClose}
      width={DRAWER_PX}
      title={dict ? `${dict.dictName}（${dict.dictCode}）的字典项` : ''}
    >
      {dict && <Items key={dict.id} dict={dict} />}
    </SideDrawer>
  )
}

function Items({ dict }: { readonly dict: DictRow }) {
  const queryClient = useQueryClient()
  const [words, setWords] = useState('')
  const query = { dictId: dict.id, pageNo: 1, pageSize: MAX_ITEMS }
  const { data, error, isLoading, refetch } = useEndpoint(dictItem.endpoints.list, { query })
  const reload = () => void queryClient.invalidateQueries({ queryKey: [dictItem.endpoints.list.path] })
  const editor = R.useResourceEditor(items, { onSaved: reload })
  const mayAdd = R.useMay(dictItem.endpoints.create)
  const columns = itemColumns(editor.edit, reload)
  const rows = (data?.records ?? []).filter((row) => `${row.itemText} ${row.itemValue}`.includes(words.trim()))
  return (
    <R.EditorScope editor={{ ...editor, save: (values) => editor.save({ ...values, dictId: dict.id }) }}>
      <div className={styles.items}>
        <div className={styles.bar}>
          <Input.Search
            allowClear
            aria-label="查找字典项"
            placeholder="名称或数据值"
            onChange={(event) => setWords(event.target.value)}
          />
          {mayAdd && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={editor.create}>
              新增字典项
            </Button>
          )}
        </div>
        <DataTable
          label="字典项"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={(row) => row.itemText}
          minWidth={560}
          isLoading={isLoading}
          {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
          empty={<EmptyState title="没有字典项" />}
        />
      </div>
      <R.EditorModal />
    </R.EditorScope>
  )
}

const itemColumns = (edit: (row: DictItemRow) => void, reload: () => void): DataColumn<DictItemRow>[] => [
  { key: 'itemText', title: '名称', width: 160, isEllipsis: true, render: (row) => row.itemText },
  { key: 'itemValue', title: '数据值', width: 120, isEllipsis: true, render: (row) => row.itemValue },
  { key: 'description', title: '描述', isEllipsis: true, render: (row) => row.description },
  { key: 'sortOrder', title: '排序', width: 64, render: (row) => row.sortOrder },
  {
    key: 'status',
    title: '状态',
    width: 72,
    render: (row) => <Tag tone={row.status === 1 ? 'success' : 'neutral'}>{row.status_dictText}</Tag>,
  },
  { key: 'actions', title: '操作', width: 100, render: (row) => <ItemLinks row={row} edit={edit} reload={reload} /> },
]

interface ItemLinksProps {
  readonly row: DictItemRow
  readonly edit: (row: DictItemRow) => void
  readonly reload: () => void
}

function ItemLinks({ row, edit, reload }: ItemLinksProps) {
  const { modal } = App.useApp()
  const notify = useNotify()
  const mayEdit = R.useMay(dictItem.endpoints.update)
  const mayRemove = R.useMay(dictItem.endpoints.remove)
  const remove = () =>
    modal.confirm({
      title: '删除字典项',
      content: `已保存的「${row.itemText}」将显示为原始值 ${row.itemValue}；只是不再使用时请改为停用。`,
      okButtonProps: { danger: true },
      onOk: async () => {
        notify.line((await callWithMessage(dictItem.endpoints.remove, { query: { id: row.id } })).message, 'success')
        reload()
      },
    })
  return (
    <span className={styles.links}>
      {mayEdit && (
        <R.TextLink label={`编辑 ${row.itemText}`} onClick={() => edit(row)}>
          编辑
        </R.TextLink>
      )}
      {mayRemove && (
        <R.TextLink isDanger label={`删除 ${row.itemText}`} onClick={remove}>
          删除
        </R.TextLink>
      )}
    </span>
  )
}
