import { MESSAGES } from '@natim/contract/messages'
import { type DictRow, dictEndpoints, dictTableEndpoints } from '@natim/contract/system/dict'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { loadDictTexts, loadDictTree, searchChosenFirst, searchDict } from './dict.service.ts'
import { createDictTables } from './dict-table.service.ts'

const COLUMNS: readonly SheetColumn<DictRow>[] = [
  { title: '字典名称', value: (row) => row.dictName },
  { title: '字典编码', value: (row) => row.dictCode },
  { title: '描述', value: (row) => row.description },
  { title: '创建时间', value: (row) => row.createTime },
]

export function registerDictRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  implement(app, dictEndpoints, {
    search: ({ params, query, ctx }) => searchDict(db, ctx.user, params.dict, query),
    searchChosenFirst: ({ params, query, ctx }) => searchChosenFirst(db, ctx.user, params.dict, query),
    texts: ({ params, query, ctx }) =>
      loadDictTexts(db, ctx.user, params.dict, query.key, query.delNotExist === 'true'),
    tree: ({ query, ctx }) => loadDictTree(db, ctx.user, query),
    // The server reads its dictionaries anew each time; what clients keep is theirs to drop after this.
    refreshCache: () => withMessage(null, MESSAGES['cache.refreshed']),
  })
  const tables = createDictTables({ db })
  implement(app, dictTableEndpoints, {
    list: ({ query }) => tables.list(query),
    create: async ({ body, ctx }) => withMessage(await tables.create(ctx.user, body), '添加成功！'),
    update: async ({ body, ctx }) => {
      await tables.update(ctx.user, body)
      return withMessage(null, '编辑成功！')
    },
    exportXls: ({ query, body, ctx }) =>
      exportXlsx({ db, title: '数据字典', columns: COLUMNS, readPage: tables.list }, { query, body }, ctx),
    items: ({ query }) => tables.items(query),
    createItem: async ({ body, ctx }) => withMessage(await tables.createItem(ctx.user, body), '添加成功！'),
    updateItem: async ({ body, ctx }) => {
      await tables.updateItem(ctx.user, body)
      return withMessage(null, '编辑成功！')
    },
    checkItem: async ({ query }) => {
      await tables.assertValueFree(query)
      return withMessage(null, '该值可用！')
    },
  })
}
