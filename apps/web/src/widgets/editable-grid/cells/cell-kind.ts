import type { ComponentType, ReactNode } from 'react'
import type { Column } from '../core/column.ts'
import type { GridValues } from '../core/rows.ts'

/** Input of an idle cell. Must be cheap: a hundred are rendered per scroll frame. */
export interface CellView {
  readonly column: Column
  readonly value: unknown
  /** All values of the row, for kinds that need them. */
  readonly row: GridValues | undefined
  readonly isDisabled: boolean
  readonly isInvalid: boolean
}

export interface CellEdit extends CellView {
  /** Accessible name of the control. */
  readonly label: string
  readonly onChange: (value: unknown) => void
  /** Shows a value without undo or broadcast: the progress of an upload. */
  readonly onInterim: (value: unknown) => void
  /** Also writes other cells of the row. */
  readonly onFill: (values: Readonly<Record<string, unknown>>) => void
}

/** Common interface of the cell kinds. Each is in its own file; the registry holds one for every column type. */
export interface CellKind {
  /** Idle view: looks, reads and announces itself like its control. */
  readonly View: (props: CellView) => ReactNode
  /** The control, mounted under the pointer or focus; undefined where the idle element is the control. */
  readonly Edit?: ComponentType<CellEdit>
  /** Value of a pasted text; undefined when the text is invalid for the column. */
  readonly parse: (text: string, column: Column) => unknown
  /** Text of a value, for copies and idle cells. */
  readonly format: (value: unknown, column: Column) => string
  /** Shows more than its own value. */
  readonly readsRow?: boolean
  /** Arrow keys move through the text and leave the cell at its ends; otherwise they belong to the control. */
  readonly isText?: boolean
}
