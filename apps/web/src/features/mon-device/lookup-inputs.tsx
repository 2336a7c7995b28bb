import { deviceModel } from '@natim/contract/mon/device-model.resource'
import { Select } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { ControlProps, FieldWidget } from '@/resource/index.ts'
import { StationSelect } from '@/widgets/station-select/station-select.tsx'

const MODEL_LIMIT = 500
const MODELS_FRESH_MS = 300_000

/** All models; there are a few dozen. */
export const useModels = () =>
  useEndpoint(
    deviceModel.endpoints.list,
    { query: { pageNo: 1, pageSize: MODEL_LIMIT } },
    { staleTime: MODELS_FRESH_MS },
  )

function ModelControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps<string>) {
  const { data, isFetching } = useModels()
  return (
    <Select
      {...rest}
      value={value || undefined}
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

const StationControl = ({ value, maxLength: _unused, ...rest }: ControlProps<string>) => (
  <StationSelect {...rest} value={value} />
)

/** A station, looked up on the server by name. */
export const stationWidget: FieldWidget = { kind: 'choice', Control: StationControl }
