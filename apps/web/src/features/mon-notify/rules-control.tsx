import { rule } from '@natim/contract/mon/rule.resource'
import { Select } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { ControlProps } from '@/resource/index.ts'

/** Upper bound; a network has a few hundred rules. */
const MAX_RULES = 500

/** Rules by name; empty = all. */
export function RulesControl({
  value,
  onChange,
  maxLength: _unused,
  placeholder: _wanted,
  ...rest
}: ControlProps<string[]>) {
  const { data, isFetching } = useEndpoint(rule.endpoints.list, { query: { pageNo: 1, pageSize: MAX_RULES } })
  return (
    <Select
      {...rest}
      mode="multiple"
      placeholder="全部规则"
      value={value ?? []}
      onChange={(next) => onChange?.(next)}
      options={(data?.records ?? []).map(({ id, name, code }) => ({ value: id, label: `${name}（${code}）` }))}
      loading={isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent="没有查询到任何数据"
      style={{ width: '100%' }}
    />
  )
}
