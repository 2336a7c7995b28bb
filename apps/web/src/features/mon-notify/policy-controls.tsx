import { DUTY_LEVELS, dutyEndpoints } from '@natim/contract/mon/duty'
import { NOTIFY_CHANNELS } from '@natim/contract/mon/notify.resource'
import { roleChoiceEndpoints } from '@natim/contract/system/role'
import { SEVERITY_NAMES } from '@natim/domain/alarm/words'
import { Select } from 'antd'
import { optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { REGION_OPTIONS } from '@/lib/region-options.ts'
import * as R from '@/resource/index.ts'
import type { ControlProps } from '@/resource/index.ts'
import { UserPicker } from '@/widgets/user-picker/user-picker.tsx'

const SEVERITIES = Object.entries(SEVERITY_NAMES).map(([level, name]) => ({
  value: Number(level),
  label: `${level} 级 ${name}`,
}))
const CHANNELS = optionsOf(NOTIFY_CHANNELS)

export const SeveritiesControl = R.checksControl(SEVERITIES, '级别')
export const ChannelsControl = R.checksControl(CHANNELS, '通知方式')

/** Provinces and cities; empty = the whole country. */
export function RegionsControl({
  value,
  onChange,
  maxLength: _unused,
  placeholder: _wanted,
  ...rest
}: ControlProps<string[]>) {
  return (
    <Select
      {...rest}
      mode="multiple"
      placeholder="全国"
      value={value ?? []}
      onChange={(next) => onChange?.(next)}
      options={REGION_OPTIONS}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
    />
  )
}

/** Roles by code. */
export function RolesControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps<string[]>) {
  const { data, isFetching } = useEndpoint(roleChoiceEndpoints.all, {})
  return (
    <Select
      {...rest}
      mode="multiple"
      value={value ?? []}
      onChange={(next) => onChange?.(next)}
      options={(data ?? []).map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName }))}
      loading={isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent="没有查询到任何数据"
      style={{ width: '100%' }}
    />
  )
}

const LEVELS = Object.entries(DUTY_LEVELS).map(([value, label]) => ({ value, label: `${label}在班人员` }))

/** Duty levels, and teams for users who may see them. */
export function DutyControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps<string[]>) {
  const mayAsk = R.useMay(dutyEndpoints.board)
  const { data } = useEndpoint(dutyEndpoints.board, { query: {} }, { enabled: mayAsk })
  const teams = (data?.teams ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      {...rest}
      mode="multiple"
      value={value ?? []}
      onChange={(next) => onChange?.(next)}
      options={[...LEVELS, ...teams]}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
    />
  )
}

/** User names, comma-separated. */
export function UsersControl({ id, value, onChange, disabled, 'aria-label': label }: ControlProps) {
  return (
    <UserPicker
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      value={typeof value === 'string' && value !== '' ? value : undefined}
      onChange={(names) => onChange?.(names ?? '')}
      disabled={disabled}
    />
  )
}
