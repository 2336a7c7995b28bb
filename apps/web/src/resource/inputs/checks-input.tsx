import { Checkbox } from 'antd'
import styles from './checks-input.module.css'
import type { ControlProps } from './field-widget.ts'

interface Option {
  readonly value: string | number
  readonly label: string
}

/** Multiple choice with all options visible; the value keeps the order of the options. */
export const checksControl = (options: readonly Option[], name: string) =>
  function ChecksControl({ id, value, onChange, disabled }: ControlProps<(string | number)[]>) {
    return (
      <div id={id} role="group" aria-label={name} className={styles.checks}>
        <Checkbox.Group
          {...(disabled !== undefined && { disabled })}
          value={value ?? []}
          onChange={(next) => onChange?.(options.map((option) => option.value).filter((one) => next.includes(one)))}
          options={[...options]}
        />
      </div>
    )
  }
