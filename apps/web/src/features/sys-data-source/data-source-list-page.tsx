import { type DataSourceRow, dataSourceExtraEndpoints } from '@natim/contract/system/data-source'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { dataSource } from './data-source-resource.tsx'

const ACTIONS_PX = 148

const rowActions = (row: DataSourceRow) => (
  <>
    <TestLink row={row} />
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

/** 多数据源管理 (SY-55) */
export default function DataSourceListPage() {
  const list = R.useResourceList(dataSource)
  const editor = R.useResourceEditor(dataSource, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="name" label="数据源名称" />
          <R.SearchField resource={dataSource} name="dbType" />
        </R.SearchForm>
        <R.Table
          resource={dataSource}
          rowActionsWidth={ACTIONS_PX}
          rowActions={rowActions}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <R.EditorModal locked={editor.row ? ['code'] : []} />
    </R.ResourcePage>
  )
}

/** Connects with what is stored, the password included. */
function TestLink({ row }: { readonly row: DataSourceRow }) {
  const { line } = useNotify()
  const may = R.useMay(dataSourceExtraEndpoints.test)
  if (!may) return null
  const { id, dbType, dbDriver, dbUrl, dbName, dbUsername } = row
  const test = async () => {
    const body = { id, dbType, dbDriver, dbUrl, dbName, dbUsername }
    line((await callWithMessage(dataSourceExtraEndpoints.test, { body })).message, 'success')
  }
  return (
    // A failure was shown by the client.
    <R.TextLink label={`测试 ${row.name}`} onClick={() => void test().catch(() => undefined)}>
      测试
    </R.TextLink>
  )
}
