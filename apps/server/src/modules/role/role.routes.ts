import { type RoleRow, roleEndpoints } from '@natim/contract/system/choosers'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement } from '../../platform/http/implement.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { createRoleService } from './role.service.ts'

const COLUMNS: readonly SheetColumn<RoleRow>[] = [
  { title: '角色名称', value: (row) => row.roleName },
  { title: '角色编码', value: (row) => row.roleCode },
  { title: '描述', value: (row) => row.description },
  { title: '创建时间', value: (row) => row.createTime },
]

export function registerRoleRoutes(app: FastifyInstance, deps: { readonly db: Db }): void {
  const roles = createRoleService(deps)
  implement(app, roleEndpoints, {
    all: () => roles.all(),
    list: ({ query }) => roles.list(query),
    exportXls: ({ query, body, ctx }) =>
      exportXlsx({ db: deps.db, title: '角色列表', columns: COLUMNS, readPage: roles.list }, { query, body }, ctx),
  })
}
