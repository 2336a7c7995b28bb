import { DEPART_RESTORED, type DepartRow, departEndpoints } from '@natim/contract/system/depart'
import { departTreeEndpoints } from '@natim/contract/system/pickers'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { editToVersion } from '../resource/index.ts'
import { createDepartTrees } from './depart.service.ts'
import { createDepartRegister } from './depart-writes.ts'

const COLUMNS: readonly SheetColumn<DepartRow>[] = [
  { title: '机构/部门名称', value: (row) => row.departName },
  { title: '英文名', value: (row) => row.departNameEn },
  { title: '排序', value: (row) => row.departOrder },
  { title: '描述', value: (row) => row.description },
  { title: '机构类别', value: (row) => row.orgCategory_dictText },
  { title: '机构编码', value: (row) => row.orgCode },
  { title: '手机号', value: (row) => row.mobile },
  { title: '传真', value: (row) => row.fax },
  { title: '地址', value: (row) => row.address },
  { title: '备注', value: (row) => row.memo },
]

/** Message of queryMyDeptTreeList: the user's role. */
const IDENTITY = { member: '1', superior: '2' } as const

export function registerDepartRoutes(app: FastifyInstance, deps: { readonly db: Db; readonly bus: Bus }): void {
  const { db } = deps
  const trees = createDepartTrees(deps)
  implement(app, departTreeEndpoints, {
    tree: ({ query }) => trees.tree(query.ids),
    level: ({ query }) => trees.level(query),
    idTree: () => trees.idTree(),
    search: ({ query }) => trees.search(query.keyWord),
  })
  const register = createDepartRegister(deps)
  const { list } = register.records
  implement(app, departEndpoints, {
    list: ({ query, ctx }) => list(ctx.user, query),
    get: ({ query }) => trees.get(query.id),
    create: async ({ body, ctx }) => withMessage({ id: await register.create(actorOf(ctx), body) }, '添加成功！'),
    update: async ({ body: { id, ...patch }, ctx }) => {
      await register.update(actorOf(ctx), id, patch)
      return withMessage(null, '编辑成功！')
    },
    history: ({ query, ctx }) => register.records.history(ctx.user, query.id),
    restore: async ({ body, ctx }) => {
      const versions = await register.records.history(ctx.user, body.id)
      const patch = departEndpoints.update.body
      const { id, ...change } = editToVersion(versions, body, { keys: DEPART_RESTORED, patch })
      await register.update(actorOf(ctx), id, change)
      return withMessage(null, '恢复成功！')
    },
    move: async ({ body, ctx }) => withMessage(await register.move(actorOf(ctx), body.id, body.parentId), '移动成功！'),
    remove: async ({ query, ctx }) => {
      await register.remove(actorOf(ctx), [query.id])
      return withMessage(null, '删除成功！')
    },
    removeMany: async ({ query, ctx }) => {
      await register.remove(actorOf(ctx), query.ids)
      return withMessage(null, '批量删除成功！')
    },
    uses: ({ query, ctx }) => register.uses(ctx.user, query.ids),
    exportXls: ({ query, body, ctx }) =>
      exportXlsx(
        { db, title: '部门列表', columns: COLUMNS, readPage: (asked, ids) => list(ctx.user, asked, ids) },
        { query: { ...query, column: 'orgCode', order: 'asc' }, body },
        ctx,
      ),
    mine: async ({ ctx }) => {
      const departs = await trees.mine(ctx.user.userId)
      return departs === undefined ? withMessage(null, IDENTITY.member) : withMessage(departs, IDENTITY.superior)
    },
  })
}
