import { type DataSourceRow, dataSource, dataSourceExtraEndpoints } from '@natim/contract/system/data-source.resource'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { KindControl, PasswordControl } from './data-source-inputs.tsx'

const dataSources = R.fromContract(dataSource, {
  fields: {
    dbType: { widget: { ...R.dictWidget('database_type'), Control: KindControl } },
    dbPassword: { render: () => '••••••', widget: { kind: 'text', Control: PasswordControl } },
  },
})
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
  return <R.ListPage resource={dataSources} rowActionsWidth={ACTIONS_PX} rowActions={rowActions} />
}

/** Tests the connection with the stored settings, including the password. */
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
    // The client showed the failure.
    <R.TextLink label={`测试 ${row.name}`} onClick={() => void test().catch(() => undefined)}>
      测试
    </R.TextLink>
  )
}
