import { wrapSearch } from '@natim/domain/search-text'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { DateInput } from '../date-input/date-input.tsx'
import { DictSelect } from '../dict-select/dict-select.tsx'
import styles from '../picker/picker.module.css'
import type { PickerQuery } from '../picker/picker-table.tsx'
import type { BizFilter } from './biz-source.ts'

type Values = Readonly<Record<string, string>>

/** Conditions in wire format. */
export function filterQuery(filters: readonly BizFilter[], values: Values): PickerQuery {
  const entries = filters.map(({ key, kind }) => {
    const value = (values[key] ?? '').trim()
    return [key, kind === 'text' ? wrapSearch(value, 'like') : value] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

export interface BizFiltersProps {
  readonly filters: readonly BizFilter[]
  readonly onSearch: (query: PickerQuery) => void
}

/** The filter row: applied by 查询 and Enter, cleared by 重置. */
export function BizFilters({ filters, onSearch }: BizFiltersProps) {
  const [values, setValues] = useState<Values>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be inside a form.
    event.stopPropagation()
    onSearch(filterQuery(filters, values))
  }
  const reset = () => {
    setValues({})
    onSearch({})
  }
  if (filters.length === 0) return null
  return (
    <form className={styles.filters} role="search" onSubmit={submit}>
      {filters.map((filter) => (
        <div key={filter.key} className={styles.filter}>
          <FilterControl
            filter={filter}
            value={values[filter.key] ?? ''}
            onChange={(value) => setValues({ ...values, [filter.key]: value })}
          />
        </div>
      ))}
      <Button type="primary" htmlType="submit">
        查询
      </Button>
      <Button onClick={reset}>重置</Button>
    </form>
  )
}

interface FilterControlProps {
  readonly filter: BizFilter
  readonly value: string
  readonly onChange: (value: string) => void
}

function FilterControl({ filter: { kind, label, dict = '' }, value, onChange }: FilterControlProps) {
  const named = { 'aria-label': label, placeholder: label, value }
  if (kind === 'dict') return <DictSelect {...named} dict={dict} onChange={(next) => onChange(next ?? '')} />
  if (kind === 'date') return <DateInput {...named} onChange={onChange} />
  return <Input {...named} allowClear onChange={(event) => onChange(event.target.value)} />
}
