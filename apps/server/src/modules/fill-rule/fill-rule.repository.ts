import type { Db } from '../../platform/db/db.ts'

export const findFillRules = (db: Db, codes: readonly string[]) =>
  db
    .selectFrom('sysFillRule')
    .select(['ruleCode', 'ruleClass', 'ruleParams'])
    .where('ruleCode', 'in', [...codes])
    .execute()

/** Position of a new tree node: the parent's code, empty at the top, and the sibling codes. */
export interface Place {
  readonly parentCode: string
  readonly siblingCodes: readonly string[]
}

/** Undefined when the parent does not exist. Codes of deleted departments are included: they are never reused. */
export async function findDepartPlace(db: Db, parentId: string | undefined): Promise<Place | undefined> {
  const parent =
    parentId === undefined
      ? { orgCode: '' }
      : await db.selectFrom('sysDepart').select('orgCode').where('id', '=', parentId).executeTakeFirst()
  if (parent === undefined) return undefined
  const siblings = await db
    .selectFrom('sysDepart')
    .select('orgCode as code')
    .where('parentId', parentId === undefined ? 'is' : '=', parentId ?? null)
    .execute()
  return { parentCode: parent.orgCode, siblingCodes: siblings.map(({ code }) => code) }
}

/** Undefined when the parent does not exist. */
export async function findCategoryPlace(db: Db, pid: string | undefined): Promise<Place | undefined> {
  const parent =
    pid === undefined
      ? { code: '' }
      : await db.selectFrom('sysCategory').select('code').where('id', '=', pid).executeTakeFirst()
  if (parent === undefined) return undefined
  const siblings = await db
    .selectFrom('sysCategory')
    .select('code')
    .where('pid', pid === undefined ? 'is' : '=', pid ?? null)
    .execute()
  return { parentCode: parent.code, siblingCodes: siblings.map(({ code }) => code) }
}
