import { OPERATE_TYPE } from '@natim/contract/dict'
import { logEndpoints } from '@natim/contract/system/log'
import { z } from 'zod'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'

/** 日志: user actions. Read-only. */
export const log = R.defineResource({
  title: '日志管理',
  entityLabel: '日志',
  measureWord: '条',
  nameOf: ({ createTime, logContent }) => `${createTime} ${logContent}`,
  endpoints: { list: logEndpoints.list },
  form: z.object({}),
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    logContent: { label: '日志内容', search: 'like', width: 320 },
    createTime: { label: '创建时间', width: 160, isSortable: true },
    userid: { label: '账号', search: 'like', width: 110, isSortable: true },
    username: { label: '姓名', width: 110 },
    ip: { label: 'IP', search: 'like', width: 130 },
    success: {
      label: '结果',
      width: 72,
      render: (row) => <Tag tone={row.success ? 'success' : 'error'}>{row.success ? '成功' : '失败'}</Tag>,
    },
    costTime: { label: '耗时（ms）', width: 96, decimals: 0, isSortable: true },
    logType: { label: '日志类型', search: 'eq', width: 96, shown: 'wide' },
    operateType: { label: '操作类型', search: 'eq', width: 96, widget: R.choiceWidget(OPERATE_TYPE) },
    requestType: { label: '请求方式', width: 90, shown: 'wide' },
  },
})
