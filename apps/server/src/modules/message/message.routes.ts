import {
  type MessageRow,
  messageEndpoints,
  type messageForm,
  type messageRow,
  type TemplateRow,
  templateEndpoints,
  type templateForm,
  type templateRow,
} from '@natim/contract/system/message'
import type { FastifyInstance } from 'fastify'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { recordHandlers } from '../record/index.ts'
import { createMessageService, type MessageDeps } from './message.service.ts'

/** Headings of contract/00 §11. */
const MESSAGE_COLUMNS: readonly SheetColumn<MessageRow>[] = [
  { title: '消息标题', value: (row) => row.esTitle },
  { title: '推送内容', value: (row) => row.esContent },
  { title: '推送所需参数Json格式', value: (row) => row.esParam },
  { title: '接收人', value: (row) => row.esReceiver },
  { title: '推送方式', value: (row) => row.esType_dictText },
  { title: '推送状态', value: (row) => row.esSendStatus_dictText },
  { title: '推送时间', value: (row) => row.esSendTime },
  { title: '发送次数', value: (row) => row.esSendNum },
  { title: '推送失败原因', value: (row) => row.esResult },
  { title: '备注', value: (row) => row.remark },
]

const TEMPLATE_COLUMNS: readonly SheetColumn<TemplateRow>[] = [
  { title: '模板CODE', value: (row) => row.templateCode },
  { title: '模板标题', value: (row) => row.templateName },
  { title: '模板内容', value: (row) => row.templateContent },
  { title: '模板测试json', value: (row) => row.templateTestJson },
  { title: '模板类型', value: (row) => row.templateType_dictText },
  { title: '应用状态', value: (row) => (row.useStatus === '1' ? '应用' : '未应用') },
]

export function registerMessageRoutes(app: FastifyInstance, deps: MessageDeps): void {
  const service = createMessageService(deps)
  const { messages, templates } = service

  implement(app, messageEndpoints, {
    ...recordHandlers<typeof messageRow, typeof messageForm, 'sysSms'>(deps.db, messages, {
      title: '消息列表',
      columns: MESSAGE_COLUMNS,
    }),
    send: async ({ body, ctx }) => {
      await service.send(actorOf(ctx), body.id)
      return withMessage(null, '发送成功！')
    },
  })

  implement(app, templateEndpoints, {
    ...recordHandlers<typeof templateRow, typeof templateForm, 'sysSmsTemplate'>(deps.db, templates, {
      title: '消息模板列表',
      columns: TEMPLATE_COLUMNS,
    }),
    update: async ({ body: { id, ...patch }, ctx }) => {
      await service.assertChangeable(actorOf(ctx), id, patch)
      await templates.update(actorOf(ctx), id, patch)
      return withMessage(null, '编辑成功！')
    },
    sendMsg: async ({ body, ctx }) => {
      await service.sendFromTemplate(actorOf(ctx), body)
      return withMessage(null, '发送成功！')
    },
  })
}
