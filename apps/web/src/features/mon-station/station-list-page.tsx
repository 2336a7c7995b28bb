import type { StationRow } from '@natim/contract/mon/station'
import * as R from '@/resource/index.ts'
import { station } from './station-resource.ts'

const rowActions = (row: StationRow) => (
  <>
    <R.DetailLink row={row} />
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

/** 监测站点: search, add, edit, delete, import, export. */
export default function StationListPage() {
  const list = R.useResourceList(station)
  const editor = R.useResourceEditor(station, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.RecycleBinButton />
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm collapsedCount={4}>
          <R.SearchText name="name" label="站点名称" />
          <R.SearchField resource={station} name="code" />
          <R.SearchField resource={station} name="stationType" />
          <R.SearchField resource={station} name="regionCode" />
          <R.SearchField resource={station} name="status" />
        </R.SearchForm>
        <R.Table
          resource={station}
          rowActions={rowActions}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <R.EditorModal />
    </R.ResourcePage>
  )
}
