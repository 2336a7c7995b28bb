import styles from './cards.module.css'

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  /** Options side by side instead of in a drop-down. */
  readonly isOpen?: boolean
}

/** Choice among a few options, without antd: the first page does not load it. */
export function Choice<T extends string>({ label, value, options, onChange, isOpen = false }: ChoiceProps<T>) {
  if (!isOpen)
    return (
      <select
        aria-label={label}
        className={styles.select}
        value={value}
        onChange={({ target }) => onChange(options.find((option) => option.value === target.value)?.value ?? value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  return (
    <div role="group" aria-label={label} className={styles.choice}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
