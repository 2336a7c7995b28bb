import type { PermissionCode } from '@natim/contract/permissions'
import { CATEGORY_ROOT } from '@natim/contract/system/category'

/** A table that may be offered as a dictionary. Names are database names. */
export interface DictSource {
  readonly table: 'sys_depart' | 'sys_role' | 'sys_user' | 'sys_position' | 'sys_category' | 'mon_station'
  /** Allowed pairs of caption and key column. */
  readonly pairs: readonly { readonly text: string; readonly key: string }[]
  /** Columns allowed in a condition or order. */
  readonly columns: Readonly<Record<string, 'text' | 'number'>>
  /** Column with the parent's key, if the rows form a tree. */
  readonly parent?: string
  /** Wire name of the root parent; null without. */
  readonly root?: string
  /** Required in addition to a session. */
  readonly permission?: PermissionCode
}

/**
 * The register of table dictionaries (security §5). A reference must match a registered pair; using one never registers
 * it. Rows are limited to the caller's tenant and scope. Columns with personal or secret data are not listed.
 */
export const DICT_SOURCES: readonly DictSource[] = [
  {
    table: 'sys_depart',
    pairs: [
      { text: 'depart_name', key: 'id' },
      { text: 'depart_name', key: 'org_code' },
    ],
    columns: {
      id: 'text',
      depart_name: 'text',
      org_code: 'text',
      org_category: 'text',
      org_type: 'text',
      parent_id: 'text',
      depart_order: 'number',
    },
    parent: 'parent_id',
  },
  {
    table: 'sys_role',
    pairs: [
      { text: 'role_name', key: 'id' },
      { text: 'role_name', key: 'role_code' },
    ],
    columns: { id: 'text', role_name: 'text', role_code: 'text' },
  },
  {
    table: 'sys_user',
    pairs: [
      { text: 'realname', key: 'username' },
      { text: 'realname', key: 'id' },
    ],
    columns: { id: 'text', username: 'text', realname: 'text', org_code: 'text' },
  },
  {
    table: 'sys_position',
    pairs: [
      { text: 'name', key: 'code' },
      { text: 'name', key: 'id' },
    ],
    columns: { id: 'text', code: 'text', name: 'text', post_rank: 'text' },
  },
  {
    table: 'sys_category',
    pairs: [
      { text: 'name', key: 'id' },
      { text: 'name', key: 'code' },
    ],
    columns: { id: 'text', code: 'text', name: 'text', pid: 'text' },
    parent: 'pid',
    root: CATEGORY_ROOT,
  },
  {
    table: 'mon_station',
    pairs: [
      { text: 'name', key: 'id' },
      { text: 'name', key: 'code' },
    ],
    columns: { id: 'text', code: 'text', name: 'text', station_type: 'text', status: 'text', region_code: 'text' },
    permission: 'mon:station:view',
  },
]
