import { DeleteOutlined, ReloadOutlined } from '@ant-design/icons'
import { MESSAGES } from '@natim/contract/messages'
import { type DictRow, dict, dictBinEndpoints } from '@natim/contract/system/dict.resource'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { useNotify } from '@/lib/notify.ts'
import { refreshDictItems } from '@/lib/session/dict-items.ts'
import * as R from '@/resource/index.ts'
import { DictBin } from './dict-bin.tsx'
import { DictItemsDrawer } from './dict-items-drawer.tsx'

const dicts = R.fromContract(dict)
const ACTIONS_PX = 160

/** 数据字典 (SY-42): dictionaries, their items in a drawer, and the recycle bin. */
export default function DictListPage() {
  const [opened, setOpened] = useState<DictRow>()
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
    <R.ListPage
      resource={dicts}
      tools={
        <>
          <RefreshButton />
          <BinButton />
        </>
      }
      rowActions={rowActions}
      rowActionsWidth={ACTIONS_PX}
      onOpen={setOpened}
    >
      <DictItemsDrawer dict={opened} onClose={() => setOpened(undefined)} />
    </R.ListPage>
  )
}

/** 回收站 (SY-45), for users who may delete. */
function BinButton() {
  const { reload } = R.useListContext()
  const [isOpen, setIsOpen] = useState(false)
  const mayEmpty = R.useMay(dictBinEndpoints.bin)
  if (!mayEmpty) return null
  return (
    <>
      <Button icon={<DeleteOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        回收站
      </Button>
      <DictBin isOpen={isOpen} onClose={() => setIsOpen(false)} onChanged={reload} />
    </>
  )
}

/** 刷新缓存 (SY-44): reloads every dictionary on the server and in this console. */
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
