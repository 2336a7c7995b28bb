import { CITIES, citiesOf, PROVINCES, provinceOf, regionByCode } from '@natim/domain/regions'
import { Cascader, Select, type SelectProps } from 'antd'
import { numberOptionsOf, optionsOf } from '@/lib/options.ts'
import { useDict } from '../../widgets/dict-select/use-dict.ts'
import type { ControlProps, FieldWidget } from './field-widget.ts'

interface Option {
  readonly value: string
  readonly label: string
}

const queryOptions = (labels: Readonly<Record<string | number, string>>) =>
  Object.entries(labels).map(([value, text]) => ({ value, text }))

function ChoiceSelect({
  options,
  value,
  onChange,
  maxLength: _unused,
  ...rest
}: ControlProps<string> & { readonly options: readonly Option[] }) {
  return (
    <Select
      {...rest}
      value={value || undefined}
      onChange={(next) => onChange?.(next)}
      options={[...options]}
      showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
      style={{ width: '100%' }}
    />
  )
}

type ManySelectProps = ControlProps<string[]> & Pick<SelectProps<string[]>, 'options' | 'loading' | 'notFoundContent'>

/** Choice of any number of options; typing filters them by label. */
export function ManySelect({ value, onChange, maxLength: _unused, ...rest }: ManySelectProps) {
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      value={value ?? []}
      onChange={(next) => onChange?.(next)}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
    />
  )
}

/** Choice from a fixed table of labels. */
export function choiceWidget(labels: Readonly<Record<string, string>>): FieldWidget<string> {
  const options = optionsOf(labels)
  return {
    kind: 'choice',
    Control: (props: ControlProps<string>) => <ChoiceSelect {...props} options={options} />,
    searchWidth: 140,
    query: { type: 'list', options: queryOptions(labels) },
  }
}

/** Choice from a server dictionary; the product's own labels, if any, are used until it is loaded. */
export function dictWidget(code: string, labels: Readonly<Record<string, string>> = {}): FieldWidget<string> {
  const fallback = optionsOf(labels)
  function DictControl(props: ControlProps<string>) {
    const { options } = useDict(code, props.value || undefined)
    return <ChoiceSelect {...props} options={options.length > 0 ? options : fallback} />
  }
  return { kind: 'choice', Control: DictControl, searchWidth: 140, query: { type: 'list', dictCode: code } }
}

/** Same for a numeric property; dictionary keys are strings. */
export function numberDictWidget(code: string, labels: Readonly<Record<string, string>> = {}): FieldWidget {
  const { Control, ...widget } = dictWidget(code, labels)
  const NumberDictControl = ({ value, onChange, ...rest }: ControlProps) => (
    <Control
      {...rest}
      value={value === undefined || value === null ? undefined : String(value)}
      onChange={(next) => onChange?.(next === undefined || next === null ? next : Number(next))}
    />
  )
  return { ...widget, Control: NumberDictControl }
}

/** Choice of numbers; the keys of the table are strings. */
export function numberChoiceWidget(labels: Readonly<Record<number, string>>): FieldWidget<number> {
  const options = numberOptionsOf(labels)
  function NumberChoiceControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps<number>) {
    return (
      <Select
        {...rest}
        value={value}
        onChange={(next) => onChange?.(next)}
        options={options}
        style={{ width: '100%' }}
      />
    )
  }
  const query = { type: 'list', options: queryOptions(labels) }
  return { kind: 'choice', Control: NumberChoiceControl, searchWidth: 140, query }
}

const REGION_OPTIONS = PROVINCES.map((province) => ({
  value: province.code,
  label: province.name,
  children: citiesOf(province.code).map((city) => ({ value: city.code, label: city.name })),
}))

/** Cascader path of a code; a county maps to its city, an unknown code to itself. */
export function regionPath(code: string | undefined): string[] {
  if (!code) return []
  const province = provinceOf(code)
  if (!province) return [code]
  const city = regionByCode(`${code.slice(0, 4)}00`)
  return city && CITIES.includes(city) ? [province.code, city.code] : [province.code]
}

function RegionControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps<string>) {
  return (
    <Cascader
      {...rest}
      options={REGION_OPTIONS}
      value={regionPath(value)}
      onChange={(path) => onChange?.(path?.at(-1))}
      changeOnSelect
      showSearch
      displayRender={(labels) => labels.at(-1)}
      style={{ width: '100%' }}
    />
  )
}

/** A province or a city by its six-digit code (GB/T 2260). */
export const regionWidget: FieldWidget<string> = {
  kind: 'choice',
  Control: RegionControl,
  searchWidth: 150,
  query: { type: 'pca' },
}
