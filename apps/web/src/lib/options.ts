import { entriesOf } from '@natim/domain/record'

/** Options of a control from a table of labels by value, in the order of the table. */
export const optionsOf = <K extends string>(labels: Readonly<Record<K, string>>) =>
  entriesOf(labels).map(([value, label]) => ({ value, label }))

/** Same for numbers, which are text as the keys of a table. */
export const numberOptionsOf = (labels: Readonly<Record<number, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value: Number(value), label }))
