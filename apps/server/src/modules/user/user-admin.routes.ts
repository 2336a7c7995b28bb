import { randomBytes } from 'node:crypto'
import { initialPasswordEndpoints } from '@natim/contract/system/import'
import {
  addressEndpoints,
  delegateEndpoints,
  departMemberEndpoints,
  roleMemberEndpoints,
  USER_RESTORED,
  userAdminEndpoints,
  userBinEndpoints,
} from '@natim/contract/system/user'
import type { FastifyInstance } from 'fastify'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { XLSX_CONTENT_TYPE } from '../../platform/xlsx.ts'
import type { AssertAvatar } from '../files/index.ts'
import { editToVersion } from '../resource/index.ts'
import { listAddresses } from './address.service.ts'
import { createDelegates } from './delegate.service.ts'
import { createFirstPasswords } from './first-passwords.ts'
import { createMembership } from './membership.service.ts'
import { createUserAdmin, type UserAdminDeps } from './user-admin.service.ts'
import { createUserBin } from './user-bin.service.ts'
import { findLinks, findLiveDeparts, isInBin } from './user-write.repository.ts'

interface UserAdminRouteDeps extends UserAdminDeps {
  readonly assertAvatar: AssertAvatar
}

/** Routes for administering users; picker lists are in user.routes.ts. */
export function registerUserAdminRoutes(app: FastifyInstance, deps: UserAdminRouteDeps): void {
  registerAccounts(app, deps)
  registerFirstPasswords(app, deps)
  registerBin(app, deps)
  registerMembers(app, deps)
  registerColleagues(app, deps)
}

function registerAccounts(app: FastifyInstance, deps: UserAdminRouteDeps): void {
  const { db, users, assertAvatar } = deps
  const admin = createUserAdmin(deps)
  const bin = createUserBin(deps)
  implement(app, userAdminEndpoints, {
    create: async ({ body, ctx }) => {
      await assertAvatar(ctx.user, body.avatar)
      return withMessage(await admin.create(actorOf(ctx), body), '添加成功！')
    },
    update: async ({ body, ctx }) => {
      await assertAvatar(ctx.user, body.avatar, body.id)
      await admin.update(actorOf(ctx), body)
      return withMessage(null, '修改成功！')
    },
    remove: async ({ query, ctx }) => {
      await admin.remove(actorOf(ctx), [query.id])
      return withMessage(null, '删除用户成功')
    },
    removeMany: async ({ query, ctx }) => {
      await admin.remove(actorOf(ctx), query.ids)
      return withMessage(null, '批量删除用户成功')
    },
    freeze: async ({ body, ctx }) => {
      await admin.freeze(actorOf(ctx), body.ids, body.status)
      return withMessage(null, body.status === 2 ? '冻结成功！' : '解冻成功！')
    },
    get: ({ query, ctx }) => admin.get(ctx.user, query.id),
    byIds: ({ query, ctx }) => users.byIds(ctx.user, query.userIds),
    history: ({ query, ctx }) => users.history(ctx.user, query.id),
    restore: async ({ body, ctx }) => {
      if (body.version === undefined && (await isInBin(db, body.id))) {
        await bin.restore(actorOf(ctx), [body.id])
        return withMessage(null, '恢复成功！')
      }
      const versions = await users.history(ctx.user, body.id)
      const patch = userAdminEndpoints.update.body
      await admin.update(actorOf(ctx), editToVersion(versions, body, { keys: USER_RESTORED, patch }))
      return withMessage(null, '恢复成功！')
    },
    roleIds: async ({ query, ctx }) => {
      const { id } = await users.one(ctx.user, query.userid)
      return [...((await findLinks(db, [id])).get(id)?.roles ?? [])]
    },
    departChoices: async ({ query, ctx }) => {
      const { id } = await users.one(ctx.user, query.userId)
      const departs = await findLiveDeparts(db, (await findLinks(db, [id])).get(id)?.departs ?? [])
      return departs.map((depart) => ({ key: depart.id, value: depart.id, title: depart.departName }))
    },
    newId: () => randomBytes(16).toString('hex'),
    resetPassword: async ({ body, ctx }) =>
      withMessage(await admin.resetPassword(actorOf(ctx), body), '密码修改成功！'),
  })
}

function registerFirstPasswords(app: FastifyInstance, deps: UserAdminDeps): void {
  const passwords = createFirstPasswords(deps)
  implement(app, initialPasswordEndpoints, {
    take: async ({ body, ctx }) => {
      const sheet = await passwords.take(actorOf(ctx), body.id)
      return ctx.reply
        .type(XLSX_CONTENT_TYPE)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent('初始密码.xlsx')}`)
        .send(sheet)
    },
  })
}

function registerBin(app: FastifyInstance, deps: UserAdminDeps): void {
  const bin = createUserBin(deps)
  implement(app, userBinEndpoints, {
    list: ({ ctx }) => deps.users.deleted(ctx.user),
    restore: async ({ body, ctx }) => {
      await bin.restore(actorOf(ctx), body.userIds)
      return withMessage(null, '还原成功')
    },
    purge: async ({ query, ctx }) => {
      await bin.purge(actorOf(ctx), query.userIds)
      return withMessage(null, '删除成功')
    },
  })
}

function registerMembers(app: FastifyInstance, deps: UserAdminDeps): void {
  const { users } = deps
  const membership = createMembership(deps)
  implement(app, roleMemberEndpoints, {
    list: ({ query, ctx }) => users.roleMembers(ctx.user, query),
    add: async ({ body, ctx }) => {
      await membership.addToRole(actorOf(ctx), body.roleId, body.userIdList)
      return withMessage(null, '添加成功！')
    },
    remove: async ({ query, ctx }) => {
      await membership.removeFromRole(actorOf(ctx), query.roleId, [query.userId])
      return withMessage(null, '删除成功！')
    },
    removeMany: async ({ query, ctx }) => {
      await membership.removeFromRole(actorOf(ctx), query.roleId, query.userIds)
      return withMessage(null, '删除成功！')
    },
  })
  implement(app, departMemberEndpoints, {
    list: async ({ query: { depId, ...query }, ctx }) => {
      if (depId !== '') return users.departMembers(ctx.user, [depId], query)
      const inCharge = await membership.inCharge(ctx.user)
      return inCharge.length > 0 ? users.departMembers(ctx.user, inCharge, query) : null
    },
    add: async ({ body, ctx }) => {
      await membership.addToDepart(actorOf(ctx), body.depId, body.userIdList)
      return withMessage(null, '添加成功！')
    },
    remove: async ({ query, ctx }) => {
      await membership.removeFromDepart(actorOf(ctx), query.depId, [query.userId])
      return withMessage(null, '删除成功！')
    },
    removeMany: async ({ query, ctx }) => {
      await membership.removeFromDepart(actorOf(ctx), query.depId, query.userIds)
      return withMessage(null, '删除成功！')
    },
  })
}

function registerColleagues(app: FastifyInstance, deps: UserAdminDeps): void {
  const { db } = deps
  implement(app, addressEndpoints, {
    list: ({ query, ctx }) => listAddresses(db, ctx.user, query),
    listWithIds: async ({ query, ctx }) => {
      const found = await listAddresses(db, ctx.user, query)
      return { ...found, records: found.records.map((row) => ({ id: row.userId, ...row })) }
    },
  })
  const delegates = createDelegates(deps)
  implement(app, delegateEndpoints, {
    get: ({ query, ctx }) => delegates.get(ctx.user, query.userName),
    create: async ({ body, ctx }) => {
      await delegates.create(actorOf(ctx), body)
      return withMessage(null, '添加成功！')
    },
    update: async ({ body, ctx }) => {
      await delegates.update(actorOf(ctx), body)
      return withMessage(null, '修改成功！')
    },
  })
}
