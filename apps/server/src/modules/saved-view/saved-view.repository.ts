import type { ViewAudience, ViewContent } from '@natim/contract/system/saved-view'
import type { Db } from '../../platform/db/db.ts'

/** The user's views of a list and those shared with one of the user's roles or departments, own ones first. */
export function findViews(db: Db, userId: string, listPath: string) {
  return db
    .selectFrom('sysSavedView as view')
    .innerJoin('sysUser as owner', 'owner.id', 'view.userId')
    .leftJoin('sysRole as role', 'role.id', 'view.roleId')
    .leftJoin('sysDepart as depart', 'depart.id', 'view.departId')
    .select([
      'view.id',
      'view.name',
      'view.content',
      'view.userId',
      'view.roleId',
      'view.departId',
      'owner.realname as owner',
      'role.roleName',
      'depart.departName',
    ])
    .where('view.listPath', '=', listPath)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('view.userId', '=', userId),
        eb('view.roleId', 'in', selectFrom('sysUserRole').select('roleId').where('userId', '=', userId)),
        eb('view.departId', 'in', selectFrom('sysUserDepart').select('depId').where('userId', '=', userId)),
      ]),
    )
    .orderBy(({ eb }) => eb('view.userId', '=', userId), 'desc')
    .orderBy('view.name')
    .orderBy('view.id')
    .limit(100)
    .execute()
}

/** Roles and departments of a user. */
export async function findAudiences(db: Db, userId: string): Promise<ViewAudience[]> {
  const [roles, departs] = await Promise.all([
    db
      .selectFrom('sysUserRole as link')
      .innerJoin('sysRole as role', 'role.id', 'link.roleId')
      .select(['role.id', 'role.roleName as name'])
      .where('link.userId', '=', userId)
      .orderBy('role.roleName')
      .execute(),
    db
      .selectFrom('sysUserDepart as link')
      .innerJoin('sysDepart as depart', 'depart.id', 'link.depId')
      .select(['depart.id', 'depart.departName as name'])
      .where('link.userId', '=', userId)
      .orderBy('depart.departName')
      .execute(),
  ])
  return [
    ...roles.map((role) => ({ kind: 'role' as const, ...role })),
    ...departs.map((depart) => ({ kind: 'depart' as const, ...depart })),
  ]
}

/** Number of the user's views except the one of this list and name, which would be overwritten. */
export async function countOthers(db: Db, userId: string, listPath: string, name: string): Promise<number> {
  const { count } = await db
    .selectFrom('sysSavedView')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where(({ not, and, eb }) => not(and([eb('listPath', '=', listPath), eb('name', '=', name)])))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface NewView {
  readonly id: string
  readonly userId: string
  readonly listPath: string
  readonly name: string
  readonly content: ViewContent
  readonly roleId: string | null
  readonly departId: string | null
}

/** Inserts or overwrites the user's view of this list and name. Returns its id. */
export async function upsertView(db: Db, { content, ...view }: NewView): Promise<string> {
  const { id } = await db
    .insertInto('sysSavedView')
    .values({ ...view, content: JSON.stringify(content) })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'listPath', 'name']).doUpdateSet(({ ref }) => ({
        content: ref('excluded.content'),
        roleId: ref('excluded.roleId'),
        departId: ref('excluded.departId'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns whether the user had this view. */
export async function deleteOwnView(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sysSavedView')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
