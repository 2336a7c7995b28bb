import { Button } from 'antd'
import { useState } from 'react'
import { useNotify } from '@/lib/notify.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { dataLog } from './data-log-resource.tsx'

/** 数据日志 (SY-57) */
export default function DataLogListPage() {
  const list = R.useResourceList(dataLog)
  const { line } = useNotify()
  // Its cards have no boxes to tick.
  const isPhone = useIsPhone()
  const [compared, setCompared] = useState<readonly [string, string]>()
  const compare = () => {
    const chosen = list.rows.filter(({ id }) => list.selection.ids.includes(id))
    const [one, other] = [...chosen].sort((a, b) => a.dataVersion - b.dataVersion)
    const isPair = list.selection.ids.length === 2 && chosen.length === 2
    if (!isPair || !one || !other || one.dataTable !== other.dataTable || one.dataId !== other.dataId) {
      line('请选择同一条数据的两个版本进行比较', 'warning')
      return
    }
    setCompared([one.id, other.id])
  }
  return (
    <R.ResourcePage list={list}>
      <R.Toolbar>
        {!isPhone && (
          <Button type="primary" onClick={compare}>
            数据比较
          </Button>
        )}
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="dataTable" label="表名" />
          <R.SearchField resource={dataLog} name="dataId" />
          <R.SearchField resource={dataLog} name="operateType" />
          <R.SearchField resource={dataLog} name="createBy" />
        </R.SearchForm>
        <R.Table resource={dataLog} />
        <R.Pager />
      </R.ListPanel>
      <CompareDialog ids={compared} onClose={() => setCompared(undefined)} />
    </R.ResourcePage>
  )
}
