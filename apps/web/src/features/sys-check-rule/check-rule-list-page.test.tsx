import { checkEndpoints } from '@natim/contract/system/check'
import { type CheckRuleRow, checkRule } from '@natim/contract/system/check-rule.resource'
import { sessionEndpoints } from '@natim/contract/system/session'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import CheckRuleListPage from './check-rule-list-page.tsx'

const PARTS = [
  { digits: '*', pattern: '.{5}', message: '应为 5 位', priority: '1' },
  { digits: '2', pattern: 'GD', message: '应以 GD 开头' },
]
const RULE: CheckRuleRow = {
  id: 'r1',
  ruleName: '工单号',
  ruleCode: 'ticket',
  ruleJson: JSON.stringify(PARTS),
  ruleDescription: 'GD + 3 位',
  createBy: 'admin',
  createTime: '2026-11-21 08:00:00',
  updateBy: null,
  updateTime: null,
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(checkRule.endpoints.list, () => pageOf([RULE]))
  api.on(sessionEndpoints.dictItems, () => [])
})

const cellOf = (dialog: HTMLElement, row: number, key: string) => {
  const cell = dialog.querySelectorAll<HTMLElement>('[data-id]')[row]?.querySelector<HTMLElement>(`[data-key="${key}"]`)
  if (!cell) throw new Error(`no cell ${key} in row ${row}`)
  return cell
}

it('shows the steps of a rule in a table and saves them in order, priorities included', async () => {
  api.on(checkRule.endpoints.update, () => null)
  const { user } = renderPage(<CheckRuleListPage />)
  await user.click(await screen.findByRole('button', { name: '编辑 工单号' }))
  const dialog = await screen.findByRole('dialog')
  expect(cellOf(dialog, 0, 'priority').textContent).toContain('优先运行')
  expect(cellOf(dialog, 1, 'digits').textContent).toContain('2')
  expect(within(dialog).getByLabelText('规则编码')).toHaveProperty('disabled', true)
  fireEvent.pointerDown(cellOf(dialog, 1, 'message'))
  await user.click(cellOf(dialog, 1, 'message'))
  const input = cellOf(dialog, 1, 'message').querySelector('input')
  if (!input) throw new Error('the cell did not open')
  fireEvent.change(input, { target: { value: '前两位应为 GD' } })
  await user.click(within(dialog).getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(api.callsOf(checkRule.endpoints.update)).toHaveLength(1))
  const { id, ruleJson = '' } = api.callsOf(checkRule.endpoints.update)[0]?.body ?? { id: '' }
  expect(id).toBe('r1')
  expect(JSON.parse(ruleJson)).toEqual([PARTS[0], { ...PARTS[1], message: '前两位应为 GD' }])
})

it('requires at least one step, and complete steps', async () => {
  const { user } = renderPage(<CheckRuleListPage />)
  await user.click((await screen.findAllByRole('button', { name: /新增校验规则/ }))[0] ?? document.body)
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('规则名称'), { target: { value: '甲' } })
  fireEvent.change(within(dialog).getByLabelText('规则编码'), { target: { value: 'a' } })
  await user.click(within(dialog).getByRole('button', { name: /保\s*存/ }))
  expect(await within(dialog).findByText('请至少填写一个校验步骤')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: /新\s*增$/ }))
  await user.click(within(dialog).getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(dialog.querySelector('[aria-invalid="true"],[data-error]')).toBeTruthy())
  expect(api.callsOf(checkRule.endpoints.create)).toHaveLength(0)
})

it('tests values against the stored rule', async () => {
  api.on(checkEndpoints.rule, ({ query }) => {
    if (query.value !== 'GD%20%2B') throw new Refusal('应以 GD 开头')
    return null
  })
  const { user } = renderPage(<CheckRuleListPage />)
  await user.click(await screen.findByRole('button', { name: '测试 工单号' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('要校验的值'), 'X')
  await user.click(dialog.getByRole('button', { name: /校\s*验/ }))
  expect(await dialog.findByText('应以 GD 开头')).toBeTruthy()
  await user.clear(dialog.getByLabelText('要校验的值'))
  await user.type(dialog.getByLabelText('要校验的值'), 'GD +')
  await user.click(dialog.getByRole('button', { name: /校\s*验/ }))
  expect(await dialog.findByText('校验通过！')).toBeTruthy()
})
