import { ruleEndpoints } from '@natim/contract/mon/rule'
import { rule } from '@natim/contract/mon/rule.resource'
import { RULE_TEMPLATES } from '@natim/domain/alarm/rule-templates'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildRule } from '@/testing/build-rule.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import RuleListPage from './rule-list-page.tsx'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(rule.endpoints.list, () => pageOf([buildRule('1', { openCount: 2 }), buildRule('2', { enabled: false })], 2))
})
const address = () => window.location.pathname + window.location.search

it('lists rules with their sentences, and links to their open alarms', async () => {
  renderPage(<RuleListPage />)
  const row = (await screen.findByRole('link', { name: '氯气超标 1' })).closest('tr') as HTMLElement
  expect(within(row).getByText(/达到 0.5 ppm 并持续 1 min，报较大/)).toBeTruthy()
  expect(within(row).getByText('v3')).toBeTruthy()
  const open = within(row).getByRole('link', { name: '氯气超标 1 的未关闭报警 2 条' })
  expect(decodeURIComponent(open.getAttribute('href') ?? '')).toContain('"ruleId":"1"')
})

it('enables a rule at once, and confirms before disabling one', async () => {
  api.on(ruleEndpoints.enable, () => null)
  const { user } = renderPage(<RuleListPage />)
  await user.click(await screen.findByRole('switch', { name: '启用 氯气超标 2' }))
  await waitFor(() =>
    expect(api.callsOf(ruleEndpoints.enable)).toMatchObject([{ body: { ids: ['2'], enabled: true } }]),
  )
  await user.click(screen.getByRole('switch', { name: '启用 氯气超标 1' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/2 条未关闭的报警中，仍在持续的以“规则已停用”恢复/)).toBeTruthy()
  expect(api.callsOf(ruleEndpoints.enable)).toHaveLength(1)
  await user.click(within(dialog).getByRole('button', { name: /停\s*用/ }))
  await waitFor(() => expect(api.callsOf(ruleEndpoints.enable)).toHaveLength(2))
})

it('creates a rule from a template, from another one, or empty', async () => {
  api.on(ruleEndpoints.templates, () => RULE_TEMPLATES as never)
  const { user } = renderPage(<RuleListPage />)
  await user.click(await screen.findByRole('button', { name: '从模板新建' }))
  const gallery = await screen.findByRole('dialog', { name: '从模板新建' })
  expect(await within(gallery).findByText('来源 GB/T 50493-2019、GBZ 2.1-2019')).toBeTruthy()
  await user.click(within(gallery).getByRole('button', { name: '使用模板 AEGL 分级报警' }))
  await waitFor(() => expect(address()).toBe('/mon/alarm/rule/new?template=aegl'))
  await user.click(screen.getByRole('button', { name: '复制 氯气超标 1' }))
  expect(address()).toBe('/mon/alarm/rule/new?copy=1')
  await user.click(screen.getByRole('button', { name: '新增报警规则' }))
  expect(address()).toBe('/mon/alarm/rule/new')
})

it('previews an imported file, and shows its errors', async () => {
  api.on(ruleEndpoints.importJson, () => [
    { code: 'R-0001', name: '甲', outcome: 'same' as const },
    { code: 'R-0009', name: '乙', outcome: 'new' as const },
  ])
  const { user } = renderPage(<RuleListPage />)
  await user.click(await screen.findByRole('button', { name: '导入规则' }))
  const dialog = await screen.findByRole('dialog', { name: '导入规则' })
  // Each file gets a new input element.
  const chooser = () => dialog.querySelector('input[type=file]') as HTMLInputElement
  const { branches, scope } = buildRule('9')
  const content = [{ schema: 1, code: 'R-0009', name: '乙', body: { branches, scope } }]
  await user.upload(chooser(), new File([JSON.stringify(content)], 'rules.json', { type: 'application/json' }))
  const preview = await within(dialog).findByRole('list', { name: '导入预览' })
  expect(
    within(preview)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['相同R-0001甲', '新增R-0009乙'])
  expect(api.callsOf(ruleEndpoints.importJson)).toMatchObject([{ body: { check: true } }])
  api.on(ruleEndpoints.importJson, () => {
    throw new Refusal('请求参数不正确：规则 R-0009：规则编号已存在！')
  })
  await user.click(within(dialog).getByRole('button', { name: '导入 1 条' }))
  expect(await within(dialog).findByText(/规则 R-0009：规则编号已存在/)).toBeTruthy()
  await user.upload(chooser(), new File(['nonsense'], 'rules.json', { type: 'application/json' }))
  expect(await within(dialog).findByText('文件无法读取，请选择由本系统导出的规则文件')).toBeTruthy()
})

it('shows readers the rules only', async () => {
  renderPage(<RuleListPage />, { rights: ['mon:rule:view'] })
  expect(await screen.findByRole('button', { name: '查看 氯气超标 1' })).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
  for (const name of ['从模板新建', '导入规则', '导出规则', '新增报警规则', '复制 氯气超标 1', '删除 氯气超标 1'])
    expect(screen.queryByRole('button', { name }), name).toBeNull()
})
