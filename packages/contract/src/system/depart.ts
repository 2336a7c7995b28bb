import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { exportEndpoint } from '../export.ts'
import { idList, listQuery, optionalId, requiredText, rowId, text } from '../fields.ts'
import { patchOf } from '../patch.ts'
import { rowUse, versionEndpoints } from '../resource/crud-endpoints.ts'
import { departNode } from './pickers.ts'

/** security §5 */
export const MAX_DEPART_DEPTH = 20

/** The form of a department (contract/20 §5). Its code is derived from its position in the tree. */
export const departForm = z.object({
  id: optionalId,
  departName: requiredText(100),
  /** Empty = top level. */
  parentId: optionalId,
  departNameEn: text(200).nullish(),
  /** Dictionary org_category. */
  orgCategory: z.enum(['1', '2', '3'], '请选择机构类型').default('2'),
  departOrder: z.coerce.number().int('应为整数').min(0, '不能小于 0').max(1_000_000, '序号过大').default(0),
  description: text(500).nullish(),
  mobile: text(32).nullish(),
  fax: text(32).nullish(),
  address: text(100).nullish(),
  memo: text(500).nullish(),
  /** Dictionary depart_status. */
  status: z.enum(['0', '1']).default('1'),
  /** Heads of the department, comma list of user ids; empty = none. */
  directorUserIds: text(20_000).nullish(),
  /** The heads as the client loaded them: concurrently added ones stay. */
  oldDirectorUserIds: text(20_000).nullish(),
})
export type DepartForm = z.output<typeof departForm>

const nullableText = z.string().nullable()

/** A department in a flat list. */
export const departRow = z.object({
  id: z.string(),
  parentId: nullableText,
  departName: z.string(),
  departNameEn: nullableText,
  departOrder: z.number(),
  description: nullableText,
  orgCategory: z.string(),
  orgCategory_dictText: z.string(),
  orgType: nullableText,
  orgCode: z.string(),
  mobile: nullableText,
  fax: nullableText,
  address: nullableText,
  memo: nullableText,
  status: z.string(),
  createBy: nullableText,
  createTime: nullableText,
  updateBy: nullableText,
  updateTime: nullableText,
})
export type DepartRow = z.output<typeof departRow>

const oneId = z.object({ id: rowId })
const created = z.object({ id: z.string() })

/** Fields restored from a version. The position is changed by {@link departEndpoints.move}, the heads by the form. */
export const DEPART_RESTORED = [
  'departName',
  'departNameEn',
  'orgCategory',
  'departOrder',
  'description',
  'mobile',
  'fax',
  'address',
  'memo',
  'status',
] as const satisfies readonly (keyof DepartForm)[]

export const departEndpoints = {
  ...versionEndpoints('/sys/sysDepart', { list: 'system:depart:list', edit: 'system:depart:edit' }),
  ...defineEndpoints({
    list: {
      method: 'GET',
      path: '/sys/sysDepart/list',
      access: 'system:depart:list',
      query: listQuery,
      result: page(departRow),
    },
    get: {
      method: 'GET',
      path: '/sys/sysDepart/queryById',
      access: 'system:depart:list',
      query: oneId,
      result: departNode,
    },
    create: {
      method: 'POST',
      path: '/sys/sysDepart/add',
      access: 'system:depart:add',
      body: departForm,
      result: created,
    },
    /** Position and code are ignored: see {@link departEndpoints.move}. */
    update: {
      method: ['PUT', 'POST'],
      path: '/sys/sysDepart/edit',
      access: 'system:depart:edit',
      body: patchOf(departForm),
      result: z.null(),
    },
    /** Moves a department with its subtree below another one, or to the top level; all their codes change. */
    move: {
      method: 'PUT',
      path: '/sys/sysDepart/move',
      access: 'system:depart:edit',
      body: z.object({ id: rowId, parentId: optionalId }),
      result: z.object({ orgCode: z.string() }),
    },
    remove: {
      method: 'DELETE',
      path: '/sys/sysDepart/delete',
      access: 'system:depart:delete',
      query: oneId,
      result: z.null(),
    },
    removeMany: {
      method: 'DELETE',
      path: '/sys/sysDepart/deleteBatch',
      access: 'system:depart:delete',
      query: z.object({ ids: idList }),
      result: z.null(),
    },
    /** What would be deleted or prevents deletion: lower departments, members, stations, devices. */
    uses: {
      method: 'GET',
      path: '/sys/sysDepart/uses',
      access: 'system:depart:delete',
      query: z.object({ ids: idList }),
      result: z.array(rowUse),
    },
    exportXls: exportEndpoint('/sys/sysDepart/exportXls', 'system:depart:export'),
    /**
     * Departments the user is in charge of, with lower ones. The message is the user's identity: `1` is in charge of
     * none and gets null, `2` gets a tree.
     */
    mine: {
      method: 'GET',
      path: '/sys/sysDepart/queryMyDeptTreeList',
      access: 'system:myDepart:manage',
      result: z.array(departNode).nullable(),
    },
  }),
}
