import { z } from 'zod'
import { codeText, requiredText, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps } from '../resource/field.ts'

/** 职务 (contract/20 §6): assigned to users by code, and offered by the picker. */
export const position = defineResource({
  base: '/sys/position',
  code: 'system:position',
  listAccess: 'signedIn',
  title: '职务管理',
  entityLabel: '职务',
  measureWord: '个',
  view: 'system/SysPositionList',
  knownBy: ['name', 'code'],
  exports: ['code', 'name', 'postRank', 'createTime'],
  imports: { columns: ['code', 'name', 'postRank'], key: 'code' },
  bulkEdit: true,
  fields: {
    code: field(codeText(64), {
      label: '职务编码',
      search: 'like',
      query: true,
      width: 180,
      isSortable: true,
      isImmutable: true,
      unique: 'position.code_in_use',
      hint: '字母、数字、下划线和短横线，最多 64 位',
      example: 'shift_leader',
    }),
    name: field(requiredText(100), {
      label: '职务名称',
      search: 'like',
      query: true,
      width: 220,
      isSortable: true,
      example: '值班班长',
    }),
    postRank: field(text(10).nullish(), {
      label: '职级',
      dictionary: 'position_rank',
      search: 'eq',
      query: true,
      width: 120,
      isSortable: true,
      isBulk: true,
      hint: '职级名称，如 中级',
      example: '中级',
    }),
    /** The rank's label under the name the picker reads (spec §3). */
    rank_dictText: readOnly(z.string(), { type: 'none' }),
    companyId: readOnly(z.string().nullable()),
    sysOrgCode: readOnly(z.string().nullable()),
    ...stamps(),
  },
})
export type PositionRow = RowOf<typeof position>
