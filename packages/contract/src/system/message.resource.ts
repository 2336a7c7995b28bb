import { z } from 'zod'
import { codeText, requiredText, text } from '../fields.ts'
import { defineResource, type FormOf, type RowOf } from '../resource/define-resource.ts'
import { field, instant, readOnly, stamps } from '../resource/field.ts'
import { channel, jsonObjectText, MAX_CONTENT_CHARS, receivers } from './message.ts'

/** 消息 (contract/20 §13): sent and pending messages with their outcome. */
export const message = defineResource({
  base: '/sys/message/sysMessage',
  code: 'system:message',
  title: '消息管理',
  entityLabel: '消息',
  measureWord: '条',
  view: 'modules/message/SysMessageList',
  knownBy: ['esTitle'],
  exports: [
    'esTitle',
    'esContent',
    'esParam',
    'esReceiver',
    'esType',
    'esSendStatus',
    'esSendTime',
    'esSendNum',
    'esResult',
    'remark',
  ],
  imports: { columns: ['esTitle', 'esContent', 'esReceiver', 'esType', 'esParam', 'remark'] },
  fields: {
    esTitle: field(requiredText(100), {
      label: '消息标题',
      search: 'like',
      query: true,
      width: 200,
      isSortable: true,
      isWide: true,
      example: '标定提醒',
    }),
    esType: field(channel, {
      label: '发送方式',
      sheetLabel: '推送方式',
      dictionary: 'messageType',
      search: 'eq',
      query: true,
      width: 110,
      help: '邮件、钉钉与企业微信须先配置',
      example: '系统消息',
    }),
    esReceiver: field(receivers, {
      label: '接收人',
      search: 'like',
      query: true,
      width: 140,
      hint: '登录账号，多个用逗号分隔',
      example: 'admin',
    }),
    esContent: field(requiredText(MAX_CONTENT_CHARS), {
      label: '内容',
      sheetLabel: '推送内容',
      query: true,
      isWide: true,
      rows: 6,
      width: 230,
      shown: 'wide',
      example: '设备将于下周标定',
    }),
    esParam: field(jsonObjectText(4_000).nullish(), {
      label: '参数',
      sheetLabel: '推送所需参数Json格式',
      isWide: true,
      shown: 'chosen',
      width: 200,
      help: 'JSON 对象，供对接使用',
    }),
    // The following fields are written by the sender; status -1 = given up.
    esSendStatus: readOnly(z.string(), {
      label: '发送状态',
      sheetLabel: '推送状态',
      dictionary: 'msgSendStatus',
      search: 'eq',
      query: true,
      width: 100,
    }),
    esSendTime: instant({
      label: '发送时间',
      sheetLabel: '推送时间',
      query: { type: 'datetime' },
      width: 160,
      isSortable: true,
    }),
    /** Number of attempts. */
    esSendNum: readOnly(z.number().int(), { label: '次数', sheetLabel: '发送次数', width: 70, decimals: 0 }),
    /** Reason of the failure. */
    esResult: readOnly(z.string().nullable(), { label: '失败原因', sheetLabel: '推送失败原因', width: 200 }),
    remark: field(text(255).nullish(), { label: '备注', isWide: true, shown: 'chosen', width: 160 }),
    ...stamps({ createBy: 'chosen', createTime: 'chosen' }),
  },
})
export type MessageRow = RowOf<typeof message>

/** 消息模板: texts with placeholders. Templates in use cannot be changed or deleted. */
export const template = defineResource({
  base: '/sys/message/sysMessageTemplate',
  code: 'system:messageTemplate',
  title: '模板管理',
  entityLabel: '消息模板',
  measureWord: '个',
  view: 'modules/message/SysMessageTemplateList',
  knownBy: ['templateName', 'templateCode'],
  exports: ['templateCode', 'templateName', 'templateContent', 'templateTestJson', 'templateType', 'useStatus'],
  imports: {
    columns: ['templateCode', 'templateName', 'templateContent', 'templateTestJson', 'templateType'],
    key: 'templateCode',
  },
  fields: {
    templateCode: field(codeText(64), {
      label: '模板编码',
      sheetLabel: '模板CODE',
      search: 'like',
      query: true,
      width: 180,
      isSortable: true,
      isImmutable: true,
      unique: 'template.code_in_use',
      hint: '字母、数字、下划线和短横线，最多 64 位',
      example: 'calibration_due',
    }),
    templateName: field(requiredText(100), {
      label: '模板标题',
      search: 'like',
      query: true,
      width: 200,
      isSortable: true,
      example: '标定到期提醒',
    }),
    /** 1 text, 2 rich text; 4 in older rows. */
    templateType: field(z.enum(['1', '2', '4'], '请选择模板类型'), {
      label: '模板类型',
      dictionary: 'msgType',
      search: 'eq',
      query: true,
      width: 100,
      example: '文本',
    }),
    useStatus: field(z.enum(['0', '1']).default('0'), {
      label: '应用状态',
      choices: { 1: '应用', 0: '未应用' },
      search: 'eq',
      query: true,
      width: 100,
    }),
    /** With placeholders `${name}`. */
    templateContent: field(requiredText(MAX_CONTENT_CHARS), {
      label: '模板内容',
      query: true,
      isWide: true,
      width: 360,
      help: '用 ${名称} 表示发送时填入的内容',
      hint: '用 ${名称} 表示要填的内容',
      example: '设备 ${device} 将于 ${date} 标定到期',
    }),
    templateTestJson: field(jsonObjectText(4_000).nullish(), {
      label: '测试数据',
      sheetLabel: '模板测试json',
      isWide: true,
      rows: 3,
      shown: 'chosen',
      width: 240,
      help: 'JSON 对象，如 {"name":"值"}',
      example: '{"device":"江北 2#","date":"2027-01-01"}',
    }),
    ...stamps({ createBy: 'chosen', createTime: 'wide' }),
  },
})
export type TemplateRow = RowOf<typeof template>
export type TemplateForm = FormOf<typeof template>
