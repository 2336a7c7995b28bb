import { type DepartForm, type DepartRow, departForm } from '@natim/contract/system/depart'
import { toDateTimeText } from '../../platform/wire.ts'
import type { ResourceSpec } from '../resource/index.ts'
import { DEPART_FIELDS } from './depart.repository.ts'
import { countBelow } from './director.repository.ts'

/** 部门 as a register. Edits do not change the position in the tree. */
export const DEPART: ResourceSpec<'sysDepart', DepartRow, DepartForm> = {
  table: 'sysDepart',
  entityLabel: '部门',
  nameOf: ({ departName, orgCode }) => `${departName}（${orgCode}）`,
  component: 'system/DepartList',
  fields: DEPART_FIELDS,
  defaultSort: { field: 'orgCode', order: 'asc' },
  dictionaries: ['org_category'],
  immutable: ['parentId', 'orgCode', 'orgType'],
  softDelete: { column: 'delFlag', live: '0', deleted: '1' },
  conflicts: { sys_depart_org_code_key: 'depart.code_in_use' },
  toColumns: (form) => Object.fromEntries(Object.entries(form).filter(([key]) => isColumn(key))),
  toRow({ delFlag: _deleted, regionCode: _region, ...row }, labels) {
    return {
      ...row,
      orgCategory_dictText: labels('org_category', row.orgCategory),
      createTime: toDateTimeText(row.createTime),
      updateTime: toDateTimeText(row.updateTime),
    }
  },
  async uses(db, departs) {
    const { stations, devices } = await countBelow(
      db,
      departs.map(({ orgCode }) => orgCode),
    )
    return [
      { noun: '站点', count: stations },
      { noun: '设备', count: devices },
    ]
  },
}

const NO_COLUMNS = new Set(['id', 'parentId', 'directorUserIds', 'oldDirectorUserIds'])
const isColumn = (key: string) => Object.hasOwn(departForm.shape, key) && !NO_COLUMNS.has(key)
