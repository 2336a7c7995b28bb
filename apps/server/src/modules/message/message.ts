import { type MessageForm, type MessageRow, messageForm } from '@natim/contract/system/message'
import type { Db } from '../../platform/db/db.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { createRecordImport, createRecords, type RecordSpec } from '../record/index.ts'
import { MESSAGE_FIELDS } from './message.repository.ts'

/** 消息: what was sent or waits to be. */
export const MESSAGE: RecordSpec<'sysSms', MessageRow, MessageForm> = {
  table: 'sysSms',
  noun: '消息',
  nameOf: ({ esTitle }) => esTitle,
  component: 'modules/message/SysMessageList',
  fields: MESSAGE_FIELDS,
  dictionaries: ['messageType', 'msgSendStatus'],
  conflicts: {},
  toRow: (record, captions) => ({
    ...record,
    esType_dictText: captions('messageType', record.esType),
    esSendStatus_dictText: captions('msgSendStatus', record.esSendStatus),
    esSendTime: record.esSendTime && toDateTimeText(record.esSendTime),
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
}

/** Sheets add messages that wait to be sent. */
export const createMessageImport = (db: Db) =>
  createRecordImport({
    db,
    records: createRecords(db, MESSAGE),
    name: 'message',
    form: messageForm,
    columns: [
      { key: 'esTitle', title: '消息标题', required: true },
      { key: 'esContent', title: '推送内容', required: true },
      { key: 'esReceiver', title: '接收人', required: true, hint: '登录账号，多个用逗号分隔' },
      { key: 'esType', title: '推送方式', required: true },
      { key: 'esParam', title: '推送所需参数Json格式' },
      { key: 'remark', title: '备注' },
    ],
    dictionaries: { esType: 'messageType' },
    example: { esTitle: '标定提醒', esContent: '设备将于下周标定', esReceiver: 'admin', esType: '系统消息' },
  })
