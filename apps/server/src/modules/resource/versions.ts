import type { RowVersion } from '@natim/contract/resource/crud-endpoints'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { findVersions, type ResourceTable } from './resource.repository.ts'
import type { ResourceSpec } from './resource-spec.ts'

/** Versions of a row created in the reader's tenant, newest first. @param table by its database name: `sys_position` */
export async function versionsOf(db: Db, { tenantId }: SessionUser, table: string, id: string): Promise<RowVersion[]> {
  return (await findVersions(db, tenantId, table, id)).map(({ dataVersion, dataContent, createTime, ...version }) => ({
    ...version,
    version: dataVersion,
    content: dataContent,
    createTime: toDateTimeText(createTime),
  }))
}

/** Versions for display: keys replaced by names, internal columns left out. */
export async function nameVersions(
  db: Db,
  versions: readonly RowVersion[],
  {
    said,
    unsaid = [],
    names = {},
    columnsByField = {},
  }: Pick<ResourceSpec<ResourceTable, unknown, unknown>, 'said' | 'unsaid' | 'names' | 'columnsByField'>,
): Promise<RowVersion[]> {
  const named = new Map<string, ReadonlyMap<string, string>>()
  for (const [column, namesOf] of Object.entries(names)) {
    const keys = new Set(versions.map(({ content }) => content[column]).filter((key) => typeof key === 'string'))
    if (namesOf && keys.size > 0) named.set(column, await namesOf(db, [...keys]))
  }
  const fieldOf = new Map(Object.entries(columnsByField).map(([field, column]) => [column, field]))
  const shown = ([column, value]: [string, unknown]) => [column, named.get(column)?.get(String(value)) ?? value]
  return versions.map(({ content, ...version }) => ({
    ...version,
    content: Object.fromEntries(
      Object.entries(content)
        .map(([column, value]) => [fieldOf.get(column) ?? column, value] satisfies [string, unknown])
        .filter(([column]) => !unsaid.includes(column) && said?.includes(column) !== false)
        .map(shown),
    ),
  }))
}
