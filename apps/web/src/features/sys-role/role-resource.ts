import { role } from '@natim/contract/system/role.resource'
import { roleMemberEndpoints, userAdminEndpoints, userForm } from '@natim/contract/system/user'
import * as R from '@/resource/index.ts'

/** 角色 (SY-25). */
export const roles = R.fromContract(role)

/** Required fields of a new account; the rest is filled in at 用户管理. */
export const newMember = R.defineResource({
  title: '用户',
  entityLabel: '用户',
  measureWord: '人',
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
