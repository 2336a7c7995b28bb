import type { ResourceRow } from '../define-resource.ts'

/** Name of a row for those who hear it. */
export function rowName(row: ResourceRow): string {
  const { name, title } = row as { readonly name?: unknown; readonly title?: unknown }
  return String(name ?? title ?? row.id)
}
