import * as R from '@/resource/index.ts'
import { type TenantRow, tenant } from './tenant-resource.tsx'

const rowActions = (row: TenantRow) => (
  <>
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

/** 租户管理 (SY-53) */
export default function TenantListPage() {
  const list = R.useResourceList(tenant)
  const editor = R.useResourceEditor(tenant, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="name" label="租户名称" />
          <R.SearchField resource={tenant} name="id" />
          <R.SearchField resource={tenant} name="status" />
        </R.SearchForm>
        <R.Table
          resource={tenant}
          rowActions={rowActions}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <R.EditorModal width={640} locked={editor.row ? ['id'] : []} />
    </R.ResourcePage>
  )
}
