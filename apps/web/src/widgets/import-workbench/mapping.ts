import type { ImportColumn, ImportMapping } from '@natim/contract/system/import'

/** Required columns that no heading fills. */
export const missingColumns = (columns: readonly ImportColumn[], mapping: ImportMapping): readonly ImportColumn[] =>
  columns.filter(({ key, required }) => required && (mapping[key] ?? null) === null)

/** Headings used by several columns: probably a mistake. */
export function sharedHeadings(mapping: ImportMapping): ReadonlySet<number> {
  const numbers = Object.values(mapping).filter((number) => number !== null)
  return new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index))
}

const MAX_SAMPLES = 3

/** First values of a heading, to recognise it. */
export function samplesOf(samples: readonly (readonly string[])[], heading: number | null | undefined): string {
  if (heading === null || heading === undefined) return ''
  const texts = samples.map((row) => row[heading] ?? '').filter((text) => text !== '')
  return texts.slice(0, MAX_SAMPLES).join('、')
}
