import type { Operator } from './operator.ts'
import type { Part } from './part.ts'

/** The state of an entry of the gallery that is called so. */
export const galleryState = (operator: Operator, name: string): Part =>
  operator.within(operator.words(name).locator.locator('..'))

/** The box that a long text opens in. */
export const textBox = (operator: Operator, label: string): Part =>
  operator.within(operator.part('textbox', `${label}（全文）`).locator.locator('..'))
