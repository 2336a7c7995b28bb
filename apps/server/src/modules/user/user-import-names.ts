type Find<T> = (text: string) => T | 'several' | undefined

/** Lookup by code or name; ambiguous names find nothing. */
export function directory<T>(rows: readonly T[], codeOf: (row: T) => string, nameOf: (row: T) => string): Find<T> {
  const byName = new Map<string, T[]>()
  for (const row of rows) byName.set(nameOf(row), [...(byName.get(nameOf(row)) ?? []), row])
  const byCode = new Map(rows.map((row) => [codeOf(row), row]))
  return (text) => {
    const named = byName.get(text) ?? []
    return byCode.get(text) ?? (named.length > 1 ? 'several' : named[0])
  }
}

/** The rows these texts refer to, or why there are none. */
export function lookUp<T>(texts: readonly string[] | null | undefined, find: Find<T>) {
  const found: T[] = []
  for (const text of texts ?? []) {
    const row = find(text)
    if (row === undefined) return { error: `「${text.slice(0, 40)}」不存在` }
    if (row === 'several') return { error: `「${text.slice(0, 40)}」有多个，请填编码` }
    found.push(row)
  }
  return { found }
}

/**
 * Current values in the sheet's wording: the sheet's own texts where they mean the same, regardless of order and
 * wording.
 */
export function heldAs(
  texts: readonly string[] | null | undefined,
  { meant, held, names }: Readonly<Record<'meant' | 'held' | 'names', readonly string[]>>,
): readonly string[] {
  const isSame = meant.length === held.length && meant.every((key) => held.includes(key))
  return texts && isSame ? texts : names
}
