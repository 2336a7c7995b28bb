import { Checkbox, Select } from 'antd'
import { splitList } from '@/lib/comma-list.ts'
import type { ControlProps } from '../control-props.ts'
import type { Option } from '../dict-select/dict-option.ts'
import { useDict } from '../dict-select/use-dict.ts'
import { LOADING } from '../picker/loading.ts'

export interface ChoiceProps extends ControlProps<string> {
  /** Options, or a dictionary to take them from. */
  readonly options?: readonly Option[]
  readonly dict?: string
  /** Between the values; a comma by default. */
  readonly separator?: string
  /** The options are loading: chosen values have no labels yet. */
  readonly isLoading?: boolean
}

function useChoices(options: readonly Option[] | undefined, dict: string, isLoading = false) {
  const loaded = useDict(options === undefined ? dict : '')
  return options === undefined ? loaded : { options, isLoading }
}

/** Checkboxes for a comma list, in option order (WG-06). Values without an option are kept, at the end. */
export function CheckboxGroup({
  options: given,
  dict = '',
  separator = ',',
  value,
  onChange,
  onBlur: _none,
  isLoading: _known,
  placeholder: _nor,
  ...rest
}: ChoiceProps) {
  const { options } = useChoices(given, dict)
  const chosen = splitList(value, separator)
  const known = options.map((option) => option.value)
  const unknown = chosen.filter((part) => !known.includes(part))
  const change = (ticked: readonly string[]) =>
    onChange?.([...known.filter((part) => ticked.includes(part)), ...unknown].join(separator))
  return <Checkbox.Group {...rest} role="group" options={[...options]} value={chosen} onChange={change} />
}

/** Multi-select for a comma list (WG-07); typing filters the options by label. */
export function MultiSelect(props: ChoiceProps) {
  const {
    options: given,
    dict = '',
    separator = ',',
    isLoading: isGivenLater,
    value,
    onChange,
    placeholder,
    ...rest
  } = props
  const { options, isLoading } = useChoices(given, dict, isGivenLater)
  const isUnnamed = isLoading && options.length === 0
  return (
    <Select
      {...rest}
      mode="multiple"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isLoading}
      options={[...options]}
      placeholder={isUnnamed && value ? LOADING : placeholder}
      value={isUnnamed ? [] : splitList(value, separator)}
      onChange={(next) => onChange?.(next.join(separator))}
      style={{ width: '100%' }}
    />
  )
}
