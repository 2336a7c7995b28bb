import type { RowVersion } from '@natim/contract/resource/crud-endpoints'
import { USER_RESTORED } from '@natim/contract/system/user'
import type { Db } from '../../platform/db/db.ts'
import { findLinkNames } from './user-write.repository.ts'

/** Columns of a version that are shown; the rest is internal. */
const SHOWN = [
  'username',
  ...USER_RESTORED,
  'status',
  'userIdentity',
  'selectedroles',
  'selecteddeparts',
  'departIds',
  'relTenantIds',
  'regionPrefixes',
]
const ROLES = ['selectedroles']
const DEPARTS = ['selecteddeparts', 'departIds']

const listOf = (value: unknown) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : [])

/** Versions with names for roles and departments; deleted ones keep their id. */
export async function nameLinks(db: Db, versions: readonly RowVersion[]): Promise<RowVersion[]> {
  const idsIn = (keys: readonly string[]) => [
    ...new Set(versions.flatMap(({ content }) => keys.flatMap((key) => listOf(content[key])))),
  ]
  const names = await findLinkNames(db, { roles: idsIn(ROLES), departs: idsIn(DEPARTS) })
  const named = (value: unknown, of: ReadonlyMap<string, string>) =>
    listOf(value)
      .map((id) => of.get(id) ?? id)
      .join('、')
  return versions.map(({ content, ...version }) => ({
    ...version,
    content: Object.fromEntries(
      SHOWN.filter((key) => key in content).map((key) => {
        if (ROLES.includes(key)) return [key, named(content[key], names.roles)]
        if (DEPARTS.includes(key)) return [key, named(content[key], names.departs)]
        return [key, content[key]]
      }),
    ),
  }))
}
