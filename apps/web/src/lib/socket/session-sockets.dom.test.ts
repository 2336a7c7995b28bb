import { GRID_PAGE_ID } from '@natim/contract/socket/grid'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startSocketPeer } from '../../testing/socket-peer.ts'
import { configure } from '../config.ts'
import { useSession } from '../session/session-store.ts'
import { gridSocket } from './grid.ts'
import { useNoticeFeed, useNoticePhase } from './notice.ts'

let peer: Awaited<ReturnType<typeof startSocketPeer>>

const signIn = (id: string, token: string | undefined) =>
  useSession.setState({ token, user: token === undefined ? undefined : ({ id } as never) })

beforeEach(async () => {
  peer = await startSocketPeer()
  configure({ apiBase: peer.base.replace('ws:', 'http:') })
})
afterEach(async () => {
  signIn('', undefined)
  configure({})
  await peer.stop()
})

function mountFeed() {
  const listener = { onNotice: vi.fn(), onResync: vi.fn() }
  const feed = renderHook(() => {
    useNoticeFeed(listener)
    return useNoticePhase()
  })
  return { ...feed, listener }
}

describe('the sockets of a session', () => {
  it('[CA-117] the notice socket starts with the session, changes with its token and ends with it', async () => {
    const { result } = mountFeed()
    expect(result.current).toBe('idle')
    act(() => signIn('u1', 'first'))
    const first = await peer.accepted()
    expect([first.path, first.protocol]).toEqual(['/websocket/u1', 'first'])
    act(() => signIn('u2', 'second'))
    const second = await peer.accepted()
    await first.gone
    expect([second.path, second.protocol]).toEqual(['/websocket/u2', 'second'])
    act(() => signIn('', undefined))
    await second.gone
    expect(result.current).toBe('idle')
    expect(peer.attempts()).toBe(2)
  })

  it('passes on messages, and reconnects at once when the network is back', async () => {
    signIn('u1', 'token-1')
    const { listener, result } = mountFeed()
    const connection = await peer.accepted()
    connection.say('{"cmd":"user","msgTxt":"巡检通知","msgId":"n1"}')
    await eventually(() => expect(listener.onNotice).toHaveBeenCalledWith({ id: 'n1', text: '巡检通知' }))
    act(() => void window.dispatchEvent(new Event('online')))
    await peer.accepted()
    await connection.gone
    await eventually(() => expect(listener.onResync).toHaveBeenCalledOnce())
    await eventually(() => expect(result.current).toBe('open'))
  })

  it('leaves nothing open when there are no listeners', async () => {
    signIn('u1', 'token-1')
    const { unmount } = mountFeed()
    const connection = await peer.accepted()
    unmount()
    await connection.gone
    expect(peer.size()).toBe(0)
  })

  it('[CA-110] the grid socket names its user and one random id of the page', async () => {
    signIn('u1', 'token-1')
    const leave = gridSocket.subscribe('device', 'case-1', { onRow: vi.fn(), onResync: vi.fn() })
    const first = await peer.accepted()
    const [, room, userId, pageId] = first.path.split('/')
    expect([room, userId, first.protocol]).toEqual(['vxeSocket', 'u1', 'token-1'])
    expect(pageId).toMatch(GRID_PAGE_ID)
    window.dispatchEvent(new Event('online'))
    expect((await peer.accepted()).path).toBe(first.path)
    leave()
    await eventually(() => expect(peer.size()).toBe(0))
  })

  it('the grid socket belongs to the current tenant, and changes with it', async () => {
    useSession.setState({ tenantId: '7' })
    signIn('u1', 'token-1')
    const leave = gridSocket.subscribe('device', 'case-1', { onRow: vi.fn(), onResync: vi.fn() })
    const first = await peer.accepted()
    expect(first.path).toMatch(/\?tenant-id=7$/)
    useSession.setState({ tenantId: undefined })
    await first.gone
    expect((await peer.accepted()).path).not.toContain('tenant-id')
    leave()
    await eventually(() => expect(peer.size()).toBe(0))
  })

  it('[CA-115] the grid socket stops after logout', async () => {
    signIn('u1', 'token-1')
    const leave = gridSocket.bind('key', vi.fn())
    const connection = await peer.accepted()
    signIn('', undefined)
    await connection.gone
    expect(gridSocket.phase()).toBe('idle')
    leave()
  })
})
