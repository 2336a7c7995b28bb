import { MESSAGE_CHANNEL, MESSAGE_STATUS } from '@natim/contract/dict'
import { messageImportEndpoints } from '@natim/contract/system/import'
import { messageEndpoints, messageForm } from '@natim/contract/system/message'
import * as R from '@/resource/index.ts'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import { plainText } from './plain-text.ts'
import { ReceiversControl } from './receivers-control.tsx'

const STATUS_TONES: Readonly<Record<string, TagTone>> = { 0: 'neutral', 1: 'success', 2: 'error' }

/** 消息: what was sent, or waits to be, and how it went. */
export const message = R.defineResource({
  title: '消息管理',
  noun: '消息',
  counter: '条',
  endpoints: messageEndpoints,
  imports: messageImportEndpoints,
  form: messageForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    esTitle: { label: '消息标题', search: 'like', query: true, width: 200, isSortable: true, isWide: true },
    esType: {
      label: '发送方式',
      search: 'eq',
      query: true,
      width: 110,
      widget: R.dictWidget('messageType', MESSAGE_CHANNEL),
      help: '邮件、钉钉与企业微信须先配置',
    },
    esReceiver: {
      label: '接收人',
      search: 'like',
      query: true,
      width: 140,
      widget: { kind: 'text', Control: ReceiversControl },
    },
    esContent: {
      label: '内容',
      search: 'like',
      query: true,
      isWide: true,
      width: 230,
      shown: 'wide',
      widget: R.textAreaWidget(6),
      render: (row) => <R.TextCell>{plainText(row.esContent)}</R.TextCell>,
    },
    esParam: { label: '参数', isWide: true, shown: 'chosen', width: 200, help: 'JSON 对象，供对接使用' },
    esSendStatus: {
      label: '发送状态',
      search: 'eq',
      query: true,
      width: 100,
      widget: R.dictWidget('msgSendStatus', MESSAGE_STATUS),
      render: (row) => <Tag tone={STATUS_TONES[row.esSendStatus] ?? 'neutral'}>{row.esSendStatus_dictText}</Tag>,
    },
    esSendTime: { label: '发送时间', query: { type: 'datetime' }, width: 160, isSortable: true },
    esSendNum: { label: '次数', width: 70, decimals: 0 },
    esResult: { label: '失败原因', width: 200 },
    remark: { label: '备注', isWide: true, shown: 'chosen', width: 160 },
    createBy: { label: '创建人', width: 110, shown: 'chosen' },
    createTime: { label: '创建时间', width: 160, isSortable: true, shown: 'chosen' },
  },
})
