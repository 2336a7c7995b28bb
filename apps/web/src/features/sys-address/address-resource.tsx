import { addressEndpoints } from '@natim/contract/system/user'
import type { ReactNode } from 'react'
import { z } from 'zod'
import * as R from '@/resource/index.ts'

const link = (scheme: 'tel' | 'mailto', text: string | null): ReactNode =>
  text ? <a href={`${scheme}:${text}`}>{text}</a> : <span className="t-tertiary">—</span>

/** 通讯录: colleagues and their contact data. */
export const address = R.defineResource({
  title: '通讯录',
  entityLabel: '同事',
  measureWord: '人',
  endpoints: { list: addressEndpoints.listWithIds },
  form: z.object({}),
  defaultSort: { field: 'realname', order: 'asc' },
  fields: {
    realname: { label: '姓名', search: 'eq', width: 120, isSortable: true },
    workNo: { label: '工号', search: 'eq', width: 120, isSortable: true },
    departName: { label: '部门', width: 220 },
    post: { label: '职务', width: 160 },
    phone: { label: '手机号', width: 140, render: ({ phone }) => link('tel', phone) },
    telephone: { label: '座机', width: 140, render: ({ telephone }) => link('tel', telephone) },
    email: { label: '邮箱', width: 220, render: ({ email }) => link('mailto', email) },
  },
})
