import type { Operator } from './operator.ts'
import type { Part } from './part.ts'

/** A state of a gallery entry, by name. */
export const galleryState = (operator: Operator, name: string): Part =>
  operator.within(operator.words(name).locator.locator('..'))

/** The dialog in which a long text opens. */
export const textBox = (operator: Operator, label: string): Part =>
  operator.within(operator.part('textbox', `${label}（全文）`).locator.locator('..'))
