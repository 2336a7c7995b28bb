import { MAX_PAGE_SIZE } from '@natim/contract/constants'
import type { ListQuery } from '@natim/contract/fields'
import type { RoleRow } from '@natim/contract/system/choosers'
import type { Db } from '../../platform/db/db.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { findRoles, ROLE_FIELDS, ROLE_LIST, type RoleRecord } from './role.repository.ts'

/** 角色: names and codes are no secret; what a role may do is told elsewhere. */
export function createRoleService({ db }: { readonly db: Db }) {
  return {
    /** By name, for the options of a form. */
    async all(): Promise<RoleRow[]> {
      const everything = { pageNo: 1, pageSize: MAX_PAGE_SIZE, column: 'roleName', order: 'asc' }
      return (await findRoles(db, parseListRequest(everything, ROLE_FIELDS, ROLE_LIST))).records.map(toRow)
    },

    async list(query: ListQuery, ids?: readonly string[]) {
      const request = parseListRequest(query, ROLE_FIELDS, ROLE_LIST)
      const { records, total } = await findRoles(db, request, ids)
      return toPage(records.map(toRow), total, request)
    },
  }
}

const toRow = (record: RoleRecord): RoleRow => ({
  id: record.id,
  roleName: record.roleName,
  roleCode: record.roleCode,
  description: record.description,
  createBy: record.createBy,
  createTime: toDateTimeText(record.createTime),
  updateBy: record.updateBy,
  updateTime: toDateTimeText(record.updateTime),
})
