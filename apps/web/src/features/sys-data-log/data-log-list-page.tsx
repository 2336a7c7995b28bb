import { DiffOutlined } from '@ant-design/icons'
import type { DataLogRow } from '@natim/contract/system/log'
import { Button } from 'antd'
import { useState } from 'react'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { dataLog } from './data-log-resource.tsx'

/** 数据日志 (SY-57) */
export default function DataLogListPage() {
  const list = R.useResourceList(dataLog)
  return (
    <R.ResourcePage list={list}>
      <R.Toolbar scope="勾选同一条数据的两个版本进行比较" />
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="dataTable" label="表名" />
          <R.SearchField resource={dataLog} name="dataId" />
          <R.SearchField resource={dataLog} name="operateType" />
          <R.SearchField resource={dataLog} name="createBy" />
        </R.SearchForm>
        <R.Table resource={dataLog} selectionActions={<CompareButton />} />
        <R.Pager />
      </R.ListPanel>
    </R.ResourcePage>
  )
}

/** 数据比较: requires exactly two selected versions of one row, which may be on different pages. */
function CompareButton() {
  const { selection } = R.useListContext<DataLogRow>()
  const { line } = useNotify()
  const [compared, setCompared] = useState<readonly [string, string]>()
  const compare = () => {
    const [one, other, ...more] = selection.rows.toSorted((a, b) => a.dataVersion - b.dataVersion)
    const isPair = one && other && more.length === 0
    if (!isPair || one.dataTable !== other.dataTable || one.dataId !== other.dataId) {
      line('请选择同一条数据的两个版本进行比较', 'warning')
      return
    }
    setCompared([one.id, other.id])
  }
  return (
    <>
      <Button type="link" size="small" icon={<DiffOutlined aria-hidden />} onClick={compare}>
        数据比较
      </Button>
      <CompareDialog ids={compared} onClose={() => setCompared(undefined)} />
    </>
  )
}
