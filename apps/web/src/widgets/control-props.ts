/**
 * Common props of our controls, as antd's form passes them. `V` is the stored value; an empty text or undefined is no
 * value.
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
