import { rejectEndpoints } from '@natim/contract/mon/reject'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import RejectListPage from './reject-list-page.tsx'

const trend = Array.from({ length: 24 }, (_, at) => at)

it('shows reasons in words, links to the device, and filters list and summary by period and reason', async () => {
  const api = stubApi()
  api.on(rejectEndpoints.list, () =>
    pageOf([
      {
        id: '71-E_RANGE',
        deviceId: '71',
        deviceName: '江北 2#',
        clientId: 'GT-71',
        stationName: null,
        regionCode: '320100',
        regionCode_dictText: '江苏省南京市',
        code: 'E_RANGE' as const,
        n: 1_234,
        lastHourMs: Date.parse('2026-11-21T10:00:00+08:00'),
        trend,
      },
    ]),
  )
  api.on(rejectEndpoints.summary, () => ({
    fromMs: 0,
    stepMs: 3_600_000,
    total: 1_234,
    devices: 1,
    trend,
    codes: [{ code: 'E_RANGE' as const, n: 1_234, devices: 1 }],
  }))
  renderPage(<RejectListPage />, { rights: ['mon:reject:view'] })
  const row = await screen.findByRole('row', { name: /江北 2#/ })
  expect(within(row).getByText('数值超出物理上下限')).toBeTruthy()
  expect(within(row).getByText('1,234')).toBeTruthy()
  expect(within(row).getByRole('link', { name: '江北 2#' }).getAttribute('href')).toBe('/mon/device/detail/71')
  expect(screen.queryByRole('button', { name: /导\s?出/ })).toBeNull()
  fireEvent.click(screen.getByText('7 天'))
  const summary = screen.getByRole('region', { name: '拒收汇总' })
  fireEvent.click(within(summary).getByRole('button', { name: /数值超出物理上下限/ }))
  for (const endpoint of [rejectEndpoints.list, rejectEndpoints.summary])
    await waitFor(() => expect(api.callsOf(endpoint).at(-1)?.query).toMatchObject({ hours: 168, code: 'E_RANGE' }))
})
