/** Parameters by key as the form shows them; text that is no JSON object has none. */
export function readParams(json: string | undefined): Record<string, string> {
  try {
    const value: unknown = JSON.parse(json ?? '')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, String(item ?? '')]))
  } catch {
    return {}
  }
}

/** The JSON text of the parameters that say something; undefined when none does. */
export function writeParams(params: Readonly<Record<string, string>>): string | undefined {
  const filled = Object.entries(params).filter(([, value]) => value !== '')
  return filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : undefined
}
