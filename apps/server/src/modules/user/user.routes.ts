import { type UserRow, userEndpoints } from '@natim/contract/system/pickers'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement } from '../../platform/http/implement.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { createUserService } from './user.service.ts'

const COLUMNS: readonly SheetColumn<UserRow>[] = [
  { title: '用户账号', value: (row) => row.username },
  { title: '用户姓名', value: (row) => row.realname },
  { title: '工号', value: (row) => row.workNo },
  { title: '部门', value: (row) => row.orgCodeTxt },
  { title: '职务', value: (row) => row.post_dictText },
  { title: '角色', value: (row) => row.roleNames },
  { title: '最近登录', value: (row) => row.lastLoginTime },
  { title: '性别', value: (row) => row.sex_dictText },
  { title: '生日', value: (row) => row.birthday },
  { title: '手机号', value: (row) => row.phone },
  { title: '电子邮件', value: (row) => row.email },
  { title: '状态', value: (row) => row.status_dictText },
  { title: '创建时间', value: (row) => row.createTime },
]

export function registerUserRoutes(app: FastifyInstance, deps: { readonly db: Db }): void {
  const users = createUserService(deps)
  implement(app, userEndpoints, {
    list: ({ query, ctx }) => users.list(ctx.user, query),
    componentData: ({ query, ctx }) => users.componentData(ctx.user, query),
    ofDepart: ({ query, ctx }) => users.ofDepart(ctx.user, query),
    multi: ({ query, ctx }) => users.byKeys(ctx.user, query),
    exportXls: ({ query, body, ctx }) =>
      exportXlsx(
        {
          db: deps.db,
          title: '用户列表',
          columns: COLUMNS,
          readPage: (asked, ids) => users.list(ctx.user, userEndpoints.list.query.parse(asked), ids),
        },
        { query, body },
        ctx,
      ),
  })
}
