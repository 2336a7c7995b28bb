import { roleImportEndpoints } from '@natim/contract/system/import'
import { roleEndpoints, roleForm } from '@natim/contract/system/role'
import { roleMemberEndpoints, userAdminEndpoints, userForm } from '@natim/contract/system/user'
import * as R from '@/resource/index.ts'

/** 角色 (SY-25). */
export const role = R.defineResource({
  title: '角色管理',
  noun: '角色',
  counter: '个',
  endpoints: roleEndpoints,
  imports: roleImportEndpoints,
  form: roleForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    roleName: { label: '角色名称', search: 'like', query: true, width: 150, isSortable: true },
    roleCode: {
      label: '角色编码',
      search: 'like',
      query: true,
      width: 150,
      isSortable: true,
      help: '保存后不能修改',
      refusals: ['role.code_in_use'],
    },
    description: { label: '备注', width: 180, query: true, isWide: true, widget: R.textAreaWidget(3) },
    createTime: { label: '创建时间', query: { type: 'datetime' }, width: 160, isSortable: true },
    updateTime: { label: '更新时间', width: 160, isSortable: true, shown: 'wide' },
  },
})

/** What a new account needs; the rest is filled in at 用户管理. */
export const newMember = R.defineResource({
  title: '用户',
  noun: '用户',
  counter: '人',
  endpoints: { list: roleMemberEndpoints.list, create: userAdminEndpoints.create },
  form: userForm.pick({ username: true, realname: true, phone: true, workNo: true }),
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    username: { label: '用户账号', refusals: ['account.username_in_use'] },
    realname: { label: '用户姓名' },
    phone: { label: '手机号码', refusals: ['account.phone_in_use'] },
    workNo: { label: '工号' },
  },
})
