import { z } from 'zod'
import { clearable, requiredText, rowId, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, stamps } from '../resource/field.ts'
import { severity } from './rule-body.ts'

/** Notification channels for people and systems. */
export const NOTIFY_CHANNELS = {
  console: '控制台',
  sms: '短信',
  mail: '邮件',
  webhook: 'Webhook',
  wechat: '企业微信群机器人',
} as const
export type NotifyChannel = keyof typeof NOTIFY_CHANNELS

const STATUS = { on: '启用', off: '停用' } as const
const channel = z.enum(['console', 'sms', 'mail', 'webhook', 'wechat'])
const httpUrl = text(500)
  .regex(/^https?:\/\/[^\s]+$/, '应为 http 或 https 地址')
  .meta({ examples: ['https://duty.example.org/alarms'] })
const regionPrefix = z.string().regex(/^\d{2}(\d{2}(\d{2})?)?$/, '行政区划代码不正确')
const MAX_REPEAT_MIN = 1_440

/** 通知策略: who is notified of which alarms, and how. */
export const notifyPolicy = defineResource({
  base: '/mon/notify',
  code: 'mon:notify',
  read: 'view',
  title: '通知策略',
  entityLabel: '通知策略',
  measureWord: '条',
  view: 'mon/alarm/NotifyPolicyList',
  knownBy: ['name'],
  sort: { field: 'sortNo', order: 'asc' },
  recycleBin: true,
  fields: {
    name: field(requiredText(80), { label: '策略名称', search: 'like', query: true, width: 180, isSortable: true }),
    status: field(z.enum(['on', 'off'], '请选择状态').default('on'), {
      label: '状态',
      choices: STATUS,
      search: 'eq',
      width: 80,
    }),
    severities: field(z.array(severity).max(5).default([]), {
      label: '级别',
      help: '不选则为全部级别',
      type: 'none',
      width: 170,
    }),
    regionPrefixes: field(z.array(regionPrefix).max(200, '最多 200 项').default([]), {
      label: '行政区划',
      help: '不选则为全国',
      type: 'none',
      width: 110,
    }),
    ruleIds: field(z.array(rowId).max(200, '最多 200 条').default([]), {
      label: '规则',
      type: 'none',
      width: 120,
      shown: 'chosen',
    }),
    toRoles: field(z.array(requiredText(64)).max(50, '最多 50 个角色').default([]), {
      label: '接收角色',
      help: '只发给看得到该报警的人',
      type: 'none',
      width: 170,
      refusals: ['notify.receivers'],
    }),
    toDuty: field(z.array(rowId).max(50, '最多 50 项').default([]), {
      label: '值班接收',
      help: '发送时在班的人；可选级别或值班组',
      type: 'none',
      width: 100,
      shown: 'wide',
    }),
    toUsers: field(text(4_000).default(''), { label: '接收人员', type: 'none', width: 100, shown: 'wide' }),
    channels: field(z.array(channel).min(1, '请选择通知方式').max(5), { label: '通知方式', type: 'none', width: 160 }),
    webhookUrl: field(clearable(httpUrl), {
      label: 'Webhook 地址',
      help: '主机须在服务器的 WEBHOOK_HOSTS 名单中',
      type: 'none',
      width: 220,
      shown: 'chosen',
      refusals: ['notify.host'],
    }),
    /** Write-only: rows return it empty, and an empty value leaves it unchanged. */
    webhookSecret: {
      ...field(z.string().max(200, '最多 200 个字符').nullish(), {
        label: 'Webhook 密钥',
        help: '用于签名；加密保存，不再显示，编辑时留空表示不修改',
        type: 'none',
        shown: 'chosen',
      }),
      row: () => z.literal(''),
    },
    /** The URL contains its key, so it is treated like the secret. */
    wechatUrl: {
      ...field(z.union([z.literal(''), httpUrl]).nullish(), {
        label: '企业微信机器人地址',
        help: '含有密钥，加密保存，不再显示；编辑时留空表示不修改',
        type: 'none',
        shown: 'chosen',
      }),
      row: () => z.literal(''),
    },
    repeatMin: field(z.coerce.number().int().min(0).max(MAX_REPEAT_MIN, '最长 1440 分钟').default(0), {
      label: '重复间隔',
      help: '直到有人确认；0 表示只通知一次',
      unit: 'min',
      decimals: 0,
      width: 100,
    }),
    sortNo: field(z.coerce.number().int().min(0).max(9_999).default(10), {
      label: '顺序',
      decimals: 0,
      width: 70,
      isSortable: true,
    }),
    ...stamps({ createTime: 'chosen' }),
  },
})
export type NotifyPolicyRow = RowOf<typeof notifyPolicy>
