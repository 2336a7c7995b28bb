import type { PositionRow } from '@natim/contract/system/position'
import * as R from '@/resource/index.ts'
import { position } from './position-resource.ts'

const rowActions = (row: PositionRow) => (
  <>
    <R.DetailLink row={row} />
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

const selectionActions = (
  <>
    <R.BulkEditButton />
    <R.RemoveSelectedButton />
  </>
)

/** 职务管理 */
export default function PositionListPage() {
  const list = R.useResourceList(position)
  const editor = R.useResourceEditor(position, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchField resource={position} name="code" />
          <R.SearchField resource={position} name="name" />
          <R.SearchField resource={position} name="postRank" />
        </R.SearchForm>
        <R.Table
          resource={position}
          rowActions={rowActions}
          selectionActions={selectionActions}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <R.EditorModal locked={editor.row ? ['code'] : []} />
    </R.ResourcePage>
  )
}
