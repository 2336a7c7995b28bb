/** Parameters by key for the form; empty if the text is not a JSON object. */
export function readParams(json: string | undefined): Record<string, string> {
  try {
    const value: unknown = JSON.parse(json ?? '')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, String(item ?? '')]))
  } catch {
    return {}
  }
}

/** JSON text of the non-empty parameters; undefined when there are none. */
export function writeParams(params: Readonly<Record<string, string>>): string | undefined {
  const filled = Object.entries(params).filter(([, value]) => value !== '')
  return filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : undefined
}
