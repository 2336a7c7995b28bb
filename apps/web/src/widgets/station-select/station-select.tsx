import { station } from '@natim/contract/mon/station.resource'
import { Select } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { ControlProps } from '../control-props.ts'

const LIMIT = 20

export interface StationSelectProps extends ControlProps<string, string | undefined> {
  readonly allowClear?: boolean
}

/** Station select with server-side search by name; clearing gives undefined. */
export function StationSelect({ value, onChange, ...rest }: StationSelectProps) {
  const chosen = value || undefined
  const [typed, setTyped] = useState('')
  const search = typed.trim() === '' ? {} : { name: `*${typed.trim().replaceAll(',', '++')}*` }
  const found = useEndpoint(station.endpoints.list, { query: { pageNo: 1, pageSize: LIMIT, ...search } })
  const rows = found.data?.records ?? []
  const isListed = rows.some(({ id }) => id === chosen)
  const own = useEndpoint(
    station.endpoints.get,
    { query: { id: chosen ?? '' } },
    { enabled: Boolean(chosen) && !isListed },
  )
  const ownRow = own.data && own.data.id === chosen && !isListed ? [own.data] : []
  return (
    <Select
      {...rest}
      value={chosen}
      onChange={(next: string | undefined) => onChange?.(next)}
      options={[...ownRow, ...rows].map(({ id, name }) => ({ value: id, label: name }))}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent="没有查询到任何数据"
      style={{ width: '100%' }}
    />
  )
}
