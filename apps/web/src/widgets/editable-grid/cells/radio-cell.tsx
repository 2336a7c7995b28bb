import { Radio } from 'antd'
import styles from '../grid.module.css'
import { captionOf, optionByText } from './captions.ts'
import type { CellEdit, CellKind } from './cell-kind.ts'
import { Idle } from './idle.tsx'

/** `allowClear`: a second click on the chosen option clears it (WG-197). */
function RadioEdit({ column, value, label, isDisabled, onChange }: CellEdit) {
  const mayClear = column.props?.['allowClear'] === true
  return (
    <Radio.Group
      aria-label={label}
      className={styles.choices}
      disabled={isDisabled}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value)}
    >
      {column.options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          onClick={() => mayClear && option.value === String(value) && onChange('')}
        >
          {option.label}
        </Radio>
      ))}
    </Radio.Group>
  )
}

export const radioCell: CellKind = {
  View: (view) => (
    <Idle {...view} as="group" mark={styles.bare}>
      {view.column.options.map((option) => {
        const isOn = option.value === String(view.value)
        return (
          <span key={option.value} className={styles.choice}>
            <span
              role="radio"
              aria-label={option.label}
              aria-checked={isOn}
              aria-disabled={view.isDisabled || undefined}
              className={styles.radio}
              data-on={isOn || undefined}
            />
            {option.label}
          </span>
        )
      })}
    </Idle>
  ),
  Edit: RadioEdit,
  parse: (text, column) => (text.trim() === '' ? '' : optionByText(column, text)?.value),
  format: (value, column) => captionOf(column, value),
}
