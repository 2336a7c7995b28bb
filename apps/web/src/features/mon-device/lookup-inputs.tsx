import { deviceModel } from '@natim/contract/mon/device-model.resource'
import { station } from '@natim/contract/mon/station.resource'
import { Select } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { ControlProps, FieldWidget } from '@/resource/index.ts'

const MODEL_LIMIT = 500
const STATION_LIMIT = 20
const MODELS_FRESH_MS = 300_000

/** All models: there are some dozens of them. */
export const useModels = () =>
  useEndpoint(
    deviceModel.endpoints.list,
    { query: { pageNo: 1, pageSize: MODEL_LIMIT } },
    { staleTime: MODELS_FRESH_MS },
  )

function ModelControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps) {
  const { data, isFetching } = useModels()
  return (
    <Select
      {...rest}
      value={(value as string | undefined) || undefined}
      onChange={(next: string | undefined) => onChange?.(next)}
      options={(data?.records ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      loading={isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
    />
  )
}

/** One of the device models. */
export const modelWidget: FieldWidget = { kind: 'choice', Control: ModelControl, searchWidth: 150 }

function StationControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps) {
  const chosen = (value as string | undefined) || undefined
  const [typed, setTyped] = useState('')
  const search = typed.trim() === '' ? {} : { name: `*${typed.trim().replaceAll(',', '++')}*` }
  const found = useEndpoint(station.endpoints.list, { query: { pageNo: 1, pageSize: STATION_LIMIT, ...search } })
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

/** A station, looked up on the server by name. */
export const stationWidget: FieldWidget = { kind: 'choice', Control: StationControl }
