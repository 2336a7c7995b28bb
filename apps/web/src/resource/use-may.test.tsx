import type { Endpoint } from '@natim/contract/endpoint'
import { station } from '@natim/contract/mon/station.resource'
import type { PermissionCode } from '@natim/contract/permissions'
import { roleGrantEndpoints } from '@natim/contract/system/role'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { startViewMode } from '@/lib/view-mode.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { useMay } from './use-may.ts'

const ASKED: Readonly<Record<string, Endpoint>> = {
  list: station.endpoints.list,
  create: station.endpoints.create,
  remove: station.endpoints.remove,
  file: station.endpoints.exportXls,
  grants: roleGrantEndpoints.granted,
}
const rights: PermissionCode[] = ['mon:station:view', 'mon:station:add', 'mon:station:delete', 'mon:station:export']

function Allowed() {
  const allowed = [
    ['list', useMay(ASKED['list'])],
    ['create', useMay(ASKED['create'])],
    ['remove', useMay(ASKED['remove'])],
    ['file', useMay(ASKED['file'])],
    ['grants', useMay(ASKED['grants'])],
    ['nothing', useMay(undefined)],
  ]
  return <output>{allowed.flatMap(([name, isAllowed]) => (isAllowed ? [name] : [])).join(' ')}</output>
}
const offered = async () => (await screen.findByRole('status')).textContent

it('follows the rights', async () => {
  renderPage(<Allowed />, { rights })
  expect(await offered()).toBe('list create remove file')
})

it('allows only reads during an impersonation view', async () => {
  startViewMode({ token: 'view_1', name: '甲', kind: 'user', endsAtMs: Date.now() + 60_000, backTo: '/' })
  renderPage(<Allowed />, { rights })
  expect(await offered()).toBe('list')
})
