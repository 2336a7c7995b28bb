import { type LimitImpact, limitEndpoints } from '@natim/contract/mon/limit'
import { type LimitRow, limit, limitSet } from '@natim/contract/mon/limit.resource'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import LimitListPage from './limit-list-page.tsx'

const ROW = {
  id: 'l-1',
  setId: 's-1',
  setId_dictText: '急性暴露指导水平',
  metricCode: 'cl2',
  kind: 'AEGL',
  level: '2',
  grade: null,
  avgPeriod: '60min',
  op: '>=',
  value: 2,
  unit: 'ppm',
  severity: 2,
  note: null,
  createBy: null,
  createTime: null,
  updateBy: null,
  updateTime: null,
} as unknown as LimitRow
const IMPACT: LimitImpact = {
  isInForce: true,
  channels: 1_212,
  stations: 204,
  provinces: 31,
  rules: [
    { id: 'rule-aegl', code: 'R-0002', name: 'AEGL 分级报警', channels: 1_212, activeAlarms: 2 },
    { id: 'rule-x', code: 'R-0031', name: '氯气', channels: 8, activeAlarms: 0 },
  ],
}

let impact: LimitImpact
beforeEach(() => {
  const api = stubApi()
  impact = IMPACT
  api.on(limit.endpoints.list, () => pageOf([ROW]))
  api.on(limitSet.endpoints.list, () => pageOf([]))
  api.on(limitEndpoints.impact, () => impact)
})

async function openEditor() {
  const { user } = renderPage(<LimitListPage />)
  await user.click(await screen.findByRole('button', { name: /^编辑/ }))
  const dialog = await screen.findByRole('dialog', { name: '编辑限值' })
  return within(await within(dialog).findByRole('status', { name: '修改的影响' }))
}

it('[BZ-20] shows which rules, channels and alarms a limit change will reach, before saving', async () => {
  const shown = await openEditor()
  expect(shown.getByText('修改将影响 2 条规则：1,212 个通道、204 个站点、31 个省份')).toBeDefined()
  expect(shown.getByRole('link', { name: 'R-0002' }).getAttribute('href')).toBe('/mon/alarm/rule/rule-aegl')
  expect(shown.getByText('，2 起报警将重新判定')).toBeDefined()
  expect(shown.getAllByRole('listitem')).toHaveLength(2)
})

it('[BZ-20] lists metric and value first, so that a phone card shows them', async () => {
  renderPage(<LimitListPage />)
  await screen.findByRole('button', { name: /^编辑/ })
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const named = heads.filter((text) => text !== '')
  expect(named.slice(0, 6)).toEqual(['监测因子', '类别', '等级', '限值', '单位', '平均时间'])
})

it.each([
  [{ ...IMPACT, rules: [] }, '没有启用的规则使用这一限值'],
  [{ ...IMPACT, isInForce: false, rules: [] }, '所属限值集今天不参与判定，修改不影响现在的报警'],
])('[BZ-20] says when a change reaches nothing', async (given, text) => {
  impact = given
  expect((await openEditor()).getByText(text)).toBeDefined()
})
