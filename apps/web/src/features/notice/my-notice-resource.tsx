import { NOTICE_CATEGORY } from '@natim/contract/dict'
import { myNoticeEndpoints, noticeEndpoints } from '@natim/contract/system/notice'
import { z } from 'zod'
import * as R from '../../resource/index.ts'
import { publishedAt } from '../../widgets/notice/openable-notice.ts'
import { PriorityTag } from '../../widgets/notice/priority-tag.tsx'
import styles from './my-notices-page.module.css'

const READ_STATE = { 0: '未读', 1: '已读' } as const

/** Announcements addressed to the signed-in user; unread first, then the newest, in the server's own order. */
export const myNotice = R.defineResource({
  title: '我的公告',
  entityLabel: '公告',
  measureWord: '条',
  endpoints: { list: myNoticeEndpoints.list },
  related: [noticeEndpoints.unread],
  form: z.object({}),
  defaultSort: { field: 'sendTime', order: 'desc' },
  fields: {
    title: {
      label: '标题',
      width: 360,
      render: (row) => (
        <span className={styles.title} data-unread={row.readFlag === '0'}>
          <R.TextCell>{row.title}</R.TextCell>
        </span>
      ),
    },
    msgCategory: {
      label: '类型',
      search: 'eq',
      widget: R.choiceWidget(NOTICE_CATEGORY),
      width: 100,
      render: (row) => row.msgCategory_dictText,
    },
    priority: {
      label: '优先级',
      width: 100,
      render: (row) => <PriorityTag priority={row.priority} />,
    },
    sender: { label: '发布人', width: 120, render: (row) => row.sender_dictText ?? row.sender ?? '—' },
    sendTime: { label: '发布时间', width: 170, render: (row) => publishedAt(row) },
    readFlag: {
      label: '阅读状态',
      search: 'eq',
      widget: R.choiceWidget(READ_STATE),
      width: 90,
      render: (row) => (
        <span className={row.readFlag === '0' ? undefined : 't-tertiary'}>{READ_STATE[row.readFlag]}</span>
      ),
    },
    readTime: { label: '阅读时间', width: 170, shown: 'chosen' },
  },
})
