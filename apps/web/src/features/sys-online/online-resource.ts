import { sessionEndpoints } from '@natim/contract/system/session'
import { z } from 'zod'
import * as R from '@/resource/index.ts'

/** 在线用户: live sessions. */
export const online = R.defineResource({
  title: '在线用户',
  entityLabel: '会话',
  measureWord: '个会话',
  endpoints: { list: sessionEndpoints.onlineList },
  form: z.object({}),
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    username: { label: '用户账号', search: 'eq', width: 160, isSortable: true },
    realname: { label: '用户姓名', width: 160, isSortable: true },
    sex: { label: '性别', width: 80, render: ({ sex }) => (sex === 1 ? '男' : sex === 2 ? '女' : '—') },
    phone: { label: '手机号', width: 140, shown: 'wide' },
    ip: { label: '登录地址', width: 160 },
    createTime: { label: '登录时间', width: 170, isSortable: true },
    lastSeenTime: { label: '最近活动', width: 170, isSortable: true },
  },
})
