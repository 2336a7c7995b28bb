import { departRoleEndpoints, departRoleForm } from '@natim/contract/system/depart-role'
import * as R from '@/resource/index.ts'

/** 部门角色 of one department, which its editor adds to the form. */
export const departRole = R.defineResource({
  title: '部门角色',
  entityLabel: '部门角色',
  measureWord: '个',
  endpoints: departRoleEndpoints,
  form: departRoleForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    roleName: { label: '角色名称' },
    roleCode: { label: '角色编码', help: '保存后不能修改', refusals: ['depart_role.code_in_use'] },
    description: { label: '描述', isWide: true },
  },
})
