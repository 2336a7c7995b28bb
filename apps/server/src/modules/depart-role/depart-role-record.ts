import type { DepartRoleForm, DepartRoleRow } from '@natim/contract/system/depart-role'
import { sql } from 'kysely'
import type { ListFields } from '../../platform/list/list-field.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import type { RecordSpec } from '../record/index.ts'

const FIELDS: ListFields = {
  id: { expression: sql.ref('record.id'), type: 'text' },
  departId: { expression: sql.ref('record.departId'), type: 'text' },
  roleName: { expression: sql.ref('record.roleName'), type: 'text' },
  roleCode: { expression: sql.ref('record.roleCode'), type: 'text' },
  description: { expression: sql.ref('record.description'), type: 'text' },
  createTime: { expression: sql.ref('record.createTime'), type: 'time' },
}

/** 部门角色; the name of the department is added where rows are shown. */
export const DEPART_ROLE: RecordSpec<'sysDepartRole', DepartRoleRow, DepartRoleForm> = {
  table: 'sysDepartRole',
  noun: '部门角色',
  nameOf: ({ roleName, roleCode }) => `${roleName}（${roleCode}）`,
  component: 'system/DepartUserList',
  fields: FIELDS,
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
