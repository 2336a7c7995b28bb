import { wallEndpoints } from '@natim/contract/mon/wall'
import { type WallScreenRow, wallScreen } from '@natim/contract/mon/wall.resource'
import { useState } from 'react'
import { goTo } from '@/lib/address.tsx'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { TokenDialog } from './token-dialog.tsx'

const walls = R.fromContract(wallScreen)
const COLUMNS = ['name', 'staleS', 'hasSound', 'note', 'createBy', 'updateTime'] as const
const ACTIONS_PX = 250
const MAX_NAME = 40

/** 指挥大屏: the screens of the department. */
export default function WallListPage() {
  const list = R.useResourceList(walls)
  const editor = R.useResourceEditor(walls, { onSaved: list.reload })
  const [shared, setShared] = useState<WallScreenRow>()
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.RecycleBinButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="name" label="名称" />
        </R.SearchForm>
        <R.Table
          resource={walls}
          columns={COLUMNS}
          rowActions={(row: WallScreenRow) => (
            <>
              <R.TextLink label={`打开 ${row.name}`} onClick={() => goTo(`/mon/wall/${row.id}`)}>
                打开
              </R.TextLink>
              <R.EditLink row={row} />
              <CopyLink row={row} onDone={list.reload} />
              <TokenLink row={row} onOpen={() => setShared(row)} />
              <R.RemoveLink row={row} />
            </>
          )}
          rowActionsWidth={ACTIONS_PX}
        />
        <R.Pager />
      </R.ListPanel>
      {shared && <TokenDialog screen={shared} onClose={() => setShared(undefined)} />}
    </R.ResourcePage>
  )
}

function CopyLink({ row, onDone }: { readonly row: WallScreenRow; readonly onDone: () => void }) {
  const notify = useNotify()
  if (!R.useMay(wallEndpoints.copy)) return null
  const copy = async () => {
    const name = `${row.name.slice(0, MAX_NAME - 3)} 副本`
    const { message } = await callWithMessage(wallEndpoints.copy, { body: { id: row.id, name } })
    notify.line(message, 'success')
    onDone()
  }
  return (
    <R.TextLink label={`复制 ${row.name}`} onClick={() => void copy().catch(() => undefined)}>
      复制
    </R.TextLink>
  )
}

function TokenLink({ row, onOpen }: { readonly row: WallScreenRow; readonly onOpen: () => void }) {
  if (!R.useMay(wallEndpoints.tokens)) return null
  return (
    <R.TextLink label={`令牌 ${row.name}`} onClick={onOpen}>
      令牌
    </R.TextLink>
  )
}
