import { isStamp, storedText } from '@/resource/index.ts'

export interface FieldDiff {
  readonly key: string
  readonly before: string
  readonly after: string
  /** Somebody changed it; stamps change by themselves. */
  readonly isChanged: boolean
  readonly isStamp: boolean
}

/**
 * The fields of two versions side by side, in the order of their names, the stamps of the server behind them; JSON text
 * that cannot be read has none.
 */
export function diffOf(before: string, after: string): readonly FieldDiff[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort()
  const fields = keys.map((key) => {
    const [one, other] = [storedText(old[key]), storedText(now[key])]
    return { key, before: one, after: other, isChanged: !isStamp(key) && one !== other, isStamp: isStamp(key) }
  })
  return [...fields.filter((field) => !field.isStamp), ...fields.filter((field) => field.isStamp)]
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
