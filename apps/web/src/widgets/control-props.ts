/**
 * What every control of ours takes, as antd's form gives it. `V` is what is stored; an empty text or undefined is
 * nothing.
 */
export interface ControlProps<V, Out = V> {
  readonly id?: string
  readonly value?: V | null | undefined
  readonly onChange?: (value: Out) => void
  readonly onBlur?: () => void
  readonly disabled?: boolean | undefined
  readonly placeholder?: string
  readonly 'aria-label'?: string
}
