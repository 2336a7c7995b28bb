type KeyText<T> = `${keyof T & (string | number)}`

/** The keys of a table written in the code, at least one, in their order; numeric-looking keys are text. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as [KeyText<T>, ...KeyText<T>[]]

/** The entries of a table whose keys are texts and all known: written in the code, or checked by a schema. */
export const entriesOf = <K extends string, V>(table: Readonly<Partial<Record<K, V>>>) =>
  Object.entries(table) as [K, V][]

/** A table with a value for each key. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>

/** Whether a key from outside is one of a table's own. */
export const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key)

/** Whether fields can be read from a value of unknown origin; their values remain unknown. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
