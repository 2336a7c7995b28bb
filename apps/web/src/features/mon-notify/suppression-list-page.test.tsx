import { deviceEndpoints } from '@natim/contract/mon/device'
import { rule } from '@natim/contract/mon/rule.resource'
import { station } from '@natim/contract/mon/station.resource'
import { type SuppressionRow, suppression, suppressionEndpoints } from '@natim/contract/mon/suppression.resource'
import { sessionEndpoints } from '@natim/contract/system/session'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import SuppressionListPage from './suppression-list-page.tsx'

const ROW: SuppressionRow = {
  id: '1',
  name: '江北检修',
  state: 'open',
  kind: 'mark',
  fromTs: '2026-11-21 08:00:00',
  toTs: '2026-11-21 16:00:00',
  rrule: 'FREQ=WEEKLY;BYDAY=MO,SA',
  scope: { regionPrefixes: ['3201'], deviceKinds: ['gas'], deviceIds: ['7', '8'] },
  ruleIds: [],
  ruleNames: [],
  reason: '年度检修',
  endedAt: null,
  createBy: 'keeper',
  createTime: '2026-11-01 08:00:00',
  updateBy: null,
  updateTime: null,
}
const ENDED: SuppressionRow = {
  ...ROW,
  id: '2',
  name: '旧检修',
  state: 'ended',
  rrule: null,
  refusals: { update: '抑制已结束，不能修改！' },
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(suppression.endpoints.list, () => pageOf([ROW, ENDED]))
  api.on(sessionEndpoints.dictItems, () => [])
  api.on(rule.endpoints.list, () => pageOf([]))
  api.on(station.endpoints.list, () => pageOf([]))
  api.on(deviceEndpoints.list, () => pageOf([]))
})

describe('suppressions', () => {
  it('show what they cover, their recurrence and their state', async () => {
    renderPage(<SuppressionListPage />)
    const row = await screen.findByRole('row', { name: /江北检修/ })
    for (const text of ['生效中', '产生报警但不通知', '每周一、周六', /南京，有毒气体探测器，2 台设备$/])
      expect(within(row).getByText(text)).toBeTruthy()
  })

  it('end after confirmation, which past ones no longer offer', async () => {
    api.on(suppressionEndpoints.end, () => null)
    const { user } = renderPage(<SuppressionListPage />)
    await user.click(await screen.findByRole('button', { name: '立即结束 江北检修' }))
    const dialog = await screen.findByRole('dialog', { name: /结束「江北检修」？/ })
    await user.click(within(dialog).getByRole('button', { name: /结\s*束/ }))
    await waitFor(() => expect(api.callsOf(suppressionEndpoints.end)[0]?.body).toEqual({ id: '1' }))
    await waitFor(() => expect(api.callsOf(suppression.endpoints.list)).toHaveLength(2))
    expect(screen.queryByRole('button', { name: '立即结束 旧检修' })).toBeNull()
    expect(screen.getByRole('button', { name: '编辑 旧检修' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('are created with weekdays and a scope', async () => {
    api.on(suppression.endpoints.update, () => null)
    const { user } = renderPage(<SuppressionListPage />)
    await user.click(await screen.findByRole('button', { name: '编辑 江北检修' }))
    const dialog = await screen.findByRole('dialog', { name: '编辑抑制' })
    await user.click(within(dialog).getByRole('checkbox', { name: '周三' }))
    await user.click(within(dialog).getByRole('checkbox', { name: '周六' }))
    await user.type(within(dialog).getByRole('combobox', { name: '监测因子' }), 'cl2')
    await user.click(await screen.findByTitle('氯气（cl2）'))
    await user.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(api.callsOf(suppression.endpoints.update)).toHaveLength(1))
    expect(api.callsOf(suppression.endpoints.update)[0]?.body).toMatchObject({
      id: '1',
      rrule: 'FREQ=WEEKLY;BYDAY=MO,WE',
      scope: { ...ROW.scope, metricCodes: ['cl2'] },
    })
  })

  it('hide actions without permission', async () => {
    renderPage(<SuppressionListPage />, { rights: ['mon:suppression:view'] })
    await screen.findByText('江北检修')
    for (const name of [/新增抑制/, '立即结束 江北检修', '编辑 江北检修', '删除 江北检修'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})
