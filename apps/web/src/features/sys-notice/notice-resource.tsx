import { NOTICE_AUDIENCE, NOTICE_CATEGORY, NOTICE_PRIORITY, NOTICE_STATUS } from '@natim/contract/dict'
import { noticeImportEndpoints } from '@natim/contract/system/import'
import { type NoticeRow, noticeEndpoints, noticeForm } from '@natim/contract/system/notice'
import * as R from '@/resource/index.ts'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import { PriorityTag } from '@/widgets/notice/priority-tag.tsx'
import { ContentControl, OpenPageControl, ReceiversControl } from './notice-inputs.tsx'

const STATUS_TONES: Readonly<Record<NoticeRow['sendStatus'], TagTone>> = { 0: 'neutral', 1: 'success', 2: 'warning' }
const OPEN_TYPES = { component: '打开功能页面', url: '显示「去处理」按钮' } as const

/** 系统通告: written, released and revoked here; read under 我的公告. */
export const notice = R.defineResource({
  title: '系统通告',
  entityLabel: '通告',
  measureWord: '条',
  endpoints: noticeEndpoints,
  imports: noticeImportEndpoints,
  related: [noticeEndpoints.unread],
  form: noticeForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    title: { label: '标题', search: 'like', query: true, width: 280, isSortable: true, isWide: true },
    msgCategory: {
      label: '消息类型',
      search: 'eq',
      query: true,
      widget: R.choiceWidget(NOTICE_CATEGORY),
      width: 100,
      render: (row) => row.msgCategory_dictText,
    },
    sender: {
      label: '发布人',
      search: 'like',
      query: true,
      width: 110,
      render: (row) => row.sender_dictText ?? row.sender ?? '—',
    },
    priority: {
      label: '优先级',
      search: 'eq',
      query: true,
      widget: R.choiceWidget(NOTICE_PRIORITY),
      width: 100,
      render: (row) => <PriorityTag priority={row.priority} />,
    },
    msgType: {
      label: '通告对象',
      query: true,
      widget: R.choiceWidget(NOTICE_AUDIENCE),
      width: 100,
      render: (row) => row.msgType_dictText,
    },
    sendStatus: {
      label: '发布状态',
      search: 'eq',
      query: true,
      widget: R.choiceWidget(NOTICE_STATUS),
      width: 96,
      render: (row) => <Tag tone={STATUS_TONES[row.sendStatus]}>{row.sendStatus_dictText}</Tag>,
    },
    sendTime: { label: '发布时间', query: { type: 'datetime' }, width: 160, isSortable: true },
    cancelTime: { label: '撤销时间', width: 160, isSortable: true, shown: 'wide' },
    createBy: { label: '创建人', width: 110, shown: 'chosen' },
    createTime: { label: '创建时间', width: 160, isSortable: true, shown: 'chosen' },
    userIds: {
      label: '接收用户',
      isWide: true,
      shown: 'chosen',
      widget: { kind: 'choice', Control: ReceiversControl },
      refusals: ['notice.no_addressee', 'notice.unknown_addressee'],
    },
    startTime: { label: '开始时间', shown: 'chosen', width: 160, widget: R.dateTimeWidget },
    endTime: {
      label: '结束时间',
      shown: 'chosen',
      width: 160,
      widget: R.dateTimeWidget,
      refusals: ['notice.time_inverted'],
    },
    msgAbstract: { label: '摘要', isWide: true, shown: 'chosen', width: 240, widget: R.textAreaWidget(2) },
    openType: { label: '打开方式', shown: 'chosen', width: 120, widget: R.choiceWidget(OPEN_TYPES) },
    openPage: {
      label: '打开页面',
      shown: 'chosen',
      width: 200,
      widget: { kind: 'text', Control: OpenPageControl },
      refusals: ['notice.link_refused'],
    },
    busId: { label: '业务数据编号', shown: 'chosen', width: 160, help: '打开功能页面时作为 id 带入' },
    msgContent: {
      label: '内容',
      isWide: true,
      shown: 'chosen',
      widget: { kind: 'text', Control: ContentControl },
      render: () => null,
    },
  },
})
