import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { allOf } from '../../platform/list/list-field.ts'
import { createLoaderByDb } from '../../platform/loader.ts'

export interface Standing {
  /** Names of the user's roles that the viewer may see, comma list; null without any. */
  readonly roleNames: string | null
  readonly signedInAt: Date | null
}

type Standings = ReadonlyMap<string, Standing>

/** Viewers who see every role get the same answer, so concurrent lookups are batched. */
const standingsOf = createLoaderByDb((db: Db, userIds: readonly string[]) => readStandings(db, userIds, []))

/**
 * Roles and last sign-in of these users, by id; more users may be included.
 *
 * @param roles conditions on the roles the viewer sees; the table alias is `record`
 */
export function findStandings(
  db: Db,
  userIds: readonly string[],
  roles: readonly Expression<SqlBool>[],
): Promise<Standings> {
  if (userIds.length === 0) return Promise.resolve(new Map())
  return roles.length > 0 ? readStandings(db, userIds, roles) : standingsOf(db, userIds)
}

async function readStandings(
  db: Db,
  userIds: readonly string[],
  roles: readonly Expression<SqlBool>[],
): Promise<Standings> {
  const ids = sql`${[...userIds]}::text[]`
  const { rows } = await sql<Standing & { readonly id: string }>`
    select asked.id, held.role_names, signed.signed_in_at
    from unnest(${ids}) as asked (id)
    left join lateral (
      select string_agg(record.role_name, ',' order by record.role_name) as role_names
      from sys_user_role as link join sys_role as record on record.id = link.role_id
      where link.user_id = asked.id and ${allOf(roles)}
    ) as held on true
    left join last_sign_ins(${ids}) as signed on signed.user_id = asked.id`.execute(db)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}
