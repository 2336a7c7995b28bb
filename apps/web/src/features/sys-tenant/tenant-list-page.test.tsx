import { sessionEndpoints } from '@natim/contract/system/session'
import { type TenantAdminRow, tenantEndpoints } from '@natim/contract/system/tenant'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import TenantListPage from './tenant-list-page.tsx'

const TENANT: TenantAdminRow = {
  id: 1001,
  name: '江苏监测',
  status: 1,
  status_dictText: '正常',
  beginDate: null,
  endDate: '2027-01-01 00:00:00',
  userCount: 12,
  createBy: 'admin',
  createTime: '2026-11-21 08:00:00',
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(tenantEndpoints.list, () => pageOf([TENANT]))
  api.on(sessionEndpoints.dictItems, () => [])
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('adds a tenant under a typed number, and shows at that field when it is taken', async () => {
  api.on(tenantEndpoints.create, () => {
    throw new Refusal('该编号已存在!')
  })
  const { user } = renderPage(<TenantListPage />)
  await user.click(await screen.findByRole('button', { name: /新\s*增/ }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('租户编号'), { target: { value: '1001' } })
  fireEvent.change(dialog.getByLabelText('租户名称'), { target: { value: '浙江监测' } })
  await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() =>
    expect(api.callsOf(tenantEndpoints.create)[0]?.body).toMatchObject({ id: 1001, name: '浙江监测' }),
  )
  expect(await dialog.findByText('该编号已存在!')).toBeTruthy()
})

it('changes and deletes by the number of the row', async () => {
  api.on(tenantEndpoints.update, () => null)
  api.on(tenantEndpoints.remove, () => null)
  const { user } = renderPage(<TenantListPage />)
  await user.click(await screen.findByRole('button', { name: '编辑 江苏监测' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText('租户编号')).toHaveProperty('disabled', true)
  fireEvent.change(dialog.getByLabelText('租户名称'), { target: { value: '江苏' } })
  await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(api.callsOf(tenantEndpoints.update)[0]?.body).toEqual({ id: '1001', name: '江苏' }))
  await user.click(await screen.findByRole('button', { name: '删除 江苏监测' }))
  await user.click(await screen.findByRole('button', { name: /^(删\s*除|确\s*定|确\s*认)$/ }))
  await waitFor(() => expect(api.callsOf(tenantEndpoints.remove)[0]?.query).toEqual({ id: 1001 }))
})

it('titles a phone card with the name, the number below', async () => {
  stubPhone()
  renderPage(<TenantListPage />)
  const card = (await screen.findByText('江苏监测')).closest('li')
  expect(card?.textContent).toMatch(/^江苏监测租户编号1001/)
})

it.each([
  ['no boxes for whoever may only look', ['system:tenant:list'] as const, 0],
  ['boxes for whoever may delete', ['system:tenant:list', 'system:tenant:delete'] as const, 2],
])('has %s', async (_, rights, boxes) => {
  renderPage(<TenantListPage />, { rights })
  await screen.findByText('江苏监测')
  expect(screen.queryAllByRole('checkbox')).toHaveLength(boxes)
})
