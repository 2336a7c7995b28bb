import {
  type CategoryRow,
  categoryAdminEndpoints,
  categoryEndpoints,
  type categoryForm,
  type categoryRow,
} from '@natim/contract/system/category'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { crudHandlers } from '../resource/index.ts'
import { createCategoryService } from './category.service.ts'
import { createCategoryRegister } from './category-writes.ts'

const COLUMNS: readonly SheetColumn<CategoryRow>[] = [
  { title: '类型名称', value: (row) => row.name },
  { title: '类型编码', value: (row) => row.code },
  { title: '是否有子节点(1:有)', value: (row) => row.hasChild },
]

export function registerCategoryRoutes(app: FastifyInstance, deps: { readonly db: Db }): void {
  const categories = createCategoryService(deps)
  implement(app, categoryEndpoints, {
    treeRoot: ({ query }) => categories.treeRoot(query),
    treeChildren: ({ query }) => categories.treeChildren(query.pid),
    treeData: ({ query }) => categories.treeData(query),
    one: ({ query }) => categories.one(query),
    names: ({ params, query }) => categories.names(params.ids, query.delNotExist === 'true'),
    namesByQuery: ({ query }) => categories.names(query.ids, query.delNotExist === 'true'),
    allData: ({ query }) => categories.allData(query.code),
    rootList: ({ query, ctx }) => categories.rootList(ctx.user, query),
    childList: ({ query, ctx }) => categories.childList(ctx.user, query),
    childListBatch: ({ query, ctx }) => categories.childListBatch(ctx.user, query.parentIds),
  })
  registerAdministration(app, deps.db, categories)
}

function registerAdministration(
  app: FastifyInstance,
  db: Db,
  categories: ReturnType<typeof createCategoryService>,
): void {
  const register = createCategoryRegister({ db })
  const { list: _none, ...handlers } = crudHandlers<typeof categoryRow, typeof categoryForm, 'sysCategory'>(
    db,
    register.records,
    { title: '分类字典', columns: COLUMNS },
  )
  implement(app, categoryAdminEndpoints, {
    ...handlers,
    get: ({ query, ctx }) => categories.row(ctx.user, query.id),
    create: async ({ body, ctx }) => withMessage({ id: await register.create(actorOf(ctx), body) }, '添加成功！'),
    remove: async ({ query, ctx }) => {
      await register.remove(actorOf(ctx), [query.id])
      return withMessage(null, '删除成功！')
    },
    removeMany: async ({ query, ctx }) => {
      await register.remove(actorOf(ctx), query.ids)
      return withMessage(null, '批量删除成功！')
    },
    uses: ({ query, ctx }) => register.uses(ctx.user, query.ids),
    checkCode: async ({ query }) => {
      await categories.assertCodeBelow(query.pid, query.code)
      return withMessage(null, '编码正确！')
    },
    exportXls: ({ query, body, ctx }) =>
      exportXlsx(
        { db, title: '分类字典', columns: COLUMNS, readPage: (asked, ids) => categories.sheet(ctx.user, asked, ids) },
        { query: { ...query, column: 'code', order: 'asc' }, body },
        ctx,
      ),
  })
}
