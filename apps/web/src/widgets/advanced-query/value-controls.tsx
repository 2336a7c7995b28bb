import type { QueryLine } from '@natim/contract/super-query'
import { Input, InputNumber, Select } from 'antd'
import type { ComponentType } from 'react'
import { splitList } from '@/lib/comma-list.ts'
import { AreaSelect } from '../area-select/area-select.tsx'
import { MultiSelect } from '../choice/choice.tsx'
import { DateInput, TimeInput } from '../date-input/date-input.tsx'
import { DepartPicker } from '../depart-picker/depart-picker.tsx'
import { DictSelect } from '../dict-select/dict-select.tsx'
import { SearchSelect } from '../dict-select/search-select.tsx'
import { ReportPopup } from '../report-popup/report-popup.tsx'
import { SwitchInput } from '../switch-input/switch-input.tsx'
import { UserPicker } from '../user-picker/user-picker.tsx'
import styles from './advanced-query.module.css'
import { type QueryType, queryTypeOf, valuesOf } from './query-field.ts'

interface SingleProps {
  readonly line: QueryLine
  readonly label: string
  readonly value: string
  readonly onChange: (value: string | undefined) => void
}

interface SeveralProps {
  readonly line: QueryLine
  readonly label: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** Controls of a type: for one value, and for several with the rule `in`. */
interface ValueKind {
  readonly Single: ComponentType<SingleProps>
  readonly Several: ComponentType<SeveralProps>
}

const PLACEHOLDER = '请输入值'
const MAX_CHARS = 200

/** Multi-value control for types without one: single controls in a column, plus an empty one. */
function severalOf(Single: ComponentType<SingleProps>): ComponentType<SeveralProps> {
  return function Several({ line, label, values, onChange }: SeveralProps) {
    return (
      <div className={styles.several}>
        {[...values, ''].map((value, index) => (
          <Single
            // Keyed by position: values may be equal.
            key={index}
            line={line}
            label={`${label} ${index + 1}`}
            value={value}
            onChange={(next) => {
              const changed = [...values]
              changed[index] = next ?? ''
              onChange(changed.filter((part) => part !== ''))
            }}
          />
        ))}
      </div>
    )
  }
}

/** Adapts controls that store several values as a comma list. */
function commaSeveral(Single: ComponentType<SingleProps>): ComponentType<SeveralProps> {
  return function Several({ values, onChange, ...rest }: SeveralProps) {
    return <Single {...rest} value={values.join(',')} onChange={(next) => onChange(splitList(next))} />
  }
}

function Tags({ label, values, onChange }: SeveralProps) {
  return (
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '，', ' ']}
      aria-label={label}
      placeholder="输入后回车，可多个"
      value={[...values]}
      onChange={(next: string[]) => onChange(next.map((part) => part.trim()).filter((part) => part !== ''))}
      style={{ width: '100%' }}
    />
  )
}

const Text = ({ label, value, onChange }: SingleProps) => (
  <Input
    aria-label={label}
    placeholder={PLACEHOLDER}
    maxLength={MAX_CHARS}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)

/** @param precision decimals kept; undefined = as typed */
const numberOf = (precision?: number) =>
  function NumberValue({ label, value, onChange }: SingleProps) {
    return (
      <InputNumber<string>
        aria-label={label}
        placeholder={PLACEHOLDER}
        stringMode
        controls={false}
        {...(precision === undefined ? {} : { precision })}
        value={value === '' ? null : value}
        onChange={(next) => onChange(next === null ? undefined : String(next))}
        style={{ width: '100%' }}
      />
    )
  }

const formatOf = ({ formatStr }: QueryLine) => (formatStr === undefined ? {} : { format: formatStr })
const DateValue = ({ line, label, value, onChange }: SingleProps) => (
  <DateInput aria-label={label} value={value} onChange={onChange} {...formatOf(line)} />
)
const DateTimeValue = ({ line, label, value, onChange }: SingleProps) => (
  <DateInput aria-label={label} hasTime value={value} onChange={onChange} {...formatOf(line)} />
)
const TimeValue = ({ line, label, value, onChange }: SingleProps) => (
  <TimeInput aria-label={label} value={value} onChange={onChange} {...formatOf(line)} />
)

/** `table,text,key` of a line with a table, else its dictionary code. */
export const dictOf = ({ dictTable, dictText, dictCode = '' }: QueryLine): string =>
  dictTable ? [dictTable, dictText, dictCode].join(',') : dictCode

const optionsOf = (line: QueryLine) => line.options?.map(({ value, text }) => ({ value: String(value), label: text }))

function ListValue({ line, label, value, onChange }: SingleProps) {
  const options = optionsOf(line)
  if (options === undefined)
    return <DictSelect aria-label={label} dict={dictOf(line)} value={value} onChange={onChange} />
  return (
    <Select
      aria-label={label}
      placeholder="请选择"
      allowClear
      options={options}
      value={value || undefined}
      onChange={(next: string | undefined) => onChange(next)}
      style={{ width: '100%' }}
    />
  )
}

function ListValues({ line, label, value, onChange }: SingleProps) {
  const options = optionsOf(line)
  const source = options === undefined ? { dict: dictOf(line) } : { options }
  return <MultiSelect aria-label={label} placeholder="请选择" {...source} value={value} onChange={onChange} />
}

const SearchValue = ({ line, label, value, onChange }: SingleProps) => (
  <SearchSelect aria-label={label} isAsync dict={dictOf(line)} value={value} onChange={onChange} />
)
const SearchValues = ({ line, label, value, onChange }: SingleProps) => (
  <SearchSelect aria-label={label} isAsync isMulti dict={dictOf(line)} value={value} onChange={onChange} />
)

/** The field a picker stores, where configured (WG-153). */
const storeOf = ({ customReturnField }: QueryLine) => (customReturnField ? { store: customReturnField } : {})

const userOf =
  (isMulti: boolean) =>
  ({ line, label, value, onChange }: SingleProps) => (
    <UserPicker
      aria-label={label}
      isMulti={isMulti}
      {...storeOf(line)}
      value={value}
      onChange={(next) => onChange(next)}
    />
  )
const departOf =
  (isMulti: boolean) =>
  ({ line, label, value, onChange }: SingleProps) => (
    <DepartPicker
      aria-label={label}
      isMulti={isMulti}
      {...storeOf(line)}
      value={value}
      onChange={(next) => onChange(next)}
    />
  )

interface PopupTrait {
  readonly code?: string
  readonly orgFields?: string
  readonly destFields?: string
  readonly field?: string
}

/** Without its parameters the popup itself reports what is missing. */
const popupOf =
  (isMulti: boolean) =>
  ({ line, label, value, onChange }: SingleProps) => {
    const { code = '', orgFields = '', destFields = orgFields, field } = (line.popup ?? {}) as PopupTrait
    const own = field === undefined ? {} : { field }
    const fields = { code, orgFields, destFields, ...own }
    return <ReportPopup aria-label={label} {...fields} isMulti={isMulti} value={value} onChange={onChange} />
  }

const SwitchOf = ({ line, label, value, onChange }: SingleProps) => (
  <SwitchInput
    aria-label={label}
    placeholder="请选择"
    isQuery
    {...(line.extendOption && { values: line.extendOption })}
    value={value}
    onChange={(next) => onChange(next === undefined ? undefined : String(next))}
  />
)

const AreaValue = ({ label, value, onChange }: SingleProps) => (
  <AreaSelect aria-label={label} value={value} onChange={onChange} />
)

/** Every type must have controls, or it does not compile (WG-153). */
const KINDS = {
  text: { Single: Text, Several: Tags },
  number: { Single: numberOf(), Several: severalOf(numberOf()) },
  int: { Single: numberOf(0), Several: severalOf(numberOf(0)) },
  date: { Single: DateValue, Several: severalOf(DateValue) },
  datetime: { Single: DateTimeValue, Several: severalOf(DateTimeValue) },
  time: { Single: TimeValue, Several: severalOf(TimeValue) },
  list: { Single: ListValue, Several: commaSeveral(ListValues) },
  list_multi: { Single: ListValues, Several: commaSeveral(ListValues) },
  sel_search: { Single: SearchValue, Several: commaSeveral(SearchValues) },
  sel_user: { Single: userOf(false), Several: commaSeveral(userOf(true)) },
  sel_depart: { Single: departOf(false), Several: commaSeveral(departOf(true)) },
  popup: { Single: popupOf(false), Several: commaSeveral(popupOf(true)) },
  pca: { Single: AreaValue, Several: severalOf(AreaValue) },
  switch: { Single: SwitchOf, Several: severalOf(SwitchOf) },
} satisfies Record<QueryType, ValueKind>

export interface QueryValueProps {
  readonly line: QueryLine
  readonly label: string
  readonly onChange: (val: QueryLine['val']) => void
}

/** The value control of a line, chosen by its field and rule. */
export function QueryValue({ line, label, onChange }: QueryValueProps) {
  const { Single, Several }: ValueKind = KINDS[queryTypeOf(line)]
  const values = valuesOf(line)
  return line.rule === 'in' ? (
    <Several line={line} label={label} values={values} onChange={onChange} />
  ) : (
    <Single line={line} label={label} value={values[0] ?? ''} onChange={(value) => onChange(value || undefined)} />
  )
}
