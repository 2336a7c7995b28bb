import { fillRuleExtraEndpoints } from '@natim/contract/system/fill-rule'
import { type FillRuleRow, fillRule } from '@natim/contract/system/fill-rule.resource'
import { sessionEndpoints } from '@natim/contract/system/session'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import FillRuleListPage from './fill-rule-list-page.tsx'

const RULE: FillRuleRow = {
  id: 'f1',
  ruleName: '单号生成',
  ruleCode: 'shop_order_num',
  ruleClass: 'orderNumber',
  ruleClass_dictText: '单号',
  ruleParams: '{"prefix":"CN"}',
  createBy: 'admin',
  createTime: '2026-11-21 08:00:00',
  updateBy: null,
  updateTime: null,
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(fillRule.endpoints.list, () => pageOf([RULE]))
  api.on(fillRuleExtraEndpoints.handlers, () => [
    {
      name: 'orderNumber',
      title: '单号',
      hint: '前缀 + 时间',
      params: [{ key: 'prefix', title: '前缀', hint: '默认 CN' }],
    },
    {
      name: 'departCode',
      title: '机构编码',
      hint: '逐级',
      params: [{ key: 'parentId', title: '上级部门', hint: '编号' }],
    },
  ])
  api.on(sessionEndpoints.dictItems, () => [])
})

it('asks for what the chosen handler takes, and keeps it as JSON', async () => {
  api.on(fillRule.endpoints.update, () => null)
  const { user } = renderPage(<FillRuleListPage />)
  await user.click(await screen.findByRole('button', { name: '编辑 单号生成' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByLabelText('前缀')).toHaveProperty('value', 'CN')
  fireEvent.change(dialog.getByLabelText('前缀'), { target: { value: 'XJ' } })
  await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(api.callsOf(fillRule.endpoints.update)).toHaveLength(1))
  expect(api.callsOf(fillRule.endpoints.update)[0]?.body).toEqual({ id: 'f1', ruleParams: '{"prefix":"XJ"}' })
})

it.each([
  ['CN2026112116040512', 'CN2026112116040512'],
  [['A02', '1'], 'A02，1'],
])('shows what the rule makes: %j', async (value, text) => {
  api.on(fillRuleExtraEndpoints.test, () => value)
  const { user } = renderPage(<FillRuleListPage />)
  await user.click(await screen.findByRole('button', { name: '测试 单号生成' }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(api.callsOf(fillRuleExtraEndpoints.test)[0]?.query).toEqual({ ruleCode: 'shop_order_num' })
})
