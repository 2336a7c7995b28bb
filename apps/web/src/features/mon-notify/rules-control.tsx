import { rule } from '@natim/contract/mon/rule.resource'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { ControlProps } from '@/resource/index.ts'
import * as R from '@/resource/index.ts'

/** Upper bound; a network has a few hundred rules. */
const MAX_RULES = 500

/** Rules by name; empty = all. */
export function RulesControl(props: ControlProps<string[]>) {
  const { data, isFetching } = useEndpoint(rule.endpoints.list, { query: { pageNo: 1, pageSize: MAX_RULES } })
  return (
    <R.ManySelect
      {...props}
      placeholder="全部规则"
      options={(data?.records ?? []).map(({ id, name, code }) => ({ value: id, label: `${name}（${code}）` }))}
      loading={isFetching}
      notFoundContent="没有查询到任何数据"
    />
  )
}
