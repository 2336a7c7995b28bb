import { CheckOutlined } from '@ant-design/icons'
import { useId } from 'react'
import styles from './picture-choice.module.css'

/** The sketch of a layout. */
export type Sketch = 'light-menu' | 'dark-menu' | 'top-menu' | 'side-menu'

export interface PictureChoiceProps<T extends string> {
  readonly label: string
  readonly options: readonly { readonly value: T; readonly label: string; readonly sketch: Sketch }[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** Choice of a few layouts, each with a sketch and a tick on the chosen one. */
export function PictureChoice<T extends string>({ label, options, value, onChange }: PictureChoiceProps<T>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles.choice}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.sketch} data-sketch={option.sketch} aria-hidden>
            <span className={styles.bar} />
            <span className={styles.card} />
            {option.value === value && <CheckOutlined className={styles.tick} />}
          </span>
          {option.label}
        </label>
      ))}
    </div>
  )
}
