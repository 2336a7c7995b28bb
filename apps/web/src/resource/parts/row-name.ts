import type { Resource, ResourceRow } from '../define-resource.ts'

const isNameKey = (key: string) => /(?:name|title)$/i.test(key)

/**
 * Accessible name of a row: from its resource, else its name or title, else another name field (`ruleName`), else its
 * id.
 */
export function rowName(resource: Pick<Resource, 'nameOf'>, row: ResourceRow): string {
  if (resource.nameOf) return resource.nameOf(row)
  const { name, title } = row as { readonly name?: unknown; readonly title?: unknown }
  const named = Object.entries(row).find(([key, value]) => isNameKey(key) && typeof value === 'string' && value !== '')
  return String(name ?? title ?? named?.[1] ?? row.id)
}
