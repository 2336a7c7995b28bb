import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { NOTICE_AUDIENCE, NOTICE_CATEGORY, NOTICE_PRIORITY, NOTICE_STATUS } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { exportEndpoint } from '../export.ts'
import { dateTimeText, idList, listQuery, optionalId, requiredText, rowId, text } from '../fields.ts'
import { patchOf } from '../patch.ts'
import { rowVersion } from '../resource/crud-endpoints.ts'

/** D-02: the wire field keeps the spelling of existing clients. */
const wireNames = { title: 'titile' } as const

const priority = z.enum(keysOf(NOTICE_PRIORITY), '请选择优先级')
const category = z.enum(keysOf(NOTICE_CATEGORY), '请选择消息类型')
const audience = z.enum(keysOf(NOTICE_AUDIENCE), '请选择通告对象类型')
const openType = z.enum(['component', 'url'], '打开方式不正确')
/** A route of ours, a view below `views/`, or an https URL. */
const openPage = text(255).regex(
  /^(|\/(?!\/)[^\s\\]*|https:\/\/[^\s\\]+|[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*)$/,
  '打开页面不正确',
)
const orEmpty = <T extends z.ZodType>(type: T) => z.union([z.literal(''), type])

/** URL where existing clients expect the announcement page (contract/40). */
export const NOTICE_PAGE_URL = '/isystem/annountCement'

/** Content is HTML and is sanitised before it is stored. */
const MAX_CONTENT_LENGTH = 200_000

export const noticeForm = z.object({
  id: optionalId,
  title: requiredText(100),
  msgContent: z.string().max(MAX_CONTENT_LENGTH, '内容过长').nullish(),
  msgAbstract: text(500).nullish(),
  startTime: orEmpty(dateTimeText).nullish(),
  endTime: orEmpty(dateTimeText).nullish(),
  priority: priority.default('L'),
  msgCategory: category.default('1'),
  msgType: audience.default('ALL'),
  /** Comma-separated user ids; a trailing comma is common. Required for the audience USER. */
  userIds: z.string().max(60_000).nullish(),
  busType: text(20).nullish(),
  busId: text(64).nullish(),
  openType: orEmpty(openType).nullish(),
  openPage: openPage.nullish(),
})
export type NoticeForm = z.input<typeof noticeForm>
export type ParsedNoticeForm = z.output<typeof noticeForm>

/** contract/20 §12; `msgTxt` and `msgId` as in the socket message (CA-75). */
export const noticeRow = z.object({
  id: z.string(),
  msgId: z.string(),
  title: z.string(),
  /** Plain text: the abstract, else the title. */
  msgTxt: z.string(),
  msgContent: z.string(),
  msgAbstract: z.string().nullable(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  /** User name of the publisher. */
  sender: z.string().nullable(),
  /** Real name of the publisher, if the user exists (D-45). */
  sender_dictText: z.string().nullable(),
  priority,
  priority_dictText: z.string(),
  msgCategory: category,
  msgCategory_dictText: z.string(),
  msgType: audience,
  msgType_dictText: z.string(),
  sendStatus: z.enum(keysOf(NOTICE_STATUS)),
  sendStatus_dictText: z.string(),
  sendTime: z.string().nullable(),
  cancelTime: z.string().nullable(),
  delFlag: z.string(),
  /** Comma list with a trailing comma; null for all users, and for readers. */
  userIds: z.string().nullable(),
  busType: z.string().nullable(),
  busId: z.string().nullable(),
  openType: openType.nullable(),
  openPage: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type NoticeRow = z.output<typeof noticeRow>

/** The newest unread announcements of each category, with the count of each. */
export const unreadNotices = z.object({
  anntMsgList: z.array(noticeRow),
  anntMsgTotal: z.number().int(),
  sysMsgList: z.array(noticeRow),
  sysMsgTotal: z.number().int(),
})
export type UnreadNotices = z.output<typeof unreadNotices>

/** An announcement received by the caller: the send row with its content. */
export const myNoticeRow = z.object({
  id: z.string(),
  anntId: z.string(),
  userId: z.string(),
  title: z.string(),
  msgContent: z.string(),
  msgAbstract: z.string().nullable(),
  msgTxt: z.string(),
  sender: z.string().nullable(),
  sender_dictText: z.string().nullable(),
  priority,
  priority_dictText: z.string(),
  msgCategory: category,
  msgCategory_dictText: z.string(),
  readFlag: z.enum(['0', '1']),
  readTime: z.string().nullable(),
  sendTime: z.string().nullable(),
  createTime: z.string(),
  busId: z.string().nullable(),
  busType: z.string().nullable(),
  openType: openType.nullable(),
  openPage: z.string().nullable(),
})
export type MyNoticeRow = z.output<typeof myNoticeRow>

const oneId = z.object({ id: rowId })

/** Announcements: written and published with the permission, read by their addressees. */
export const noticeEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/sys/annountCement/list',
    access: 'system:announcement:list',
    query: listQuery,
    result: page(noticeRow),
    wireNames,
  },
  get: {
    method: 'GET',
    path: '/sys/annountCement/queryById',
    access: 'signedIn',
    query: oneId,
    result: noticeRow,
    wireNames,
    inView: 'private',
  },
  create: {
    method: 'POST',
    path: '/sys/annountCement/add',
    access: 'system:announcement:add',
    body: noticeForm,
    result: z.object({ id: z.string() }),
    wireNames,
  },
  update: {
    method: ['PUT', 'POST'],
    path: '/sys/annountCement/edit',
    access: 'system:announcement:edit',
    body: patchOf(noticeForm),
    result: z.null(),
    wireNames,
  },
  remove: {
    method: 'DELETE',
    path: '/sys/annountCement/delete',
    access: 'system:announcement:delete',
    query: oneId,
    result: z.null(),
  },
  removeMany: {
    method: 'DELETE',
    path: '/sys/annountCement/deleteBatch',
    access: 'system:announcement:delete',
    query: z.object({ ids: idList }),
    result: z.null(),
  },
  exportXls: { ...exportEndpoint('/sys/annountCement/exportXls', 'system:announcement:export'), wireNames },
  history: {
    method: 'GET',
    path: '/sys/annountCement/history',
    access: 'system:announcement:list',
    query: oneId,
    result: z.array(rowVersion),
    wireNames,
  },
  /** Restores a version; a deleted announcement is restored in its last state if no version is given. */
  restore: {
    method: 'POST',
    path: '/sys/annountCement/restore',
    access: 'system:announcement:edit',
    body: z.object({ id: rowId, version: z.number().int().min(1).optional() }),
    result: z.null(),
  },
  release: {
    method: 'GET',
    path: '/sys/annountCement/doReleaseData',
    access: 'system:announcement:release',
    query: oneId,
    result: z.null(),
    inView: 'changes',
  },
  revoke: {
    method: 'GET',
    path: '/sys/annountCement/doReovkeData',
    access: 'system:announcement:release',
    query: oneId,
    result: z.null(),
    inView: 'changes',
  },
  unread: {
    method: 'GET',
    path: '/sys/annountCement/listByUser',
    access: 'signedIn',
    query: z.object({ pageSize: z.coerce.number().int().min(1).max(50).catch(5) }),
    result: unreadNotices,
    wireNames,
    inView: 'private',
  },
  /**
   * With the id of a published announcement, from a user who may publish it, it is announced to its readers again.
   * Otherwise only the caller's own consoles reload their lists: existing clients also call this after a revoke or a
   * reading.
   */
  broadcast: {
    method: 'GET',
    path: '/sys/annountCement/syncNotic',
    access: 'signedIn',
    query: z.object({ anntId: rowId.or(z.literal('')).optional() }),
    result: z.null(),
    inView: 'changes',
  },
  /** A complete page, for an iframe. */
  show: {
    method: 'GET',
    path: '/sys/annountCement/show/:id',
    access: 'public',
    wire: 'binary',
    params: oneId,
    query: z.object({ token: z.string().max(128).optional() }),
    result: z.unknown(),
  },
})

export const myNoticeEndpoints = defineEndpoints({
  /** Unread first, then newest; `title` and `sender` (user name or real name) match anywhere in the text. */
  list: {
    method: 'GET',
    path: '/sys/sysAnnouncementSend/getMyAnnouncementSend',
    access: 'signedIn',
    query: listQuery.extend({
      title: text(100).optional(),
      sender: text(100).optional(),
      readFlag: z.enum(['0', '1']).optional().catch(undefined),
      msgCategory: category.optional().catch(undefined),
      busType: text(20).optional(),
      /** `isNoBpm` of existing clients: excludes workflow items. */
      bizSource: text(20).optional(),
    }),
    result: page(myNoticeRow),
    wireNames,
    inView: 'private',
  },
  markRead: {
    method: ['PUT', 'POST'],
    path: '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    access: 'signedIn',
    body: z.object({ anntId: rowId }),
    result: z.null(),
  },
  markAllRead: {
    method: ['PUT', 'POST'],
    path: '/sys/sysAnnouncementSend/readAll',
    access: 'signedIn',
    result: z.null(),
  },
})
