import type { ImportMapping } from '@natim/contract/system/import'
import type { ImportColumnSpec, ImportDictionary } from './import-entity.ts'

const bare = (heading: string) =>
  heading
    .replace(/[*＊\s]/g, '')
    .replaceAll('（', '(')
    .replaceAll('）', ')')
    .toLowerCase()

/** Guesses the heading of each column: by its title, other names or key. Each heading is used once. */
export function guessMapping(columns: readonly ImportColumnSpec[], headings: readonly string[]): ImportMapping {
  const numbers = new Map<string, number>()
  headings.forEach((heading, number) => {
    if (!numbers.has(bare(heading))) numbers.set(bare(heading), number)
  })
  const taken = new Set<number>()
  const find = ({ key, title, aliases = [] }: ImportColumnSpec): number | null => {
    const number = [title, ...aliases, key]
      .map((name) => numbers.get(bare(name)))
      .find((n) => n !== undefined && !taken.has(n))
    if (number !== undefined) taken.add(number)
    return number ?? null
  }
  return Object.fromEntries(columns.map((column) => [column.key, find(column)]))
}

/** The texts of a row by column key; user corrections override the sheet. */
export function textsOf(
  columns: readonly ImportColumnSpec[],
  mapping: ImportMapping,
  row: { readonly cells: readonly string[]; readonly mended: Readonly<Record<string, string>> },
): Record<string, string> {
  return Object.fromEntries(
    columns.map(({ key }) => {
      const number = mapping[key]
      const text = row.mended[key] ?? (typeof number === 'number' ? row.cells[number] : undefined)
      return [key, (text ?? '').trim()]
    }),
  )
}

type CellValue = { readonly value: unknown } | { readonly error: string }

/** Parses a text for the form; a blank one is no value. */
export function valueOf(column: ImportColumnSpec, text: string, dictionary: ImportDictionary | undefined): CellValue {
  if (text === '') return { value: undefined }
  if (column.kind === 'date') return { value: toDateText(text) }
  if (column.kind === 'list') {
    const parts = splitList(text)
    // Separators alone count as a blank cell.
    return { value: parts.length > 0 ? parts : undefined }
  }
  if (dictionary === undefined) return { value: text }
  const value = dictionary.values.get(text)
  if (value === undefined && !dictionary.isOpen) return { error: `「${text.slice(0, 40)}」不在可选范围内` }
  return { value: value ?? text }
}

const splitList = (text: string) =>
  text
    .split(/[,，、;；]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** `2026/1/5`, `2026.1.5`, `2026年1月5日` in wire format; anything else is left to the form's rule. */
function toDateText(text: string): string {
  const [, year, month = '', day = ''] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: 00:00:00)?$/.exec(text) ?? []
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Whether a form value equals the registered one. */
export function isSame(given: unknown, now: unknown): boolean {
  return plain(given) === plain(now)
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** A value as sheet text. */
export function textOfValue(value: unknown, dictionary: ImportDictionary | undefined): string {
  const text = plain(value)
  for (const [caption, key] of dictionary?.values ?? []) if (key === text) return caption
  return text
}
