import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { idList, listQuery, optionalId, requiredText, rowId, text } from '../fields.ts'
import { patchOf } from '../patch.ts'
import { dataRuleRow, grantTree } from './permission.ts'

const nullableText = z.string().nullable()

/** Comma-separated ids in a body; empty parts are dropped. */
const ids = text(60_000)
  .nullish()
  .transform((value) => [...new Set((value ?? '').split(',').filter((part) => part !== ''))])
  .pipe(z.array(rowId).max(2_000))

/** The rules of a menu, with the ticked ones as a comma list. */
const dataRules = z.object({ datarule: z.array(dataRuleRow), drChecked: z.string().optional() })

/** Permissions a department may use at all: the limit for roles its heads assign. */
export const departPermissionEndpoints = defineEndpoints({
  granted: {
    method: 'GET',
    path: '/sys/permission/queryDepartPermission',
    access: 'system:depart:permission',
    query: z.object({ departId: rowId }),
    result: z.array(z.string()),
  },
  /**
   * Applies the difference to `lastpermissionIds`; permissions taken from a department are removed from its roles as
   * well.
   */
  save: {
    method: 'POST',
    path: '/sys/permission/saveDepartPermission',
    access: 'system:depart:permission',
    body: z.object({ departId: rowId, permissionIds: ids, lastpermissionIds: ids }),
    result: z.null(),
  },
  /** Every menu and permission, for the tree of {@link departPermissionEndpoints.save}. */
  tree: {
    method: 'GET',
    path: '/sys/sysDepartPermission/queryTreeList',
    access: 'system:depart:permission',
    result: grantTree,
  },
  dataRules: {
    method: 'GET',
    path: '/sys/sysDepartPermission/datarule/:permissionId/:departId',
    access: 'system:depart:permission',
    params: z.object({ permissionId: rowId, departId: rowId }),
    result: dataRules,
  },
  saveDataRules: {
    method: 'POST',
    path: '/sys/sysDepartPermission/datarule',
    access: 'system:depart:permission',
    body: z.object({ permissionId: rowId, departId: rowId, dataRuleIds: ids }),
    result: z.null(),
  },
})

export const departRoleRow = z.object({
  id: z.string(),
  departId: z.string(),
  departId_dictText: z.string(),
  roleName: z.string(),
  roleCode: z.string(),
  description: nullableText,
  createBy: nullableText,
  createTime: nullableText,
  updateBy: nullableText,
  updateTime: nullableText,
})
export type DepartRoleRow = z.output<typeof departRoleRow>

/** 部门角色 (contract/20 §5.1). Department and code are immutable. */
export const departRoleForm = z.object({
  id: optionalId,
  departId: rowId,
  roleName: requiredText(30),
  roleCode: requiredText(64).regex(/^[A-Za-z0-9_-]+$/, '只能包含字母、数字、下划线和短横线'),
  description: text(126).nullish(),
})
export type DepartRoleForm = z.output<typeof departRoleForm>

const oneId = z.object({ id: rowId })
const MANAGE = 'system:myDepart:manage'

/** Roles within the departments the caller is in charge of (spec: 我的部门). */
export const departRoleEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/sys/sysDepartRole/list',
    access: MANAGE,
    query: listQuery.extend({ deptId: text(64).optional() }),
    result: page(departRoleRow),
  },
  create: {
    method: 'POST',
    path: '/sys/sysDepartRole/add',
    access: MANAGE,
    body: departRoleForm,
    result: z.object({ id: z.string() }),
  },
  update: {
    method: ['PUT', 'POST'],
    path: '/sys/sysDepartRole/edit',
    access: MANAGE,
    body: patchOf(departRoleForm),
    result: z.null(),
  },
  remove: { method: 'DELETE', path: '/sys/sysDepartRole/delete', access: MANAGE, query: oneId, result: z.null() },
  removeMany: {
    method: 'DELETE',
    path: '/sys/sysDepartRole/deleteBatch',
    access: MANAGE,
    query: z.object({ ids: idList }),
    result: z.null(),
  },
  /** Roles assignable to members of the department. */
  ofDepart: {
    method: 'GET',
    path: '/sys/sysDepartRole/getDeptRoleList',
    access: MANAGE,
    query: z.object({ departId: rowId, userId: text(64).optional() }),
    result: z.array(departRoleRow),
  },
  /** Roles among them held by a user; never null. */
  ofUser: {
    method: 'GET',
    path: '/sys/sysDepartRole/getDeptRoleByUserId',
    access: MANAGE,
    query: z.object({ userId: rowId, departId: rowId }),
    result: z.array(z.object({ id: z.string(), userId: z.string(), droleId: z.string() })),
  },
  saveOfUser: {
    method: 'POST',
    path: '/sys/sysDepartRole/deptRoleUserAdd',
    access: MANAGE,
    body: z.object({ userId: rowId, newRoleId: ids, oldRoleId: ids }),
    result: z.null(),
  },
  /** Tree of the permissions assignable to a role of the department: those of the department. */
  tree: {
    method: 'GET',
    path: '/sys/sysDepartPermission/queryTreeListForDeptRole',
    access: MANAGE,
    query: z.object({ departId: rowId }),
    result: grantTree,
  },
  granted: {
    method: 'GET',
    path: '/sys/sysDepartPermission/queryDeptRolePermission',
    access: MANAGE,
    query: z.object({ roleId: rowId }),
    result: z.array(z.string()),
  },
  saveGranted: {
    method: 'POST',
    path: '/sys/sysDepartPermission/saveDeptRolePermission',
    access: MANAGE,
    body: z.object({ roleId: rowId, permissionIds: ids, lastpermissionIds: ids }),
    result: z.null(),
  },
  /** Data rules of a menu that were granted to the department. */
  dataRules: {
    method: 'GET',
    path: '/sys/sysDepartRole/datarule/:permissionId/:departId/:roleId',
    access: MANAGE,
    params: z.object({ permissionId: rowId, departId: rowId, roleId: rowId }),
    result: dataRules,
  },
  saveDataRules: {
    method: 'POST',
    path: '/sys/sysDepartRole/datarule',
    access: MANAGE,
    body: z.object({ permissionId: rowId, roleId: rowId, dataRuleIds: ids }),
    result: z.null(),
  },
})
