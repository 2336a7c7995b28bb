import { deviceEndpoints } from '@natim/contract/mon/device'
import { deviceModel } from '@natim/contract/mon/device-model.resource'
import { type PendingClient, pendingEndpoints } from '@natim/contract/mon/pending'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildModel } from '@/testing/build-device.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import PendingListPage from './pending-list-page.tsx'

const client = (overrides: Partial<PendingClient>): PendingClient => ({
  id: 'GT-NEW-1',
  clientId: 'GT-NEW-1',
  address: '203.0.113.9',
  gatewayId: null,
  gatewayName: null,
  firstAt: '2026-11-21 08:00:00',
  lastAt: '2026-11-21 10:00:00',
  attempts: 42,
  quarantined: 0,
  kinds: {},
  newest: null,
  state: 'waiting',
  ignoredBy: null,
  ignoredAt: null,
  ...overrides,
})
const behind = client({
  id: 'GT-NEW-2',
  clientId: 'GT-NEW-2',
  gatewayId: '5',
  gatewayName: '园区网关',
  quarantined: 3,
  kinds: { tele: 2, state: 1 },
  newest: '{"d":{"1":3}}',
})

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(pendingEndpoints.list, () => pageOf([client({}), behind]))
  api.on(deviceModel.endpoints.list, () =>
    pageOf([buildModel({ id: 'm-1', name: 'HX-GD600', code: 'GD600', kind: 'gas' })]),
  )
})

it('shows what each client sent and from where, and registers it with the known fields', async () => {
  api.on(deviceEndpoints.create, () => {
    throw new Refusal('客户端ID已存在！')
  })
  renderPage(<PendingListPage />)
  const row = await screen.findByRole('row', { name: /GT-NEW-2/ })
  for (const text of ['园区网关', '42', 'tele × 2、state × 1', '{"d":{"1":3}}'])
    expect(within(row).getByText(text)).toBeTruthy()
  fireEvent.click(within(row).getByRole('button', { name: '登记为设备 GT-NEW-2' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(await within(dialog).findByRole('radio', { name: /HX-GD600/ }))
  fireEvent.click(within(dialog).getByRole('button', { name: '下一步' }))
  expect(within(dialog).getByLabelText<HTMLInputElement>('客户端 ID').value).toBe('GT-NEW-2')
  fireEvent.change(within(dialog).getByLabelText('设备名称'), { target: { value: '江北 3#' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '创建设备' }))
  await waitFor(() =>
    expect(api.callsOf(deviceEndpoints.create).at(-1)?.body).toMatchObject({
      clientId: 'GT-NEW-2',
      gatewayId: '5',
      modelId: 'm-1',
      name: '江北 3#',
    }),
  )
})

it('ignores one or the selected ones at once, and offers nothing to read-only users', async () => {
  api.on(pendingEndpoints.ignore, () => null)
  const { unmount } = renderPage(<PendingListPage />)
  fireEvent.click(await screen.findByRole('button', { name: '忽略 GT-NEW-1' }))
  await waitFor(() =>
    expect(api.callsOf(pendingEndpoints.ignore).at(-1)?.body).toEqual({ ids: ['GT-NEW-1'], isIgnored: true }),
  )
  await waitFor(() => expect(api.callsOf(pendingEndpoints.list).length).toBeGreaterThan(1))
  unmount()
  renderPage(<PendingListPage />, { rights: ['mon:pending:view'] })
  expect(await screen.findByText('GT-NEW-1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /忽略|登记/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
