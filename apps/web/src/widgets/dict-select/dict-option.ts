import { splitList } from '@/lib/comma-list.ts'

/** An option of a control. Values are text, as on the wire; numeric columns match by their digits. */
export interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

/** A dictionary item; its label has one of three names (WG-10). */
export interface DictEntry {
  readonly value: string | number
  readonly text?: string | null
  readonly label?: string | null
  readonly title?: string | null
  readonly disabled?: boolean
}

export function dictOption({ value, text, label, title, disabled }: DictEntry): Option {
  const caption = text || label || title || String(value)
  return { value: String(value), label: caption, ...(disabled && { disabled }) }
}

type StoredValue = string | number | null | undefined

const partsOf = (value: StoredValue | readonly StoredValue[]): string[] =>
  (typeof value === 'object' && value !== null ? value : [value]).flatMap((part) =>
    typeof part === 'number' ? [String(part)] : splitList(part),
  )

/**
 * Labels of stored values joined by commas (WG-13): one value, a comma list, or several of these. An unknown value is
 * its own label.
 */
export function captionsOf(options: readonly Option[], value: StoredValue | readonly StoredValue[]): string {
  const captions = new Map(options.map((option) => [option.value, option.label]))
  return partsOf(value)
    .map((part) => captions.get(part) ?? part)
    .join(',')
}
