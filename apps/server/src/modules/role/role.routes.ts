import { MAX_PAGE_SIZE } from '@natim/contract/constants'
import { roleChoiceEndpoints, roleGrantEndpoints } from '@natim/contract/system/role'
import { role } from '@natim/contract/system/role.resource'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { loadGrantTree } from '../permission/index.ts'
import { type Module, resourceHandlers } from '../resource/index.ts'
import { createGrantService } from './grant.service.ts'
import { findIdsByCode } from './role.repository.ts'
import { createRoleImport, createRoles } from './role.resource.ts'

const EVERYTHING = { pageNo: 1, pageSize: MAX_PAGE_SIZE, column: 'roleName', order: 'asc' } as const

interface RoleDeps {
  readonly db: Db
  readonly bus: Bus
}

function registerRoles(app: FastifyInstance, { db, bus }: RoleDeps): void {
  const roles = createRoles(db, bus)
  implement(app, role.endpoints, resourceHandlers(db, role, roles))
  implement(app, roleChoiceEndpoints, {
    all: async ({ ctx }) => (await roles.list(ctx.user, EVERYTHING)).records,
    checkCode: async ({ query }) => {
      const ids = await findIdsByCode(db, query.roleCode)
      if (ids.some((id) => id !== query.id)) throw new AppError('role.code_in_use')
      return true as const
    },
  })
  const grants = createGrantService({ db, bus })
  implement(app, roleGrantEndpoints, {
    tree: () => loadGrantTree(db),
    granted: ({ query }) => grants.granted(query.roleId),
    save: async ({ body, ctx }) => {
      await grants.save(actorOf(ctx), body)
      return withMessage(null, '保存成功！')
    },
    rules: ({ params }) => grants.rules(params.permissionId, params.roleId),
    saveRules: async ({ body, ctx }) => {
      await grants.saveRules(actorOf(ctx), body)
      return withMessage(null, '保存成功！')
    },
  })
}

export const roleModule: Module<RoleDeps> = {
  routes: registerRoles,
  sheets: ({ db, bus }) => [createRoleImport(db, bus)],
}
