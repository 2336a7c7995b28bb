import type { QueryFieldTraits } from '@natim/contract/super-query'
import type { FunctionComponent } from 'react'

/**
 * Props that a form or a search row passes to a control; antd's Form adds `id`, `value` and `onChange`.
 *
 * @typeParam V what the control shows
 */
export interface ControlProps<V = unknown> {
  readonly id?: string
  readonly value?: V
  readonly onChange?: (value: unknown) => void
  readonly placeholder?: string
  readonly maxLength?: number | undefined
  readonly disabled?: boolean | undefined
  /** Offers clearing: for optional fields and filters. */
  readonly allowClear?: boolean
  readonly 'aria-label'?: string
}

/**
 * A kind of input. `text` is typed and submitted explicitly, `choice` takes effect when chosen.
 *
 * @typeParam V what its control shows; by default unknown to the caller, who leaves the value to antd's Form
 */
export interface FieldWidget<V = never> {
  readonly kind: 'text' | 'choice'
  readonly Control: FunctionComponent<ControlProps<V>>
  /** How the advanced query offers it; as text by default. */
  readonly query?: QueryFieldTraits
  /** Text of a stored value in the version history, where it differs from the value itself. */
  readonly textOf?: (value: unknown) => string
  /** Width in a search row, px. */
  readonly searchWidth?: number
}
