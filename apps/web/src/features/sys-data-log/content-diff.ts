export interface FieldDiff {
  readonly key: string
  readonly before: string
  readonly after: string
  readonly isChanged: boolean
}

/** The fields of two versions side by side, in the order of their names; JSON text that cannot be read has none. */
export function diffOf(before: string, after: string): readonly FieldDiff[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort()
  return keys.map((key) => {
    const [one, other] = [textOf(old[key]), textOf(now[key])]
    return { key, before: one, after: other, isChanged: one !== other }
  })
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

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
