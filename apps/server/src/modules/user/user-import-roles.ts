import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { createResource } from '../resource/index.ts'
import { ROLE } from '../role/index.ts'
import { movedRoles } from './user-form.ts'
import { findRoleNames } from './user-import.repository.ts'
import { directory, heldAs, lookUp } from './user-import-names.ts'
import { loadRoleRule } from './user-policy.ts'

type Texts = readonly string[] | null | undefined

/** A row with roles, and the user it changes; undefined for a new row. */
interface NamingRow {
  readonly roles?: Texts
  readonly userId: string | undefined
  readonly held: readonly string[]
}

/**
 * The current role column: senders can name the roles they see, under the granting rules of the form. Roles they do not
 * see stay with the user.
 */
export async function loadRoleColumn(db: Db, viewer: SessionUser) {
  const rows = await findRoleNames(db, await createResource(db, ROLE).conditionsFor(viewer))
  const roleOf = directory(
    rows,
    ({ roleCode }) => roleCode,
    ({ roleName }) => roleName,
  )
  const nameById = new Map(rows.map(({ id, roleName }) => [id, roleName]))

  function read(texts: Texts) {
    const { found = [], error } = lookUp(texts, roleOf)
    const ids = found.map(({ id }) => id)
    const again = ids.findIndex((id, index) => ids.indexOf(id) < index)
    if (again < 0) return { ids, error }
    const [first, second] = [texts?.[ids.indexOf(ids[again] ?? '')], texts?.[again]]
    return { ids, error: first === second ? `「${second}」重复` : `「${first}」和「${second}」是同一个角色` }
  }

  /** The roles after a filled cell is applied. */
  const wanted = (texts: Texts, held: readonly string[]) => [
    ...read(texts).ids,
    ...held.filter((id) => !nameById.has(id)),
  ]

  return {
    wanted,

    /** Error of each row's cell, in order. */
    async errorsOf(given: readonly NamingRow[]): Promise<(string | undefined)[]> {
      const changes = given.map(({ roles, userId, held }) => {
        const { error } = read(roles)
        return { error, userId, moved: roles && error === undefined ? movedRoles(held, wanted(roles, held)) : [] }
      })
      const refusalOf = await loadRoleRule(
        db,
        viewer,
        changes.flatMap(({ moved }) => moved),
      )
      return changes.map(({ error, moved, userId }) => error ?? refusalOf(moved, userId)?.message)
    },

    /** A user's roles in the wording of the sheet. */
    shown(texts: Texts, held: readonly string[]): readonly string[] {
      const seen = held.filter((id) => nameById.has(id))
      return heldAs(texts, { meant: read(texts).ids, held: seen, names: seen.map((id) => nameById.get(id) ?? id) })
    },
  }
}
