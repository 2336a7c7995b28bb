import type { ReportItem } from '@natim/contract/system/report'
import type { Tx } from '../../platform/db/db.ts'

interface SeedReport {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly permission: string
  readonly content: string
  readonly cgrSql: string
  readonly items: readonly (Partial<ReportItem> & Pick<ReportItem, 'fieldName' | 'fieldTxt'>)[]
  readonly params: readonly { readonly paramName: string; readonly paramTxt: string }[]
}

/** Two reports that any form can use: select a station, select a person. */
const SEED_REPORTS: readonly SeedReport[] = [
  {
    id: 'rp-station',
    code: 'station_list',
    name: '监测站点选择',
    permission: 'mon:station:view',
    content: '站点及其设备数；参数 region_code 为行政区划代码的前缀',
    cgrSql: `select s.id, s.code, s.name, s.station_type, s.region_code, s.address, s.status,
  (select count(*) from device d where d.station_id = s.id) as device_count, s.create_time
from station s
where starts_with(s.region_code, \${region_code})
order by s.code`,
    items: [
      { fieldName: 'id', fieldTxt: '主键', isShow: false },
      { fieldName: 'code', fieldTxt: '站点编号', fieldWidth: 140, isOrder: true, isSearch: true },
      { fieldName: 'name', fieldTxt: '站点名称', fieldWidth: 180, isOrder: true, isSearch: true },
      {
        fieldName: 'station_type',
        fieldTxt: '站点类型',
        fieldWidth: 110,
        isSearch: true,
        dictCode: 'mon_station_type',
      },
      { fieldName: 'region_code', fieldTxt: '行政区划', fieldWidth: 110, isOrder: true },
      { fieldName: 'address', fieldTxt: '地址', fieldWidth: 200 },
      {
        fieldName: 'device_count',
        fieldTxt: '设备数',
        fieldType: 'number',
        fieldWidth: 90,
        align: 'right',
        isOrder: true,
      },
      {
        fieldName: 'status',
        fieldTxt: '状态',
        fieldWidth: 90,
        isSearch: true,
        isFolded: true,
        dictCode: 'mon_station_status',
      },
      {
        fieldName: 'create_time',
        fieldTxt: '创建时间',
        fieldType: 'time',
        fieldWidth: 170,
        isOrder: true,
        isSearch: true,
        searchMode: 'group',
        isFolded: true,
      },
    ],
    params: [{ paramName: 'region_code', paramTxt: '行政区划代码前缀' }],
  },
  {
    id: 'rp-person',
    code: 'person_list',
    name: '人员选择',
    permission: 'report:view',
    content: '人员及其部门，不含联系方式',
    cgrSql: `select id, username, realname, sex, org_code, depart_name, work_no, status
from person
where starts_with(coalesce(org_code, ''), \${org_code})
order by username`,
    items: [
      { fieldName: 'id', fieldTxt: '主键', isShow: false },
      { fieldName: 'username', fieldTxt: '用户账号', fieldWidth: 140, isOrder: true, isSearch: true },
      { fieldName: 'realname', fieldTxt: '姓名', fieldWidth: 140, isOrder: true, isSearch: true },
      { fieldName: 'sex', fieldTxt: '性别', fieldType: 'number', fieldWidth: 80, dictCode: 'sex' },
      { fieldName: 'depart_name', fieldTxt: '部门', fieldWidth: 180, isOrder: true, isSearch: true, isFolded: true },
      { fieldName: 'org_code', fieldTxt: '部门编码', isShow: false },
      { fieldName: 'work_no', fieldTxt: '工号', fieldWidth: 110 },
      { fieldName: 'status', fieldTxt: '状态', fieldType: 'number', fieldWidth: 90, dictCode: 'user_status' },
    ],
    params: [{ paramName: 'org_code', paramTxt: '部门编码前缀' }],
  },
]

/** Adds missing reports; those an administrator changed are left alone. */
export async function seedReports(trx: Tx): Promise<void> {
  for (const { items, params, ...head } of SEED_REPORTS) {
    const added = await trx
      .insertInto('sysReport')
      .values({ ...head, createBy: 'system' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) continue
    await trx
      .insertInto('sysReportItem')
      .values(items.map((item, orderNum) => ({ ...PLAIN, ...item, reportId: head.id, orderNum })))
      .execute()
    await trx
      .insertInto('sysReportParam')
      .values(params.map((param, orderNum) => ({ ...param, paramValue: '', reportId: head.id, orderNum })))
      .execute()
  }
}

const PLAIN = {
  fieldType: 'text',
  fieldWidth: null,
  align: 'left',
  isShow: true,
  isOrder: false,
  isSearch: false,
  searchMode: 'single',
  isFolded: false,
  dictCode: '',
} as const
