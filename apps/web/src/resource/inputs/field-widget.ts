import type { QueryFieldTraits } from '@natim/contract/super-query'
import type { ComponentType } from 'react'

/** Props a form or a search row gives to a control; antd's Form adds `id`, `value` and `onChange`. */
export interface ControlProps {
  readonly id?: string
  readonly value?: unknown
  readonly onChange?: (value: unknown) => void
  readonly placeholder?: string
  readonly maxLength?: number | undefined
  readonly disabled?: boolean | undefined
  /** Emptying is offered: optional fields and filters. */
  readonly allowClear?: boolean
  readonly 'aria-label'?: string
}

/** A kind of input. `text` is typed and searched on demand, `choice` takes effect when chosen. */
export interface FieldWidget {
  readonly kind: 'text' | 'choice'
  readonly Control: ComponentType<ControlProps>
  /** How the advanced query asks for it; as text without. */
  readonly query?: QueryFieldTraits
  /** A stored value as versions say it, where that is not the value itself. */
  readonly textOf?: (value: unknown) => string
  /** Width in a search row, px. */
  readonly searchWidth?: number
}
