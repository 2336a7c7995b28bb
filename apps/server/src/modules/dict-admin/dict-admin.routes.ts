import type { ListQuery } from '@natim/contract/fields'
import { dict, dictBinEndpoints, dictItem, dictItemCheckEndpoints } from '@natim/contract/system/dict.resource'
import type { FastifyInstance } from 'fastify'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toPage } from '../../platform/wire.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { type Module, resourceHandlers } from '../resource/index.ts'
import { DICT } from './dict.resource.ts'
import { type DictSheetRow, findSheet, SHEET_LIST } from './dict-admin.repository.ts'
import { createDictAdmin } from './dict-admin.service.ts'
import { createDictImport } from './dict-import.ts'

const COLUMNS: readonly SheetColumn<DictSheetRow>[] = [
  { title: '字典名称', value: (row) => row.dictName },
  { title: '字典编码', value: (row) => row.dictCode },
  { title: '描述', value: (row) => row.description },
  { title: '字典项文本', value: (row) => row.itemText },
  { title: '字典项值', value: (row) => row.itemValue },
  { title: '字典项描述', value: (row) => row.itemDescription },
  { title: '排序', value: (row) => row.sortOrder },
]

function registerDicts(app: FastifyInstance, db: Db): void {
  const admin = createDictAdmin({ db })
  registerItems(app, db, admin)
  async function sheet(user: SessionUser, query: ListQuery, ids: readonly string[] | undefined) {
    const ruled = { component: DICT.component, fields: DICT.fields }
    const request = await withDataRules(db, user, ruled, parseListRequest(query, DICT.fields, SHEET_LIST))
    const { records, total } = await findSheet(db, request, ids)
    return toPage(records, total, request)
  }
  implement(app, dict.endpoints, {
    ...resourceHandlers(db, dict, admin.dicts),
    exportXls: ({ query, body, ctx }) =>
      exportXlsx(
        { db, title: '数据字典', columns: COLUMNS, readPage: (asked, ids) => sheet(ctx.user, asked, ids) },
        { query, body },
        ctx,
      ),
  })
  implement(app, dictBinEndpoints, {
    treeList: ({ query, ctx }) => admin.treeList(ctx.user, query.dictName),
    bin: ({ ctx }) => admin.bin(ctx.user),
    bringBack: async ({ params, ctx }) => {
      await admin.dicts.unbin(actorOf(ctx), params.id)
      return withMessage(null, '取回成功！')
    },
    purge: async ({ params, ctx }) => {
      await admin.purge(actorOf(ctx), params.id)
      return withMessage(null, '彻底删除成功！')
    },
  })
}

function registerItems(app: FastifyInstance, db: Db, admin: ReturnType<typeof createDictAdmin>): void {
  implement(app, dictItem.endpoints, {
    ...resourceHandlers(db, dictItem, admin.items),
    list: ({ query, ctx }) => admin.listItems(ctx.user, query),
  })
  implement(app, dictItemCheckEndpoints, {
    check: async ({ query }) => {
      await admin.assertValueFree(query)
      return withMessage(null, '该值可用！')
    },
  })
}

export const dictModule: Module = {
  routes: (api, { db }) => registerDicts(api, db),
  sheets: ({ db }) => [{ endpoints: dict.imports.endpoints, entity: createDictImport(db) }],
}
