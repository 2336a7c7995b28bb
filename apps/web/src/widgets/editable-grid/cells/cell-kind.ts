import type { ComponentType, ReactNode } from 'react'
import type { Column } from '../core/column.ts'
import type { GridValues } from '../core/rows.ts'

/** What an idle cell is drawn from. It must be cheap: a hundred of them are drawn for a frame of scrolling. */
export interface CellView {
  readonly column: Column
  readonly value: unknown
  /** All values of the row, for kinds that read it. */
  readonly row: GridValues | undefined
  readonly isDisabled: boolean
  readonly isInvalid: boolean
}

export interface CellEdit extends CellView {
  /** Accessible name of the control. */
  readonly label: string
  readonly onChange: (value: unknown) => void
  /** Shown, but nothing to undo and not for others: the progress of an upload. */
  readonly onInterim: (value: unknown) => void
  /** Writes other cells of the row as well. */
  readonly onFill: (values: Readonly<Record<string, unknown>>) => void
}

/** What the kinds of cells have in common. Each is a file of its own; the registry holds one for every column type. */
export interface CellKind {
  /** Idle: looks, reads and announces itself like its control. */
  readonly View: (props: CellView) => ReactNode
  /** The control itself, mounted under the pointer or the focus; undefined where the idle element is the control. */
  readonly Edit?: ComponentType<CellEdit>
  /** Value of a pasted text; undefined when the text means nothing here. */
  readonly parse: (text: string, column: Column) => unknown
  /** Text of a value, for copies and idle cells. */
  readonly format: (value: unknown, column: Column) => string
  /** Shows more of the row than its own value. */
  readonly readsRow?: boolean
  /** Arrow keys move through the text and reach the next cell at its end; others are left to the control. */
  readonly isText?: boolean
}
