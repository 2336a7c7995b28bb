import { userImportEndpoints } from '@natim/contract/system/import'
import { userEndpoints } from '@natim/contract/system/pickers'
import { USER_RESTORED, userAdminEndpoints, userForm } from '@natim/contract/system/user'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'
import { UserFace } from './user-face.tsx'
import {
  avatarWidget,
  chargeWidget,
  departsWidget,
  positionsWidget,
  regionsWidget,
  rolesWidget,
  sexWidget,
  tenantsWidget,
} from './user-widgets.tsx'

const IDENTITIES = { 1: '普通用户', 2: '上级' } as const

/** 用户: console accounts and their owners. */
export const user = R.defineResource({
  title: '用户管理',
  entityLabel: '用户',
  measureWord: '个',
  endpoints: {
    list: userEndpoints.list,
    exportXls: userEndpoints.exportXls,
    create: userAdminEndpoints.create,
    update: userAdminEndpoints.update,
    remove: userAdminEndpoints.remove,
    removeMany: userAdminEndpoints.removeMany,
    actMany: userAdminEndpoints.freeze,
    history: userAdminEndpoints.history,
    restore: userAdminEndpoints.restore,
  },
  imports: userImportEndpoints,
  restored: USER_RESTORED,
  form: userForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    username: {
      label: '用户账号',
      search: 'like',
      query: true,
      width: 140,
      isSortable: true,
      help: '4-18 位字母、数字或下划线，保存后不能修改',
      refusals: ['account.username_in_use'],
    },
    password: { label: '登录密码', refusals: ['password.refused'] },
    realname: { label: '用户姓名', search: 'like', query: true, width: 120, isSortable: true },
    avatar: { label: '头像', width: 64, widget: avatarWidget, isWide: true, render: (row) => <UserFace row={row} /> },
    sex: { label: '性别', search: 'eq', query: true, width: 64, widget: sexWidget },
    birthday: { label: '生日', width: 110, isSortable: true, shown: 'wide', widget: R.dateWidget },
    phone: { label: '手机号', search: 'like', query: true, width: 130, refusals: ['account.phone_in_use'] },
    roleNames: { label: '角色', width: 150, render: ({ roleNames }) => roleNames?.replaceAll(',', '、') ?? '' },
    orgCodeTxt: { label: '部门', width: 200 },
    lastLoginTime: { label: '最近登录', width: 150 },
    departIds: {
      label: '负责部门',
      width: 140,
      shown: 'wide',
      widget: chargeWidget,
      help: '从该用户的所属部门中选择',
    },
    status: {
      label: '状态',
      search: 'eq',
      query: true,
      width: 80,
      widget: R.dictWidget('user_status'),
      render: ({ status, status_dictText }) => <Tag tone={status === 1 ? 'success' : 'warning'}>{status_dictText}</Tag>,
    },
    workNo: { label: '工号', width: 110, shown: 'chosen', refusals: ['account.work_no_in_use'] },
    post: { label: '职务', width: 140, shown: 'chosen', widget: positionsWidget },
    selectedroles: { label: '角色', widget: rolesWidget },
    selecteddeparts: {
      label: '所属部门',
      widget: departsWidget,
      refusals: ['user.depart_unknown', 'user.scope_beyond'],
    },
    relTenantIds: { label: '租户', widget: tenantsWidget, refusals: ['user.tenant_unknown'] },
    userIdentity: { label: '身份', widget: R.numberChoiceWidget(IDENTITIES) },
    regionPrefixes: {
      label: '数据区域',
      widget: regionsWidget,
      help: '在本部门及下级部门的数据中可以看到的行政区；不填则只看本部门的数据，不含下级',
    },
    email: { label: '电子邮件', width: 180, shown: 'chosen', refusals: ['account.email_in_use'] },
    telephone: { label: '座机', width: 120, shown: 'chosen' },
    createTime: { label: '创建时间', width: 160, isSortable: true, shown: 'chosen' },
  },
})
