import type { DepartNode, UserRow } from '@natim/contract/system/pickers'
import { type RoleRow } from '@natim/contract/system/role.resource'

/** A user to choose. */
export const buildUser = (username: string, overrides: Partial<UserRow> = {}): UserRow => ({
  id: `id-${username}`,
  username,
  realname: `姓名${username}`,
  avatar: null,
  birthday: '1990-01-01',
  sex: 1,
  sex_dictText: '男',
  phone: '13800001234',
  email: null,
  telephone: null,
  workNo: null,
  post: null,
  post_dictText: '',
  orgCode: 'A01',
  orgCodeTxt: '值班一处',
  departIds: null,
  departIds_dictText: '',
  userIdentity: 1,
  status: 1,
  status_dictText: '正常',
  createBy: null,
  createTime: null,
  updateBy: null,
  updateTime: null,
  ...overrides,
})

export const buildRole = (id: string, overrides: Partial<RoleRow> = {}): RoleRow => ({
  id,
  roleName: `角色${id}`,
  roleCode: `code_${id}`,
  description: null,
  createBy: null,
  createTime: null,
  updateBy: null,
  updateTime: null,
  ...overrides,
})

/** A department with its children. */
export const buildDepart = (id: string, departName: string, children: DepartNode[] | null = null): DepartNode => ({
  id,
  key: id,
  value: id,
  title: departName,
  parentId: null,
  pid: null,
  departName,
  departNameEn: null,
  departOrder: 0,
  description: null,
  orgCategory: '1',
  orgType: '1',
  orgCode: `org-${id}`,
  mobile: null,
  fax: null,
  address: null,
  memo: null,
  status: '1',
  directorUserIds: null,
  isLeaf: children === null,
  children,
})
