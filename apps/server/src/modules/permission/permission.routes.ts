import { dataRuleEndpoints, MENU_RESTORED, permissionEndpoints } from '@natim/contract/system/permission'
import { rightsEndpoints } from '@natim/contract/system/rights'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { editToVersion } from '../resource/index.ts'
import { createDataRuleService, loadRules } from './data-rule.service.ts'
import { createMenuService } from './menu.service.ts'
import { createRightsService } from './rights.service.ts'

export function registerPermissionRoutes(app: FastifyInstance, deps: { readonly db: Db; readonly bus: Bus }): void {
  const menus = createMenuService(deps)
  implement(app, permissionEndpoints, {
    tree: ({ query }) => menus.tree(query.name),
    isPage: ({ query }) => menus.isPage(query.path),
    roots: () => menus.roots(),
    below: ({ query }) => menus.below(query.parentId),
    belowMany: ({ query }) => menus.belowMany(query.parentIds),
    parents: () => menus.parents(),
    level: ({ query }) => menus.level(query.pid),
    create: async ({ body, ctx }) => withMessage(await menus.create(actorOf(ctx), body), '添加成功！'),
    update: async ({ body: { id, ...patch }, ctx }) =>
      withMessage(await menus.update(actorOf(ctx), id, patch), '修改成功！'),
    history: ({ query, ctx }) => menus.history(ctx.user, query.id),
    restore: async ({ body, ctx }) => {
      const versions = await menus.history(ctx.user, body.id)
      const patch = permissionEndpoints.update.body
      const { id, ...change } = editToVersion(versions, body, { keys: MENU_RESTORED, patch })
      return withMessage(await menus.update(actorOf(ctx), id, change), '恢复成功！')
    },
    remove: async ({ query, ctx }) => withMessage(await menus.remove(actorOf(ctx), [query.id]), '删除成功！'),
    removeMany: async ({ query, ctx }) => withMessage(await menus.remove(actorOf(ctx), query.ids), '删除成功！'),
    uses: ({ query }) => menus.uses(query.ids),
  })
  registerDataRuleRoutes(app, deps)
  const rights = createRightsService(deps)
  implement(app, rightsEndpoints, {
    view: ({ query, ctx }) => rights.view(actorOf(ctx), query),
    explain: ({ query, ctx }) => rights.explain(actorOf(ctx), query, query.code),
  })
}

function registerDataRuleRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  const rules = createDataRuleService({ db })
  implement(app, dataRuleEndpoints, {
    list: ({ query }) => loadRules(db, query.permissionId),
    search: ({ query }) => loadRules(db, query.permissionId, query),
    create: async ({ body, ctx }) => withMessage(await rules.create(actorOf(ctx), body), '添加成功！'),
    update: async ({ body: { id, ...patch }, ctx }) => {
      await rules.update(actorOf(ctx), id, patch)
      return withMessage(null, '更新成功！')
    },
    remove: async ({ query, ctx }) => {
      await rules.remove(actorOf(ctx), query.id)
      return withMessage(null, '删除成功！')
    },
  })
}
