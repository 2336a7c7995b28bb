import { NOTICE_AUDIENCE, NOTICE_CATEGORY, NOTICE_PRIORITY, NOTICE_STATUS } from '@natim/contract/dict'
import type { MyNoticeRow, NoticeRow, ParsedNoticeForm } from '@natim/contract/system/notice'
import { parseGmt8 } from '@natim/domain/time'
import { toDateTimeText } from '../../platform/wire.ts'
import type { NoticeColumns, NoticeRecord } from './notice.repository.ts'
import { plainText, sanitiseHtml } from './notice-html.ts'
import type { MyNoticeRecord } from './send.repository.ts'

/** Without addressees: only the author may see who else received it. */
type Shown = Omit<NoticeRecord, 'userIds'> & { readonly userIds?: string | null }

const captionOf = (table: Readonly<Record<string, string>>, value: string) => table[value] ?? value

/** The text of the socket message and of cards: the abstract, else the title (CA-75). */
export const noticeText = ({ title, msgAbstract }: Pick<NoticeRecord, 'title' | 'msgAbstract'>) => msgAbstract || title

export function toNoticeRow(record: Shown): NoticeRow {
  return {
    id: record.id,
    msgId: record.id,
    title: record.title,
    msgTxt: noticeText(record),
    msgContent: sanitiseHtml(record.msgContent),
    msgAbstract: record.msgAbstract,
    startTime: toDateTimeText(record.startTime),
    endTime: toDateTimeText(record.endTime),
    sender: record.sender,
    sender_dictText: record.senderName,
    priority: record.priority,
    priority_dictText: captionOf(NOTICE_PRIORITY, record.priority),
    msgCategory: record.msgCategory as NoticeRow['msgCategory'],
    msgCategory_dictText: captionOf(NOTICE_CATEGORY, record.msgCategory),
    msgType: record.msgType,
    msgType_dictText: captionOf(NOTICE_AUDIENCE, record.msgType),
    sendStatus: record.sendStatus,
    sendStatus_dictText: captionOf(NOTICE_STATUS, record.sendStatus),
    sendTime: toDateTimeText(record.sendTime),
    cancelTime: toDateTimeText(record.cancelTime),
    delFlag: record.delFlag,
    userIds: record.userIds ?? null,
    busType: record.busType,
    busId: record.busId,
    openType: record.openType,
    openPage: record.openPage,
    createBy: record.createBy,
    createTime: toDateTimeText(record.createTime),
    updateBy: record.updateBy,
    updateTime: toDateTimeText(record.updateTime),
  }
}

export function toMyNoticeRow(record: MyNoticeRecord, userId: string): MyNoticeRow {
  const { id, title, msgContent, msgAbstract, msgTxt, sender, sender_dictText, ...row } = toNoticeRow(record)
  return {
    id: record.sendId,
    anntId: id,
    userId,
    title,
    msgContent,
    msgAbstract,
    msgTxt,
    sender,
    sender_dictText,
    priority: row.priority,
    priority_dictText: row.priority_dictText,
    msgCategory: row.msgCategory,
    msgCategory_dictText: row.msgCategory_dictText,
    readFlag: record.readFlag,
    readTime: toDateTimeText(record.readTime),
    sendTime: row.sendTime,
    createTime: row.createTime,
    busId: row.busId,
    busType: row.busType,
    openType: row.openType,
    openPage: row.openPage,
  }
}

const orNull = (value: string | null | undefined) => (value === '' ? null : value)

function instantOf(value: string | null | undefined): Date | null | undefined {
  if (value === undefined || value === null) return value
  const ms = parseGmt8(value)
  return ms === undefined ? null : new Date(ms)
}

/** The named columns of a form; absent fields stay absent (contract/00 §9). */
export function columnsOf(form: Partial<ParsedNoticeForm>): Partial<NoticeColumns> {
  const columns = {
    title: form.title === undefined ? undefined : plainText(form.title),
    msgContent: form.msgContent == null ? undefined : sanitiseHtml(form.msgContent),
    msgAbstract: form.msgAbstract == null ? undefined : orNull(plainText(form.msgAbstract)),
    startTime: instantOf(form.startTime),
    endTime: instantOf(form.endTime),
    priority: form.priority,
    msgCategory: form.msgCategory,
    msgType: form.msgType,
    busType: orNull(form.busType),
    busId: orNull(form.busId),
    openType: orNull(form.openType),
    openPage: orNull(form.openPage),
  }
  return Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as Partial<NoticeColumns>
}
