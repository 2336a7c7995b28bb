import { departForm } from '@natim/contract/system/depart'
import { levelOf } from '@natim/domain/level-code'
import type { Db } from '../../platform/db/db.ts'
import { createResource, createTreeImport, levelCodes } from '../resource/index.ts'
import { DEPART } from './depart.resource.ts'
import { lockDepartTree } from './org-code.repository.ts'

/** A department in a sheet; its code determines its parent. */
const sheetForm = departForm
  .omit({ id: true, parentId: true, directorUserIds: true, oldDirectorUserIds: true })
  .extend({ orgCode: levelCodes('机构编码') })

export const createDepartImport = (db: Db) =>
  createTreeImport({
    db,
    records: createResource(db, DEPART),
    name: 'depart',
    form: sheetForm,
    codeColumn: 'orgCode',
    parentNoun: '上级部门',
    columns: [
      { key: 'departName', title: '机构/部门名称', required: true },
      { key: 'departNameEn', title: '英文名' },
      { key: 'departOrder', title: '排序', hint: '整数，小的在前' },
      { key: 'description', title: '描述' },
      { key: 'orgCategory', title: '机构类别', hint: '公司、部门或岗位' },
      { key: 'orgCode', title: '机构编码', required: true, hint: '每级三位；前缀是上级的编码' },
      { key: 'mobile', title: '手机号' },
      { key: 'fax', title: '传真' },
      { key: 'address', title: '地址' },
      { key: 'memo', title: '备注' },
    ],
    dictionaries: { orgCategory: 'org_category' },
    example: { departName: '浙江分中心', departOrder: '2', orgCategory: '部门', orgCode: 'A01A02' },
    placeOf: (orgCode, parent) => ({ parentId: parent?.id ?? null, orgType: String(levelOf(orgCode)) }),
    lock: lockDepartTree,
  })
