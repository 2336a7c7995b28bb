import { PERMISSION_CODES } from '@natim/contract/permissions'
import { reportEndpoints, reportForm } from '@natim/contract/system/report'
import * as R from '@/resource/index.ts'
import { ColumnsField, ParamsField } from './columns-field.tsx'
import { StatementField } from './statement-field.tsx'

const READ_CODES = Object.fromEntries(
  PERMISSION_CODES.filter((code) => /:(?:view|list)$/.test(code)).map((code) => [code, code]),
)

/** 在线报表: content of popups, defined by administrators. */
export const report = R.defineResource({
  title: '在线报表',
  entityLabel: '报表',
  measureWord: '个',
  endpoints: reportEndpoints,
  form: reportForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    code: { label: '报表编码', search: 'like', width: 160, help: '弹出选择等处按编码引用' },
    name: { label: '报表名称', search: 'like', width: 220 },
    permission: {
      label: '查看权限',
      widget: R.choiceWidget(READ_CODES),
      width: 160,
      help: '读取数据的人必须拥有的权限',
    },
    content: { label: '说明', width: 240 },
    cgrSql: {
      label: '查询语句',
      isWide: true,
      shown: 'chosen',
      help: '一条 SELECT，只能读取下方的数据表；${名称} 为参数，取自调用方',
      widget: { kind: 'text', Control: StatementField },
    },
    items: { label: '列', isWide: true, widget: { kind: 'choice', Control: ColumnsField } },
    params: { label: '参数', isWide: true, widget: { kind: 'choice', Control: ParamsField } },
    version: { label: '版本', width: 70, decimals: 0 },
    createTime: { label: '创建时间', width: 160, isSortable: true },
  },
})

export const REPORT_COLUMNS = ['code', 'name', 'permission', 'content', 'version', 'createTime'] as const
