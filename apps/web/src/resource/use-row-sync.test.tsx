import type { PermissionCode } from '@natim/contract/permissions'
import { act, renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../lib/config.ts'
import { useSession } from '../lib/session/session-store.ts'
import { pageId } from '../lib/socket/grid.ts'
import { eventually } from '../testing/eventually.ts'
import { startSocketPeer } from '../testing/socket-peer.ts'
import type { Resource } from './define-resource.ts'
import { announceRow, useRowSync } from './use-row-sync.ts'

const station = {
  gridKey: 'mon-station',
  endpoints: { update: { access: 'mon:station:edit' } },
} as unknown as Resource

let peer: Awaited<ReturnType<typeof startSocketPeer>>

beforeEach(async () => {
  peer = await startSocketPeer()
  configure({ apiBase: peer.base.replace('ws:', 'http:') })
})
afterEach(async () => {
  act(() => useSession.setState({ token: undefined, user: undefined, permissions: undefined }))
  configure({})
  await peer.stop()
})

function signInWith(...rights: PermissionCode[]): void {
  const auth = rights.map((action) => ({ action, type: '1', describe: action }))
  useSession.setState({
    token: 'token-1',
    user: { id: 'u1' } as never,
    permissions: { menu: [], auth, allAuth: [], sysSafeMode: false },
  })
}

const mount = (resource: Resource, reload: () => void) =>
  renderHook(() => useRowSync(resource, reload), { wrapper: MemoryRouter })

const changed = (socketKey: string, caseId: string) =>
  JSON.stringify({ type: 'update_vxe_table', data: { socketKey, args: [{ id: 's1' }, caseId] } })

it('reloads a list when another console saves one of its rows, and announces its own saves', async () => {
  signInWith('mon:station:edit')
  const reload = vi.fn()
  mount(station, reload)
  const connection = await peer.accepted()
  expect(await connection.heard()).toContain('heart_beat')
  connection.say(changed('mon-station', pageId))
  connection.say(changed('mon-device', 'other-page'))
  connection.say(changed('mon-station', 'other-page'))
  await eventually(() => expect(reload).toHaveBeenCalledOnce())
  announceRow(station, 's1')
  expect(await connection.heard()).toBe(changed('mon-station', pageId))
})

it('opens no connection for users who may not edit, nor for a list that is not shared', () => {
  signInWith('mon:station:view')
  mount(station, vi.fn())
  signInWith('mon:station:edit')
  mount({ ...station, gridKey: undefined } as never, vi.fn())
  expect(peer.attempts()).toBe(0)
})
