import { DEVICE_KIND, STATION_TYPE } from '@natim/contract/dict'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { station } from '@natim/contract/mon/station.resource'
import type { SuppressionRow } from '@natim/contract/mon/suppression.resource'
import { METRICS } from '@natim/domain/metrics'
import { Select } from 'antd'
import { useState } from 'react'
import { optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { REGION_OPTIONS } from '@/lib/region-options.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import type { ControlProps } from '@/resource/index.ts'
import styles from './notify.module.css'

type Scope = SuppressionRow['scope']
type Key = keyof Scope

interface Option {
  readonly value: string
  readonly label: string
}

const METRIC_OPTIONS = METRICS.map(({ code, nameCn }) => ({ value: code, label: `${nameCn}（${code}）` }))
const FIXED: readonly (readonly [key: Key, label: string, options: readonly Option[]])[] = [
  ['regionPrefixes', '行政区划', REGION_OPTIONS],
  ['stationTypes', '站点类型', optionsOf(STATION_TYPE)],
  ['deviceKinds', '设备类别', optionsOf(DEVICE_KIND)],
  ['metricCodes', '监测因子', METRIC_OPTIONS],
]

/** Conditions combined with AND; the entries of one condition with OR. */
export function ScopeControl({ id, value, onChange, disabled }: ControlProps<Scope>) {
  const scope = value ?? {}
  const set = (key: Key, next: readonly string[]) => {
    const { [key]: _before, ...rest } = scope
    onChange?.(next.length > 0 ? { ...rest, [key]: next } : rest)
  }
  const propsOf = (key: Key, label: string) => ({
    label,
    value: [...(scope[key] ?? [])],
    disabled,
    onChange: (next: readonly string[]) => set(key, next),
  })
  return (
    <div id={id} className={styles.scope} role="group" aria-label="作用范围">
      {FIXED.map(([key, label, options]) => (
        <Choice key={key} {...propsOf(key, label)} options={options} />
      ))}
      <StationChoice {...propsOf('stationIds', '站点')} />
      <DeviceChoice {...propsOf('deviceIds', '设备')} />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string[]
  readonly disabled: boolean | undefined
  readonly onChange: (next: readonly string[]) => void
  readonly options?: readonly Option[]
  readonly onSearch?: (words: string) => void
  readonly loading?: boolean
}

function Choice({ label, value, disabled, onChange, options = [], onSearch, loading = false }: ChoiceProps) {
  return (
    <Select
      mode="multiple"
      aria-label={label}
      placeholder={`${label}：不限`}
      value={value}
      {...(disabled !== undefined && { disabled })}
      onChange={onChange}
      options={[...options]}
      loading={loading}
      maxTagCount="responsive"
      showSearch={onSearch ? { filterOption: false, onSearch } : { optionFilterProp: 'label' }}
      notFoundContent="没有查询到任何数据"
    />
  )
}

/** Maximum results; there may be very many. */
const FOUND = 50
const SETTLED_MS = 300

function StationChoice(props: ChoiceProps) {
  const [words, setWords] = useState('')
  const name = useDebounced(words, SETTLED_MS)
  const { data, isFetching } = useEndpoint(station.endpoints.list, {
    query: { pageNo: 1, pageSize: FOUND, ...(name !== '' && { name: `*${name}*` }) },
  })
  const options = (data?.records ?? []).map((row) => ({ value: row.id, label: row.name }))
  return <Choice {...props} options={options} onSearch={setWords} loading={isFetching} />
}

function DeviceChoice(props: ChoiceProps) {
  const [words, setWords] = useState('')
  const name = useDebounced(words, SETTLED_MS)
  const { data, isFetching } = useEndpoint(deviceEndpoints.list, {
    query: { pageNo: 1, pageSize: FOUND, ...(name !== '' && { name: `*${name}*` }) },
  })
  const options = (data?.records ?? []).map((row) => ({ value: row.id, label: `${row.name}（${row.clientId}）` }))
  return <Choice {...props} options={options} onSearch={setWords} loading={isFetching} />
}
