/** Something chosen: what is stored, and what is shown. */
export interface Pair {
  readonly value: string
  readonly text: string
}

/** A row of a list; which of its fields are stored and shown is configured. */
export type PickedRow = Readonly<Record<string, unknown>>

/** Field names are also given as database names: `org_code` is `orgCode` (WG-34, WG-39). */
export const fieldName = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** What a row is stored and shown as; its stored value for want of a caption. */
export function pairOf(row: PickedRow, store: string, text: string): Pair {
  const value = textOf(row[fieldName(store)])
  return { value, text: textOf(row[fieldName(text)]) || value }
}

/** Takes a pair in or out; where only one may be chosen it takes the place of the other and stays, as a radio does. */
export function togglePair(chosen: readonly Pair[], pair: Pair, isMulti: boolean): Pair[] {
  if (!isMulti) return [pair]
  if (chosen.some(({ value }) => value === pair.value)) return chosen.filter(({ value }) => value !== pair.value)
  return [...chosen, pair]
}

export const joinValues = (chosen: readonly Pair[]): string => chosen.map(({ value }) => value).join(',')

/** Stored values with the captions that are known; a value without one is its own. */
export function captioned(values: readonly string[], known: readonly Pair[]): Pair[] {
  const texts = new Map(known.map(({ value, text }) => [value, text]))
  return values.map((value) => ({ value, text: texts.get(value) ?? value }))
}
