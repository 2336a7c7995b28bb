import { DeleteOutlined, ReloadOutlined } from '@ant-design/icons'
import { MESSAGES } from '@natim/contract/messages'
import { type DictRow, dictTableEndpoints } from '@natim/contract/system/dict'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { useNotify } from '@/lib/notify.ts'
import { refreshDictItems } from '@/lib/session/dict-items.ts'
import * as R from '@/resource/index.ts'
import { DictBin } from './dict-bin.tsx'
import { DictItemsDrawer } from './dict-items-drawer.tsx'
import { dict } from './dict-resource.tsx'

const ACTIONS_PX = 160

/** 数据字典 (SY-42): dictionaries, their items beside, the recycle bin. */
export default function DictListPage() {
  const list = R.useResourceList(dict)
  const editor = R.useResourceEditor(dict, { onSaved: list.reload })
  const [opened, setOpened] = useState<DictRow>()
  const [isBinOpen, setIsBinOpen] = useState(false)
  const mayEmpty = R.useMay(dictTableEndpoints.bin)
  const rowActions = useCallback(
    (row: DictRow) => (
      <>
        <R.TextLink label={`${row.dictName}的字典项`} onClick={() => setOpened(row)}>
          字典项
        </R.TextLink>
        <R.EditLink row={row} />
        <R.RemoveLink row={row} />
      </>
    ),
    [],
  )
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <RefreshButton />
        {mayEmpty && (
          <Button icon={<DeleteOutlined aria-hidden />} onClick={() => setIsBinOpen(true)}>
            回收站
          </Button>
        )}
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchField resource={dict} name="dictName" />
          <R.SearchField resource={dict} name="dictCode" />
        </R.SearchForm>
        <R.Table
          resource={dict}
          rowActions={rowActions}
          rowActionsWidth={ACTIONS_PX}
          onOpen={setOpened}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <R.EditorModal />
      <DictItemsDrawer dict={opened} onClose={() => setOpened(undefined)} />
      <DictBin isOpen={isBinOpen} onClose={() => setIsBinOpen(false)} onChanged={list.reload} />
    </R.ResourcePage>
  )
}

/** 刷新缓存 (SY-44): this console and the server take every dictionary anew. */
function RefreshButton() {
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  const refresh = async () => {
    setIsBusy(true)
    try {
      await refreshDictItems()
      notify.line(MESSAGES['cache.refreshed'], 'success')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notify.line(MESSAGES['cache.failed'], 'warning')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button icon={<ReloadOutlined aria-hidden />} loading={isBusy} onClick={() => void refresh()}>
      刷新缓存
    </Button>
  )
}
