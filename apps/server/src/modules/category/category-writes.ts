import { CATEGORY_ROOT, type CategoryForm, categoryForm, MAX_CATEGORY_DEPTH } from '@natim/contract/system/category'
import { levelOf } from '@natim/domain/level-code'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import { createResource, createTreeImport, levelCodes } from '../resource/index.ts'
import { CATEGORY } from './category.resource.ts'
import { findFreeCategoryCode, findIdsWithin, lockCategoryTree } from './category-tree.repository.ts'

/** 分类字典: changes of the tree (contract/20 §8). */
export function createCategoryRegister({ db }: { readonly db: Db }) {
  const records = createResource(db, CATEGORY)
  return {
    records,

    /** @throws AppError category.parent_missing, category.too_deep, category.level_full */
    create: (actor: Actor, { pid = CATEGORY_ROOT, name }: CategoryForm): Promise<string> =>
      db.transaction().execute(async (trx) => {
        await lockCategoryTree(trx)
        const [parent] = pid === CATEGORY_ROOT ? [] : await records.visible(trx, actor.user, [pid])
        if (parent === undefined && pid !== CATEGORY_ROOT) throw new AppError('category.parent_missing')
        const parentCode = parent?.code ?? ''
        if (levelOf(parentCode) >= MAX_CATEGORY_DEPTH) {
          throw new AppError('category.too_deep', { data: { max: MAX_CATEGORY_DEPTH } })
        }
        const code = await findFreeCategoryCode(trx, parentCode)
        if (code === undefined) throw new AppError('category.level_full')
        const sysOrgCode = actor.user.scope.orgCode || null
        return records.insertIn(trx, actor, { name, code, pid: parent?.id ?? null, sysOrgCode })
      }),

    /** Includes all descendants. */
    remove: (actor: Actor, ids: readonly string[]): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockCategoryTree(trx)
        const found = await records.visible(trx, actor.user, ids)
        if (found.length !== new Set(ids).size) throw new AppError('row.not_found')
        await records.removeIn(trx, actor, await findIdsWithin(trx, ids))
      }),

    async uses(user: SessionUser, ids: readonly string[]) {
      const found = (await records.visible(db, user, ids)).map(({ id }) => id)
      const count = (await findIdsWithin(db, found)).length - found.length
      return count > 0 ? [{ noun: '下级分类', count }] : []
    },
  }
}

export const createCategoryImport = (db: Db) =>
  createTreeImport({
    db,
    records: createResource(db, CATEGORY),
    name: 'category',
    form: categoryForm.omit({ id: true, pid: true }).extend({ code: levelCodes('类型编码') }),
    codeColumn: 'code',
    parentNoun: '上级分类',
    columns: [
      { key: 'name', title: '类型名称', aliases: ['分类名称'], required: true },
      { key: 'code', title: '类型编码', required: true, hint: '每级三位；前缀是上级的编码' },
    ],
    example: { name: '网络中断', code: 'A02A01A01' },
    placeOf: (_code, parent) => ({ pid: parent?.id ?? null }),
    lock: lockCategoryTree,
  })
