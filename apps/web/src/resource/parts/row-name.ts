import type { ResourceRow } from '../define-resource.ts'

/** Name of a row for those who hear it. */
export const rowName = (row: ResourceRow): string => String((row as { name?: unknown }).name ?? row.id)
