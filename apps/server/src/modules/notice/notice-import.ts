import { NOTICE_CATEGORY, NOTICE_PRIORITY } from '@natim/contract/dict'
import { noticeForm, type ParsedNoticeForm } from '@natim/contract/system/notice'
import type { ImportDictionary, ImportEntity } from '../import/index.ts'
import type { NoticeService } from './notice.service.ts'

const byCaption = (table: Readonly<Record<string, string>>): ImportDictionary => ({
  values: new Map(
    Object.entries(table).flatMap(([value, caption]) => [
      [caption, value],
      [value, value],
    ]),
  ),
})

const DICTIONARIES = {
  priority: byCaption(NOTICE_PRIORITY),
  msgCategory: byCaption(NOTICE_CATEGORY),
  // Sheets cannot name users.
  msgType: byCaption({ ALL: '全体用户' }),
}

/** Imports drafts for all users from sheets. There is no key: every row is new. */
export const createNoticeImport = (notices: NoticeService): ImportEntity<ParsedNoticeForm> => ({
  name: 'notice',
  title: '通告',
  form: noticeForm,
  columns: [
    { key: 'title', title: '标题', required: true },
    { key: 'msgContent', title: '内容', hint: '可以含有 HTML' },
    { key: 'msgAbstract', title: '摘要' },
    { key: 'startTime', title: '开始时间', hint: 'yyyy-MM-dd HH:mm:ss' },
    { key: 'endTime', title: '结束时间', hint: 'yyyy-MM-dd HH:mm:ss，晚于开始时间' },
    { key: 'priority', title: '优先级', hint: '默认一般消息' },
    { key: 'msgCategory', title: '消息类型', hint: '默认通知公告' },
    { key: 'msgType', title: '通告对象类型', hint: '只能是全体用户' },
  ],
  example: {
    title: '系统升级通知',
    msgContent: '<p>今晚 22:00 升级</p>',
    priority: '一般消息',
    msgCategory: '通知公告',
  },
  open: async (user) => ({
    dictionaries: DICTIONARIES,
    validate: async (_db, forms) =>
      forms.map(({ startTime, endTime }) =>
        startTime && endTime && endTime <= startTime
          ? { kind: 'refused', errors: { endTime: '结束时间必须晚于开始时间！' } }
          : { kind: 'new' },
      ),
    async write(trx, rows) {
      for (const { form } of rows) await notices.createIn(trx, { user }, form)
    },
    onCommitted: () => undefined,
  }),
})
