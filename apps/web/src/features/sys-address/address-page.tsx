import * as R from '@/resource/index.ts'
import { address } from './address-resource.tsx'
import { DepartChoice, DepartPane } from './depart-pane.tsx'

/** 通讯录 (SY-65) */
export default function AddressPage() {
  const list = R.useResourceList(address)
  const { orgCode } = list.state.filters
  const choose = (code: string | undefined) => list.search({ orgCode: code })
  return (
    <R.ResourcePage list={list}>
      <R.Toolbar />
      <R.Panes>
        <DepartPane orgCode={orgCode} onChoose={choose} />
        <R.ListPanel>
          <R.SearchForm>
            <DepartChoice orgCode={orgCode} onChoose={choose} />
            <R.SearchField resource={address} name="realname" />
            <R.SearchField resource={address} name="workNo" />
          </R.SearchForm>
          <R.Table resource={address} />
          <R.Pager />
        </R.ListPanel>
      </R.Panes>
    </R.ResourcePage>
  )
}
