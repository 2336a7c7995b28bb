import { Checkbox } from 'antd'
import { joinValues, splitValues } from '../core/comma-values.ts'
import { checkPair } from '../core/new-row.ts'
import styles from '../grid.module.css'
import { captionOf, optionByText } from './captions.ts'
import type { CellEdit, CellKind, CellView } from './cell-kind.ts'
import { Idle } from './idle.tsx'

const isOn = ({ column, value }: Pick<CellView, 'column' | 'value'>) => value === checkPair(column)[0]

/** Idle and editing use the same light element: a native checkbox. */
function CheckEdit(cell: CellEdit) {
  const [on, off] = checkPair(cell.column)
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={cell.label}
      aria-invalid={cell.isInvalid || undefined}
      disabled={cell.isDisabled}
      checked={isOn(cell)}
      onChange={(event) => cell.onChange(event.target.checked ? on : off)}
    />
  )
}

const ON = /^(?:true|y|yes|1|是|√|✓|on)$/i

/** Parses a pasted checkbox: its stored value, or a word for yes or no. */
function parseCheck(text: string, column: CellView['column']): unknown {
  const [on, off] = checkPair(column)
  const trimmed = text.trim()
  if (trimmed === String(on)) return on
  if (trimmed === String(off) || trimmed === '') return off
  if (ON.test(trimmed)) return on
  return /^(?:false|n|no|0|否|off)$/i.test(trimmed) ? off : undefined
}

export const checkCell: CellKind = {
  View: (view) => (
    <span
      role="checkbox"
      aria-label={view.column.title}
      aria-checked={isOn(view)}
      aria-disabled={view.isDisabled || undefined}
      className={styles.box}
      data-on={isOn(view) || undefined}
    />
  ),
  Edit: CheckEdit,
  parse: parseCheck,
  format: (value, column) => (isOn({ column, value }) ? '是' : '否'),
}

function GroupEdit({ column, value, label, isDisabled, onChange }: CellEdit) {
  return (
    <Checkbox.Group
      role="group"
      aria-label={label}
      className={styles.choices}
      disabled={isDisabled}
      options={[...column.options]}
      value={splitValues(value)}
      onChange={(values) => onChange(joinValues(values))}
    />
  )
}

/** Several checkboxes, stored as comma-separated values. */
export const checkGroupCell: CellKind = {
  View: (view) => {
    const on = new Set(splitValues(view.value))
    return (
      <Idle {...view} as="group" mark={styles.bare}>
        {view.column.options.map((option) => (
          <span key={option.value} className={styles.choice}>
            <span
              role="checkbox"
              aria-label={option.label}
              aria-checked={on.has(option.value)}
              aria-disabled={view.isDisabled || undefined}
              className={styles.box}
              data-on={on.has(option.value) || undefined}
            />
            {option.label}
          </span>
        ))}
      </Idle>
    )
  },
  Edit: GroupEdit,
  parse: (text, column) => {
    const values = splitValues(text).map((part) => optionByText(column, part)?.value)
    return values.includes(undefined) ? undefined : joinValues(values)
  },
  format: (value, column) =>
    splitValues(value)
      .map((part) => captionOf(column, part))
      .join(','),
}
