import { Select } from 'antd'
import { useState } from 'react'
import type { CellOption } from '../core/column.ts'
import { joinValues, splitValues } from '../core/comma-values.ts'
import styles from '../grid.module.css'
import { captionOf, optionByText } from './captions.ts'
import type { CellEdit, CellKind, CellView } from './cell-kind.ts'
import { Idle } from './idle.tsx'
import { LinkedSelect } from './linked-select.tsx'

/** Options including stored and newly typed values, where the column lets the user create entries (WG-188). */
function useCreated({ column }: CellEdit, values: readonly string[]) {
  const [typed, setTyped] = useState('')
  const known = new Set(column.options.map((option) => option.value))
  const extra = column.allowInput === true ? [typed.trim(), ...values] : values
  const created: CellOption[] = [...new Set(extra)]
    .filter((text) => text !== '' && !known.has(text))
    .map((text) => ({ value: text, label: captionOf(column, text) }))
  return {
    options: [...column.options, ...created],
    onSearch: setTyped,
    isSearched: column.allowInput === true || column.allowSearch === true,
  }
}

const SelectEdit = (cell: CellEdit) => (cell.column.source ? <LinkedSelect {...cell} /> : <PlainSelect {...cell} />)

function PlainSelect(cell: CellEdit) {
  const { column, value, label, isDisabled, isInvalid, onChange } = cell
  const stored = value === undefined || value === null || value === '' ? undefined : String(value)
  const { options, onSearch, isSearched } = useCreated(cell, stored === undefined ? [] : [stored])
  return (
    <Select
      {...column.props}
      className={styles.fill}
      aria-label={label}
      status={isInvalid ? 'error' : ''}
      disabled={isDisabled}
      placeholder={column.hint}
      allowClear={!column.isRequired}
      showSearch={isSearched ? { optionFilterProp: 'label', onSearch } : false}
      options={options}
      value={stored}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}

function MultiEdit(cell: CellEdit) {
  const { column, value, label, isDisabled, isInvalid, onChange } = cell
  const stored = splitValues(value)
  const { options, onSearch } = useCreated(cell, stored)
  return (
    <Select
      {...column.props}
      mode="multiple"
      className={styles.fill}
      aria-label={label}
      status={isInvalid ? 'error' : ''}
      disabled={isDisabled}
      placeholder={column.hint}
      maxTagCount={1}
      allowClear
      showSearch={{ optionFilterProp: 'label', onSearch }}
      options={options}
      value={stored}
      onChange={(next) => onChange(joinValues(next))}
    />
  )
}

function SelectView(view: CellView) {
  return (
    <Idle {...view} as="combobox" mark={styles.arrow}>
      {captionOf(view.column, view.value)}
    </Idle>
  )
}

/** The first tag and the number of others, like the control. */
function MultiView(view: CellView) {
  const [first, ...more] = splitValues(view.value)
  return (
    <Idle {...view} as="combobox" mark={styles.arrow}>
      {first === undefined ? (
        ''
      ) : (
        <>
          <span className={styles.tag}>{captionOf(view.column, first)}</span>
          {more.length > 0 && <span className={styles.tag}>+ {more.length} ...</span>}
        </>
      )}
    </Idle>
  )
}

export const selectCell: CellKind = {
  View: SelectView,
  Edit: SelectEdit,
  parse: (text, column) => {
    if (text.trim() === '') return ''
    return optionByText(column, text)?.value ?? (column.allowInput === true ? text.trim() : undefined)
  },
  format: (value, column) => captionOf(column, value),
}

/** A select that is always searchable, regardless of `allowSearch`. */
export const searchCell: CellKind = {
  ...selectCell,
  Edit: (cell) => <SelectEdit {...cell} column={{ ...cell.column, allowSearch: true }} />,
}

export const multiCell: CellKind = {
  View: MultiView,
  Edit: MultiEdit,
  parse: (text, column) => {
    const values = splitValues(text).map(
      (part) => optionByText(column, part)?.value ?? (column.allowInput ? part : undefined),
    )
    return values.includes(undefined) ? undefined : joinValues(values)
  },
  format: (value, column) =>
    splitValues(value)
      .map((part) => captionOf(column, part))
      .join(','),
}
