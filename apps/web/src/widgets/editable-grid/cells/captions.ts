import type { CellOption, Column } from '../core/column.ts'

interface Lookup {
  readonly byValue: ReadonlyMap<string, CellOption>
  readonly byText: ReadonlyMap<string, CellOption>
}

const lookups = new WeakMap<readonly CellOption[], Lookup>()

function lookupOf(options: readonly CellOption[]): Lookup {
  const known = lookups.get(options)
  if (known) return known
  const lookup = {
    byValue: new Map(options.map((option) => [option.value, option])),
    byText: new Map(options.map((option) => [option.label, option])),
  }
  lookups.set(options, lookup)
  return lookup
}

/** Label of a stored value; the value itself when no option has it. */
export function captionOf({ options }: Pick<Column, 'options'>, value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  return lookupOf(options).byValue.get(String(value))?.label ?? String(value)
}

/** The option of a pasted text: by its label, else by its value. */
export function optionByText({ options }: Pick<Column, 'options'>, text: string): CellOption | undefined {
  const { byText, byValue } = lookupOf(options)
  return byText.get(text.trim()) ?? byValue.get(text.trim())
}
