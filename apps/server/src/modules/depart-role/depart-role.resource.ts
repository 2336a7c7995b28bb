import type { DepartRoleForm, DepartRoleRow } from '@natim/contract/system/depart-role'
import { toDateTimeText } from '../../platform/wire.ts'
import type { ResourceSpec } from '../resource/index.ts'
import { DEPART_ROLE_FIELDS } from './depart-role.repository.ts'

/** 部门角色; the department's name is added when rows are displayed. */
export const DEPART_ROLE: ResourceSpec<'sysDepartRole', DepartRoleRow, DepartRoleForm> = {
  table: 'sysDepartRole',
  entityLabel: '部门角色',
  nameOf: ({ roleName, roleCode }) => `${roleName}（${roleCode}）`,
  component: 'system/DepartUserList',
  fields: DEPART_ROLE_FIELDS,
  dictionaries: [],
  immutable: ['departId', 'roleCode'],
  conflicts: { sys_depart_role_role_code_key: 'depart_role.code_in_use' },
  toRow: (record) => ({
    ...record,
    departId_dictText: record.departId,
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
}
