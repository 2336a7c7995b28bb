import { requiredText, text } from '../fields.ts'
import { rowRefusals } from '../resource/crud-endpoints.ts'
import { defineResource, type FormOf, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps } from '../resource/field.ts'

/**
 * 角色 (contract/20 §2, SY-25). Names and codes are not confidential: pickers show them; the permissions of a role are
 * visible to users who grant.
 */
export const role = defineResource({
  base: '/sys/role',
  code: 'system:role',
  listAccess: 'signedIn',
  title: '角色管理',
  entityLabel: '角色',
  measureWord: '个',
  view: 'system/RoleUserList',
  knownBy: ['roleName', 'roleCode'],
  exports: ['roleName', 'roleCode', 'description', 'createTime'],
  imports: { columns: ['roleName', 'roleCode', 'description'], key: 'roleCode' },
  fields: {
    roleName: field(requiredText(30).min(2, '长度为 2 到 30 个字符'), {
      label: '角色名称',
      search: 'like',
      query: true,
      width: 150,
      isSortable: true,
      hint: '2 到 30 个字符',
      example: '化工园区值班员',
    }),
    /** Immutable: configuration and role lists refer to it. */
    roleCode: field(requiredText(64).regex(/^[^\s,*!]*$/u, '不能包含空格、逗号、* 和 !'), {
      label: '角色编码',
      search: 'like',
      query: true,
      width: 150,
      isSortable: true,
      isImmutable: true,
      unique: 'role.code_in_use',
      hint: '最多 64 位，不能重复',
      example: 'park_duty',
    }),
    description: field(text(126).nullish(), {
      label: '备注',
      sheetLabel: '描述',
      aliases: ['备注'],
      query: true,
      width: 180,
      isWide: true,
      rows: 3,
      example: '只看本园区的设备与报警',
    }),
    /** For `update`, `remove` and `grant`; in lists only. */
    refusals: readOnly(rowRefusals, { type: 'none' }),
    ...stamps({ createBy: 'chosen' }),
  },
})
export type RoleRow = RowOf<typeof role>
export type RoleForm = FormOf<typeof role>
