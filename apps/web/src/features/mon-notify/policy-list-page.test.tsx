import { notifyEndpoints } from '@natim/contract/mon/notify'
import { type NotifyPolicyRow, notifyPolicy } from '@natim/contract/mon/notify.resource'
import { rule } from '@natim/contract/mon/rule.resource'
import { roleChoiceEndpoints } from '@natim/contract/system/role'
import { sessionEndpoints } from '@natim/contract/system/session'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import NotifyPolicyListPage from './policy-list-page.tsx'

const ROW: NotifyPolicyRow = {
  id: '1',
  name: '夜班',
  status: 'on',
  severities: [1, 2],
  regionPrefixes: ['32'],
  ruleIds: [],
  toRoles: ['prov_duty', 'gone'],
  toDuty: [],
  toUsers: '',
  channels: ['console', 'sms'],
  webhookUrl: null,
  webhookSecret: '',
  wechatUrl: '',
  repeatMin: 5,
  sortNo: 10,
  createBy: null,
  createTime: '2026-11-01 08:00:00',
  updateBy: null,
  updateTime: null,
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(notifyPolicy.endpoints.list, () => pageOf([ROW]))
  api.on(sessionEndpoints.dictItems, () => [])
  api.on(rule.endpoints.list, () => pageOf([]))
  api.on(roleChoiceEndpoints.all, () => [
    {
      id: 'r',
      roleCode: 'prov_duty',
      roleName: '省级值班员',
      description: null,
      createBy: null,
      createTime: null,
      updateBy: null,
      updateTime: null,
    } as never,
  ])
})

describe('notification policies', () => {
  it('show their recipients, scope and channels', async () => {
    renderPage(<NotifyPolicyListPage />)
    const row = await screen.findByRole('row', { name: /夜班/ })
    await within(row).findByText('省级值班员、gone')
    for (const text of ['启用', '1 级、2 级', '控制台、短信', '每 5 min'])
      expect(within(row).getByText(text)).toBeTruthy()
  })

  it('send a test message and show the outcome of each channel', async () => {
    api.on(notifyEndpoints.test, () => [
      { channel: 'console' as const, error: null },
      { channel: 'sms' as const, error: '没有手机号' },
    ])
    const { user } = renderPage(<NotifyPolicyListPage />)
    await user.click(await screen.findByRole('button', { name: '测试 夜班' }))
    const dialog = await screen.findByRole('dialog', { name: /「夜班」测试结果/ })
    expect(within(dialog).getByText('控制台：已发送')).toBeTruthy()
    expect(within(dialog).getByText('短信：失败，没有手机号')).toBeTruthy()
    expect(api.callsOf(notifyEndpoints.test)[0]?.body).toEqual({ id: '1' })
  })

  it('are edited without their secrets, which stay unchanged when left empty', async () => {
    api.on(notifyPolicy.endpoints.update, () => {
      throw new Refusal('控制台、短信和邮件需要接收角色、值班组或接收人员！')
    })
    const { user } = renderPage(<NotifyPolicyListPage />)
    await user.click(await screen.findByRole('button', { name: '编辑 夜班' }))
    const dialog = await screen.findByRole('dialog', { name: '编辑通知策略' })
    await user.click(within(dialog).getByRole('checkbox', { name: '3 级 较大' }))
    await user.click(within(dialog).getByRole('checkbox', { name: '邮件' }))
    await user.click(within(dialog).getByRole('button', { name: '保存' }))
    expect(await within(dialog).findByText('控制台、短信和邮件需要接收角色、值班组或接收人员！')).toBeTruthy()
    expect(api.callsOf(notifyPolicy.endpoints.update)[0]?.body).toMatchObject({
      severities: [1, 2, 3],
      channels: ['console', 'sms', 'mail'],
    })
    expect(api.callsOf(notifyPolicy.endpoints.update)[0]?.body).not.toHaveProperty('webhookSecret', 'x')
  })

  it('show what was sent, and what was not and why', async () => {
    api.on(notifyEndpoints.deliveries, () => [
      {
        id: 'd',
        alarmId: 'a',
        alarmNo: 'A20261121-000123',
        title: '氯气超 AEGL-2',
        channel: 'mail' as const,
        receiverName: '何静',
        policyName: '夜班',
        kind: 'raise',
        round: 0,
        state: 'dropped' as const,
        tries: 1,
        lastError: '没有邮箱',
        createMs: Date.parse('2026-11-21T10:00:00+08:00'),
        nextMs: 0,
        sentMs: null,
      },
    ])
    const { user } = renderPage(<NotifyPolicyListPage />)
    await user.click(await screen.findByRole('button', { name: '发送记录' }))
    const row = await screen.findByRole('row', { name: /何静/ })
    for (const text of ['未发送', '氯气超 AEGL-2（A20261121-000123）', '邮件', '没有邮箱'])
      expect(within(row).getByText(text)).toBeTruthy()
  })

  it('hide actions without permission', async () => {
    renderPage(<NotifyPolicyListPage />, { rights: ['mon:notify:view'] })
    await screen.findByText('夜班')
    for (const name of [/新增通知策略/, '测试 夜班', '编辑 夜班', '删除 夜班'])
      await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
  })
})
