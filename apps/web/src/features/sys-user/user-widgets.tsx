import { departTreeEndpoints } from '@natim/contract/system/pickers'
import { tenantEndpoints } from '@natim/contract/system/tenant'
import { PROVINCES } from '@natim/domain/regions'
import { Form } from 'antd'
import { splitList } from '@/lib/comma-list.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { ControlProps, FieldWidget } from '@/resource/index.ts'
import { PositionSelect, RoleSelect } from '@/widgets/biz-select/biz-selects.tsx'
import { MultiSelect } from '@/widgets/choice/choice.tsx'
import { DepartPicker } from '@/widgets/depart-picker/depart-picker.tsx'
import { DictSelect } from '@/widgets/dict-select/dict-select.tsx'
import { ImageUpload } from '@/widgets/upload/image-upload.tsx'

/** The form control props that our own controls accept. */
const ofForm = ({ id, value, onChange, placeholder, disabled, 'aria-label': label }: ControlProps<string>) => ({
  ...(id !== undefined && { id }),
  ...(placeholder !== undefined && { placeholder }),
  ...(label !== undefined && { 'aria-label': label }),
  disabled,
  value,
  onChange: (next: string) => onChange?.(next),
})

export const rolesWidget: FieldWidget = {
  kind: 'choice',
  Control: (props: ControlProps<string>) => <RoleSelect {...ofForm(props)} />,
}

export const positionsWidget: FieldWidget = {
  kind: 'choice',
  Control: (props: ControlProps<string>) => <PositionSelect {...ofForm(props)} />,
}

export const departsWidget: FieldWidget = {
  kind: 'choice',
  Control: (props: ControlProps<string>) => <DepartPicker {...ofForm(props)} />,
}

/** Departments in charge, chosen among those selected in the same form. */
function ChargeControl(props: ControlProps<string>) {
  const chosen = splitList(Form.useWatch<string | undefined>('selecteddeparts') ?? '', ',')
  const query = { ids: chosen.join(',') }
  const { data, isLoading } = useEndpoint(departTreeEndpoints.tree, { query }, { enabled: chosen.length > 0 })
  const options = (chosen.length > 0 ? (data ?? []) : []).map(({ id, departName }) => ({
    value: id,
    label: departName,
  }))
  return <MultiSelect {...ofForm(props)} placeholder="从所属部门中选择" options={options} isLoading={isLoading} />
}
export const chargeWidget: FieldWidget = { kind: 'choice', Control: ChargeControl }

/** Active tenants. */
function TenantsControl(props: ControlProps<string>) {
  const { data, isLoading } = useEndpoint(tenantEndpoints.options, { query: {} })
  const options = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return <MultiSelect {...ofForm(props)} options={options} isLoading={isLoading} />
}
export const tenantsWidget: FieldWidget = { kind: 'choice', Control: TenantsControl }

/** Two-digit GB/T 2260 prefixes; `*` = all regions of the user's departments, and no others. */
const REGIONS = [
  { value: '*', label: '本部门及下级的全部区域' },
  ...PROVINCES.map(({ code, name }) => ({ value: code.slice(0, 2), label: name })),
]
export const regionsWidget: FieldWidget = {
  kind: 'choice',
  Control: (props: ControlProps<string>) => <MultiSelect {...ofForm(props)} placeholder="仅本部门" options={REGIONS} />,
}

export const avatarWidget: FieldWidget = {
  kind: 'choice',
  Control: (props: ControlProps<string>) => (
    <ImageUpload {...ofForm(props)} biz="avatar" onChange={(next) => props.onChange?.(next)} />
  ),
}

/** 1 or 2, as number or text; clears to nothing. */
export const sexWidget: FieldWidget = {
  kind: 'choice',
  searchWidth: 100,
  query: { type: 'list', dictCode: 'sex' },
  Control: ({ onChange, value, id, disabled, 'aria-label': label, placeholder }: ControlProps<number | string>) => (
    <DictSelect
      dict="sex"
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      {...(placeholder !== undefined && { placeholder })}
      disabled={disabled}
      value={value}
      onChange={(next) => onChange?.(next ?? '')}
    />
  ),
}
