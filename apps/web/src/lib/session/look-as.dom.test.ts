import { STORAGE_KEYS } from '@natim/contract/constants'
import { lookEndpoints } from '@natim/contract/system/rights'
import { sessionEndpoints, type UserInfo, userInfo } from '@natim/contract/system/session'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal, stubApi } from '../../testing/stub-api.ts'

const NOTHING = Object.fromEntries(Object.keys(userInfo.shape).map((field) => [field, null]))
const COUNTS = { status: 1, delFlag: 0, activitiSync: 1, userIdentity: 1 }
const USER = { ...NOTHING, ...COUNTS, id: '9', username: 'duty', realname: '周海宁' } as UserInfo
const LOOK = { token: 'view_1', name: '周海宁（duty）', expiresAt: 0, lifeMs: 60_000, userInfo: USER, tenantId: 7 }

/** Simulates a page load: the view mode is fixed for the life of a page. */
async function loadPage() {
  vi.resetModules()
  const went: string[] = []
  const [{ pageReload }, begin, leave, storage, mode, { useSession }] = await Promise.all([
    import('../reload-page.ts'),
    import('./look-as.ts'),
    import('./leave-view.ts'),
    import('../storage.ts'),
    import('../view-mode.ts'),
    import('./session-store.ts'),
  ])
  vi.spyOn(pageReload, 'to').mockImplementation((path) => void went.push(path))
  return { went, ...begin, ...leave, ...storage, ...mode, useSession }
}

const own = () => JSON.stringify(Object.entries(localStorage).sort())
let api: ReturnType<typeof stubApi>

beforeEach(() => {
  api = stubApi()
  api.on(lookEndpoints.look, () => LOOK)
  api.on(sessionEndpoints.logout, () => null)
  const keep = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify({ value, expire: null }))
  keep(STORAGE_KEYS.token, 'own')
  keep(STORAGE_KEYS.userInfo, { id: '1', username: 'admin' })
  keep(STORAGE_KEYS.dictItems, { sex: [] })
  keep('NATIM_APPEARANCE', 'dark')
  window.history.replaceState(null, '', '/isystem/rights?x=1')
})
afterEach(() => vi.useRealTimers())

const begun = async () => {
  const page = await loadPage()
  await page.lookAs({ kind: 'user', id: '9' })
  return page
}

describe('starting an impersonation view', () => {
  it('keeps the session of the view in this tab only, and the own session untouched', async () => {
    const before = own()
    const { went } = await begun()
    expect(went).toEqual(['/dashboard/analysis'])
    expect(own()).toBe(before)
    const next = await loadPage()
    expect(next.useSession.getState()).toMatchObject({ token: 'view_1', user: USER, tenantId: '7' })
    expect(next.readStored(STORAGE_KEYS.dictItems)).toEqual({ sex: [] })
    expect(next.readStored('NATIM_APPEARANCE')).toBe('dark')
    next.writeStored('NATIM_APPEARANCE', 'light', null)
    next.removeStored(STORAGE_KEYS.token)
    expect(next.storedKeys()).toContain('NATIM_APPEARANCE')
    expect(next.storedKeys()).not.toContain(STORAGE_KEYS.token)
    expect(own()).toBe(before)
  })

  it('ignores a sign-out or sign-in in another tab', async () => {
    await begun()
    const { useSession } = await loadPage()
    const { followOtherTabs } = await import('./session-store.ts')
    const stop = followOtherTabs()
    localStorage.removeItem(STORAGE_KEYS.token)
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.token }))
    expect(useSession.getState().token).toBe('view_1')
    stop()
  })

  it('does not start when the server refuses', async () => {
    api.on(lookEndpoints.look, () => {
      throw new Refusal('不能以其身份查看')
    })
    const page = await loadPage()
    await expect(page.lookAs({ kind: 'user', id: '9' })).rejects.toThrow('不能以其身份查看')
    expect(page.went).toEqual([])
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('leaving', () => {
  it('tells the server, clears the view and returns to its start page, with its subject', async () => {
    await begun()
    const page = await loadPage()
    await Promise.all([page.leaveView('left'), page.leaveView('over')])
    expect(api.callsOf(sessionEndpoints.logout)).toHaveLength(1)
    expect(page.went).toEqual(['/isystem/rights?kind=user&id=9'])
    expect(sessionStorage).toHaveLength(0)
    // The old page no longer writes to the own storage.
    page.writeStored('NATIM_APPEARANCE', 'light', null)
    expect(localStorage.getItem('NATIM_APPEARANCE')).toContain('dark')
    const next = await loadPage()
    expect(next.useSession.getState()).toMatchObject({ token: 'own' })
    expect([next.tookViewOver(), next.viewMode()]).toEqual([false, undefined])
  })

  it('reports an automatic end once, on the next page', async () => {
    await begun()
    const page = await loadPage()
    await page.leaveView('over')
    // The old page must not consume the message.
    expect(page.tookViewOver()).toBe(false)
    const next = await loadPage()
    expect([next.tookViewOver(), next.tookViewOver()]).toEqual([true, false])
  })

  it('does not wait for an unreachable server', async () => {
    await begun()
    const page = await loadPage()
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    vi.useFakeTimers()
    const leaving = page.leaveView('left')
    await vi.advanceTimersByTimeAsync(2_000)
    await leaving
    expect(page.went).toHaveLength(1)
  })

  it('is what signing out does in a view: the own session continues', async () => {
    await begun()
    const { useSession, went } = await loadPage()
    const { signOut } = await import('./session-store.ts')
    const before = own()
    await signOut()
    expect(went).toHaveLength(1)
    expect(own()).toBe(before)
    expect(useSession.getState().token).toBe('view_1')
  })
})
