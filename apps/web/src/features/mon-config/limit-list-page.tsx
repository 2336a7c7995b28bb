import { limit, limitSet } from '@natim/contract/mon/limit.resource'
import { Select } from 'antd'
import { use } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { LimitImpact } from './limit-impact.tsx'

/** Upper bound; there are a few dozen standards and versions. */
const MAX_SETS = 500

function SetControl({ value, onChange, maxLength: _unused, ...rest }: R.ControlProps<string>) {
  const { data, isFetching } = useEndpoint(limitSet.endpoints.list, { query: { pageNo: 1, pageSize: MAX_SETS } })
  return (
    <Select
      {...rest}
      value={value || undefined}
      onChange={(next: string | undefined) => onChange?.(next)}
      options={(data?.records ?? []).map(({ id, name, code }) => ({ value: id, label: `${name}（${code}）` }))}
      loading={isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent="没有查询到任何数据"
      style={{ width: '100%' }}
    />
  )
}

const number = R.numberWidget()

/** The value, and what is judged by it: shown before saving. */
function ValueControl(props: R.ControlProps<number | null>) {
  const row = use(R.EditorContext)?.row
  return (
    <>
      <number.Control {...props} />
      {row && <LimitImpact limitId={String(row['id'])} />}
    </>
  )
}

const limits = R.fromContract(limit, {
  fields: {
    setId: { widget: { kind: 'choice', Control: SetControl, searchWidth: 176 } },
    value: { widget: { ...number, Control: ValueControl } },
  },
})

// A phone card shows the first six, which must include the value.
const COLUMNS = [
  'metricCode',
  'kind',
  'level',
  'value',
  'unit',
  'avgPeriod',
  'op',
  'severity',
  'grade',
  'setId',
  'note',
  'createBy',
  'createTime',
  'updateTime',
] as const

/** 限值: limits for charts and alarm judging. */
export default function LimitListPage() {
  return <R.ListPage resource={limits} columns={COLUMNS} />
}
