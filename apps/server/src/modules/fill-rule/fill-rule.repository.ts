import type { Db } from '../../platform/db/db.ts'

export const findFillRules = (db: Db, codes: readonly string[]) =>
  db
    .selectFrom('sysFillRule')
    .select(['ruleCode', 'ruleClass', 'ruleParams'])
    .where('ruleCode', 'in', [...codes])
    .execute()

/** Where a new node of a tree goes: the code of its parent, empty at the top, and the codes beside it. */
export interface Place {
  readonly parentCode: string
  readonly siblingCodes: readonly string[]
}

/** Undefined when there is no such parent. Deleted departments keep their codes: they are never given twice. */
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

/** Undefined when there is no such parent. */
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
