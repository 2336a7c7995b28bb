import { DUTY_LEVELS, dutyEndpoints } from '@natim/contract/mon/duty'
import { NOTIFY_CHANNELS } from '@natim/contract/mon/notify.resource'
import { roleChoiceEndpoints } from '@natim/contract/system/role'
import { SEVERITY_NAMES } from '@natim/domain/alarm/words'
import { optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { REGION_OPTIONS } from '@/lib/region-options.ts'
import type { ControlProps } from '@/resource/index.ts'
import * as R from '@/resource/index.ts'
import { UserPicker } from '@/widgets/user-picker/user-picker.tsx'

const SEVERITIES = Object.entries(SEVERITY_NAMES).map(([level, name]) => ({
  value: Number(level),
  label: `${level} 级 ${name}`,
}))
const CHANNELS = optionsOf(NOTIFY_CHANNELS)

export const SeveritiesControl = R.checksControl(SEVERITIES, '级别')
export const ChannelsControl = R.checksControl(CHANNELS, '通知方式')

/** Provinces and cities; empty = the whole country. */
export const RegionsControl = (props: ControlProps<string[]>) => (
  <R.ManySelect {...props} placeholder="全国" options={REGION_OPTIONS} />
)

/** Roles by code. */
export function RolesControl(props: ControlProps<string[]>) {
  const { data, isFetching } = useEndpoint(roleChoiceEndpoints.all, {})
  return (
    <R.ManySelect
      {...props}
      options={(data ?? []).map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName }))}
      loading={isFetching}
      notFoundContent="没有查询到任何数据"
    />
  )
}

const LEVELS = Object.entries(DUTY_LEVELS).map(([value, label]) => ({ value, label: `${label}在班人员` }))

/** Duty levels, and teams for users who may see them. */
export function DutyControl(props: ControlProps<string[]>) {
  const mayAsk = R.useMay(dutyEndpoints.board)
  const { data } = useEndpoint(dutyEndpoints.board, { query: {} }, { enabled: mayAsk })
  const teams = (data?.teams ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <R.ManySelect {...props} options={[...LEVELS, ...teams]} />
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
