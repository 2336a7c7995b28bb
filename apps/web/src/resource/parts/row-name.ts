import type { Resource, ResourceRow } from '../define-resource.ts'

interface Named extends ResourceRow {
  readonly name?: unknown
  readonly title?: unknown
}

const isNameKey = (key: string) => /(?:name|title)$/i.test(key)

/**
 * Accessible name of a row: from its resource, else its name or title, else another name field (`ruleName`), else its
 * id.
 */
export function rowName(resource: Pick<Resource, 'nameOf'>, row: ResourceRow): string {
  if (resource.nameOf) return resource.nameOf(row)
  const { name, title }: Named = row
  const named = Object.entries(row).find(([key, value]) => isNameKey(key) && typeof value === 'string' && value !== '')
  return String(name ?? title ?? named?.[1] ?? row.id)
}
