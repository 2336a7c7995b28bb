import { sessionEndpoints } from '@natim/contract/system/session'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../lib/api/http.ts'
import { leaveView } from '../lib/session/leave-view.ts'
import { signOut, useSession } from '../lib/session/session-store.ts'
import { startViewMode } from '../lib/view-mode.ts'
import { openSettingDrawer } from '../shell/setting-drawer/setting-drawer-state.ts'
import { ViewFrame } from '../shell/view-frame.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { Refusal, stubApi } from '../testing/stub-api.ts'
import { SessionEffects } from './session-effects.tsx'
import { UserActions } from './user-actions.tsx'
import { viewedPages } from './viewed-pages.tsx'

vi.mock('../lib/session/leave-view.ts', () => ({ leaveView: vi.fn<() => Promise<void>>(async () => undefined) }))
vi.mock('../shell/setting-drawer/setting-drawer-state.ts', async (load) => ({
  ...(await load<object>()),
  openSettingDrawer: vi.fn<() => void>(),
}))

const NAME = '周海宁（duty）'
let api: ReturnType<typeof stubApi>

beforeAll(() => {
  const endsAtMs = Date.now() + 29.5 * 60_000
  startViewMode({ token: 'view_1', name: NAME, kind: 'user', endsAtMs, backTo: '/isystem/rights' })
})
beforeEach(() => {
  vi.mocked(leaveView).mockClear()
  api = stubApi()
})
afterEach(() => vi.useRealTimers())

const lines = () => [...document.querySelectorAll('.ant-message-notice')].map(({ textContent }) => textContent)
const ask = () => act(() => call(sessionEndpoints.allDictItems, {}).catch((error: Error) => error))

describe('the frame of a view', () => {
  it('shows its subject, that it is read-only and its remaining time, with a way to leave', async () => {
    const { user } = renderPage(<ViewFrame />)
    expect(screen.getByRole('status').textContent).toBe(`正在以 ${NAME} 的身份查看 · 只读，修改操作已隐藏`)
    expect(screen.getByRole('timer').textContent).toBe(' · 还剩 29 分钟')
    expect(document.documentElement.dataset['view']).toBe('')
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '退出查看' }))
    await user.keyboard('{Enter}')
    expect(leaveView).toHaveBeenCalledExactlyOnceWith('left')
  })

  it('counts the last minute in seconds and leaves when it ends', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() })
    renderPage(<ViewFrame />)
    act(() => void vi.advanceTimersByTime(29 * 60_000))
    expect(screen.getByRole('timer').textContent).toMatch(/还剩 \d\d 秒/)
    expect(leaveView).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(60_000))
    expect(leaveView).toHaveBeenCalledWith('over')
  })
})

describe('the console in a view', () => {
  it("shows a refusal with the server's message", async () => {
    renderPage(<SessionEffects />)
    api.on(sessionEndpoints.allDictItems, () => {
      throw new Refusal('正在以他人身份查看，只能看，不能修改', 403)
    })
    await ask()
    await waitFor(() => expect(lines()).toEqual(['正在以他人身份查看，只能看，不能修改']))
    expect(leaveView).not.toHaveBeenCalled()
  })

  it('ends with a 401, without signing out', async () => {
    renderPage(<SessionEffects />)
    api.on(sessionEndpoints.allDictItems, () => {
      throw new Refusal('Token失效，请重新登录', 401)
    })
    await ask()
    expect(leaveView).toHaveBeenCalledWith('over')
    expect(useSession.getState().token).toBe('test-token')
    expect(document.querySelector('.ant-notification-notice')).toBeNull()
  })

  it('ends only the view on sign-out', async () => {
    useSession.setState({ token: 'view_1' })
    await signOut()
    expect(leaveView).toHaveBeenCalledWith('over')
    expect(useSession.getState().token).toBe('view_1')
    expect(api.calls).toEqual([])
  })

  it('has only look settings and the manual in the user menu', async () => {
    const { user } = renderPage(<UserActions />)
    await user.click(screen.getByRole('button', { name: /的菜单/ }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['系统设置', '使用手册'])
    await user.click(items[0] as HTMLElement)
    expect(openSettingDrawer).toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: '退出查看' }))
    expect(leaveView).toHaveBeenCalledExactlyOnceWith('left')
  })

  it('shows no private page of its subject, and makes no request there', () => {
    const Own = () => <p>自己的</p>
    const { 'account/center/Index': Centre = Own, 'a/Page': Page = () => null } = viewedPages({
      'account/center/Index': Own,
      'a/Page': Own,
    })
    renderPage(
      <>
        <Centre />
        <Page />
      </>,
    )
    expect(screen.getByText('本人的私有内容')).toBeTruthy()
    expect(screen.getAllByText('自己的')).toHaveLength(1)
  })
})
