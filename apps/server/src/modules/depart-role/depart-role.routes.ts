import { departPermissionEndpoints, departRoleEndpoints } from '@natim/contract/system/depart-role'
import type { FastifyInstance } from 'fastify'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { createDepartRoles } from './depart-role.service.ts'
import { createGrants, type Subject } from './grants.ts'

export function registerDepartRoleRoutes(app: FastifyInstance, deps: { readonly db: Db; readonly bus: Bus }): void {
  const roles = createDepartRoles(deps)
  const grants = createGrants(deps)
  const departOf = async (user: SessionUser, departId: string): Promise<Subject> => {
    const { id, departName } = await roles.departInCharge(user, departId)
    return { kind: 'depart', id, name: departName, departId: id }
  }
  implement(app, departPermissionEndpoints, {
    granted: async ({ query, ctx }) => grants.granted(await departOf(ctx.user, query.departId)),
    save: async ({ body, ctx }) => {
      await grants.save(actorOf(ctx), await departOf(ctx.user, body.departId), body)
      return saved()
    },
    tree: () => grants.tree(),
    dataRules: async ({ params, ctx }) => grants.rules(await departOf(ctx.user, params.departId), params.permissionId),
    saveDataRules: async ({ body, ctx }) => {
      const depart = await departOf(ctx.user, body.departId)
      await grants.saveRules(actorOf(ctx), depart, body.permissionId, body.dataRuleIds)
      return saved()
    },
  })
  registerRoles(app, roles, grants)
}

const saved = () => withMessage(null, '保存成功！')

function registerRoles(
  app: FastifyInstance,
  roles: ReturnType<typeof createDepartRoles>,
  grants: ReturnType<typeof createGrants>,
): void {
  implement(app, departRoleEndpoints, {
    list: ({ query, ctx }) => roles.list(ctx.user, query),
    create: async ({ body, ctx }) => withMessage({ id: await roles.create(actorOf(ctx), body) }, '添加成功！'),
    update: async ({ body: { id, ...patch }, ctx }) => {
      await roles.update(actorOf(ctx), id, patch)
      return withMessage(null, '编辑成功！')
    },
    remove: async ({ query, ctx }) => {
      await roles.remove(actorOf(ctx), [query.id])
      return withMessage(null, '删除成功！')
    },
    removeMany: async ({ query, ctx }) => {
      await roles.remove(actorOf(ctx), query.ids)
      return withMessage(null, '批量删除成功！')
    },
    ofDepart: ({ query, ctx }) => roles.ofDepart(ctx.user, query.departId),
    ofUser: ({ query, ctx }) => roles.ofUser(ctx.user, query.userId, query.departId),
    saveOfUser: async ({ body, ctx }) => {
      await roles.saveOfUser(actorOf(ctx), body)
      return saved()
    },
    tree: async ({ query, ctx }) => {
      const { id } = await roles.departInCharge(ctx.user, query.departId)
      return grants.tree(id)
    },
    granted: async ({ query, ctx }) => grants.granted(await roles.subjectOf(ctx.user, query.roleId)),
    saveGranted: async ({ body, ctx }) => {
      await grants.save(actorOf(ctx), await roles.subjectOf(ctx.user, body.roleId), body)
      return saved()
    },
    dataRules: async ({ params, ctx }) =>
      grants.rules(await roles.subjectOf(ctx.user, params.roleId), params.permissionId),
    saveDataRules: async ({ body, ctx }) => {
      const role = await roles.subjectOf(ctx.user, body.roleId)
      await grants.saveRules(actorOf(ctx), role, body.permissionId, body.dataRuleIds)
      return saved()
    },
  })
}
