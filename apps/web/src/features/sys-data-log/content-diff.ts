import { isStamp, storedText } from '@/resource/index.ts'

export interface FieldDiff {
  readonly key: string
  readonly before: string
  readonly after: string
  /** Changed by a user; stamps change automatically. */
  readonly isChanged: boolean
  readonly isStamp: boolean
}

/** The fields of two versions side by side, sorted by name, server stamps last; empty if the JSON cannot be parsed. */
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
