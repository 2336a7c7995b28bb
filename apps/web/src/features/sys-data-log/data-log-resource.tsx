import { OPERATE_TYPE } from '@natim/contract/dict'
import { dataLogEndpoints } from '@natim/contract/system/log'
import { z } from 'zod'
import * as R from '@/resource/index.ts'

/** 数据日志: every version of a row. */
export const dataLog = R.defineResource({
  title: '数据日志',
  entityLabel: '版本',
  measureWord: '个',
  nameOf: ({ dataTable, dataId, dataVersion }) => `${dataTable} ${dataId} V${dataVersion}`,
  endpoints: { list: dataLogEndpoints.list },
  form: z.object({}),
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    dataTable: { label: '表名', search: 'like', width: 170, isSortable: true },
    dataId: { label: '数据 ID', search: 'eq', width: 190 },
    dataVersion: {
      label: '版本号',
      width: 84,
      isSortable: true,
      render: (row) => <span className="num">V{row.dataVersion}</span>,
    },
    operateType: { label: '操作', search: 'eq', width: 84, widget: R.choiceWidget({ ...OPERATE_TYPE, 0: '原有' }) },
    createBy: { label: '创建人', search: 'eq', width: 110 },
    createTime: { label: '创建时间', width: 160, isSortable: true },
    dataContent: { label: '数据内容', width: 360 },
  },
})
