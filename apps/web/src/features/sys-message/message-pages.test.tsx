import { messageSendEndpoints, templateSendEndpoints } from '@natim/contract/system/message'
import { type MessageRow, message, type TemplateRow, template } from '@natim/contract/system/message.resource'
import { sessionEndpoints } from '@natim/contract/system/session'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import MessageListPage from './message-list-page.tsx'
import TemplateListPage from './template-list-page.tsx'

const STAMPS = { createBy: 'admin', createTime: '2026-11-21 08:00:00', updateBy: null, updateTime: null }
const TEMPLATE: TemplateRow = {
  id: 't1',
  templateCode: 'sys_ts_note',
  templateName: '系统通知',
  templateType: '1',
  templateType_dictText: '文本',
  templateContent: '通知：${ts_content}',
  templateTestJson: '{"ts_content":"演练"}',
  useStatus: '1',
  ...STAMPS,
}
const MESSAGE: MessageRow = {
  id: 'm1',
  esTitle: '标定提醒',
  esType: 'system',
  esType_dictText: '系统消息',
  esReceiver: 'duty',
  esParam: null,
  esContent: '下周标定',
  esSendTime: null,
  esSendStatus: '2',
  esSendStatus_dictText: '发送失败',
  esSendNum: 1,
  esResult: '接收人不存在：duty',
  remark: null,
  ...STAMPS,
}

let api: ReturnType<typeof stubApi>
let templates: TemplateRow[]
beforeEach(() => {
  templates = [TEMPLATE, { ...TEMPLATE, id: 't2', templateCode: 'due', templateName: '标定到期', useStatus: '0' }]
  api = stubApi()
  api.on(template.endpoints.list, () => pageOf(templates))
  api.on(message.endpoints.list, () =>
    pageOf([MESSAGE, { ...MESSAGE, id: 'm2', esTitle: '旧消息', esSendStatus: '1' }]),
  )
  api.on(sessionEndpoints.dictItems, () => [])
})

const rowOf = async (text: string) => within((await screen.findByText(text)).closest('tr') ?? document.body)
const actionsOf = async (text: string) =>
  (await rowOf(text)).getAllByRole('button').map((button) => button.textContent?.trim())

describe('templates', () => {
  it('in use can only be tested and disabled; then they can be edited and deleted', async () => {
    api.on(template.endpoints.update, ({ body }) => {
      templates = templates.map((row) => (row.id === body.id ? { ...row, useStatus: body.useStatus ?? '0' } : row))
      return null
    })
    const { user } = renderPage(<TemplateListPage />)
    expect(await actionsOf('系统通知')).toEqual(['发送测试', '停用'])
    await user.click((await rowOf('系统通知')).getByRole('button', { name: '停用 系统通知' }))
    await waitFor(async () => expect(await actionsOf('系统通知')).toEqual(['发送测试', '应用', '编辑', '删除']))
    expect(api.callsOf(template.endpoints.update)[0]?.body).toEqual({ id: 't1', useStatus: '0' })
  })

  it('are tested with their own values; a refusal stays in the dialog', async () => {
    api.on(templateSendEndpoints.sendMsg, () => {
      throw new Refusal('邮件消息未配置，无法发送')
    })
    const { user } = renderPage(<TemplateListPage />)
    await user.click(await screen.findByRole('button', { name: '发送测试 系统通知' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('测试数据')).toHaveProperty('value', '{"ts_content":"演练"}')
    await user.click(dialog.getByRole('button', { name: /发\s*送/ }))
    expect(await dialog.findByText('请选择接收人')).toBeTruthy()
    expect(api.callsOf(templateSendEndpoints.sendMsg)).toHaveLength(0)
  })
})

describe('messages', () => {
  it('that were not sent can be sent again; the others can only be deleted', async () => {
    api.on(messageSendEndpoints.send, () => null)
    const { user } = renderPage(<MessageListPage />)
    expect(await actionsOf('旧消息')).toEqual(['删除'])
    expect(await actionsOf('标定提醒')).toEqual(['发送', '编辑', '删除'])
    await user.click((await rowOf('标定提醒')).getByRole('button', { name: '发送 标定提醒' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('以系统消息发送给 duty')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: /发\s*送/ }))
    await waitFor(() => expect(api.callsOf(messageSendEndpoints.send)[0]?.body).toEqual({ id: 'm1' }))
  })
})
