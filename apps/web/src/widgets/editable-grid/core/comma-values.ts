/** Values of a comma-separated cell. */
export const splitValues = (value: unknown): string[] =>
  (Array.isArray(value) ? value : String(value ?? '').split(',')).map((part) => String(part).trim()).filter(Boolean)

export const joinValues = (values: readonly unknown[]): string => values.map(String).join(',')
