import { MAX_PAGE_SIZE } from '@natim/contract/constants'
import { type RoleRow, roleEndpoints, roleGrantEndpoints } from '@natim/contract/system/role'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { loadGrantTree } from '../permission/index.ts'
import { recordHandlers } from '../record/index.ts'
import { createGrantService } from './grant.service.ts'
import { findIdsByCode } from './role.repository.ts'
import { createRoles } from './role.ts'

const COLUMNS: readonly SheetColumn<RoleRow>[] = [
  { title: '角色名称', value: (row) => row.roleName },
  { title: '角色编码', value: (row) => row.roleCode },
  { title: '描述', value: (row) => row.description },
  { title: '创建时间', value: (row) => row.createTime },
]
const EVERYTHING = { pageNo: 1, pageSize: MAX_PAGE_SIZE, column: 'roleName', order: 'asc' } as const

export function registerRoleRoutes(app: FastifyInstance, { db, bus }: { readonly db: Db; readonly bus: Bus }): void {
  const roles = createRoles(db, bus)
  implement(app, roleEndpoints, {
    ...recordHandlers(db, roles, { title: '角色列表', columns: COLUMNS }),
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
