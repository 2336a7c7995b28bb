import type { PermissionCode } from '@natim/contract/permissions'
import { CATEGORY_ROOT } from '@natim/contract/system/category'

/** A table whose rows may be offered as a dictionary. Names are those of the database. */
export interface DictSource {
  readonly table: 'sys_depart' | 'sys_role' | 'sys_user' | 'sys_position' | 'sys_category' | 'mon_station'
  /** Which column may caption which key. */
  readonly pairs: readonly { readonly text: string; readonly key: string }[]
  /** What a condition or an order may name. */
  readonly columns: Readonly<Record<string, 'text' | 'number'>>
  /** Column that holds the key of the row above, where the rows are a tree. */
  readonly parent?: string
  /** What the wire calls the parent of the rows at the top; null without. */
  readonly root?: string
  /** Needed besides being signed in. */
  readonly permission?: PermissionCode
}

/**
 * The register of table dictionaries (security §5). A reference must equal a pair of it; nothing is registered by use.
 * Rows are those of the caller's tenant and scope. No column with personal or secret data stands here.
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
