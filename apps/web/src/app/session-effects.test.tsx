import { sessionEndpoints } from '@natim/contract/system/session'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { downloadFile } from '../lib/api/actions.ts'
import { call } from '../lib/api/http.ts'
import { pageReload } from '../lib/reload-page.ts'
import { useSession } from '../lib/session/session-store.ts'
import { renderPage } from '../testing/render-page.tsx'
import { SessionEffects } from './session-effects.tsx'

/** The server's answer to any call except logout. */
let answer: () => Response | Promise<Response>
const asked: { path: string; token: string | undefined }[] = []
/** One per test: the timer of an earlier test may still run. */
let reload = vi.fn<() => void>()

const failing = (status: number, message = '服务器的话', given: object = {}) =>
  Response.json({ success: false, message, code: status, result: null, timestamp: Date.now(), ...given }, { status })

beforeEach(() => {
  asked.length = 0
  const own = vi.fn<() => void>()
  reload = own
  vi.spyOn(pageReload, 'now').mockImplementation(own)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace(/^.*jeecg-boot/, '').replace(/\?.*/, '')
    asked.push({ path, token: (init.headers as Record<string, string>)['x-access-token'] })
    return path === '/sys/logout' ? Response.json({ success: true, message: '', code: 200, result: null }) : answer()
  })
})

const open = () => renderPage(<SessionEffects />, { at: '/mon/device/list' })
/** A call as any page makes it; it rejects for its caller regardless of what is shown. */
const request = () => call(sessionEndpoints.dictItems, { params: { code: 'sex' } }).catch((error: Error) => error)
const ask = () => act(request)
const cards = () => [...document.querySelectorAll<HTMLElement>('.ant-notification-notice')]
const lines = () => [...document.querySelectorAll<HTMLElement>('.ant-message-notice')]
const dialogs = () => [...document.querySelectorAll<HTMLElement>('.ant-modal-confirm')]
const dialog = () =>
  waitFor(() => {
    const [found] = dialogs()
    if (found === undefined) throw new Error('No dialog is open')
    return found
  })
const logouts = () => asked.filter(({ path }) => path === '/sys/logout')

/** Finds the card with `text`, with the title of all cards. */
async function card(text: string): Promise<HTMLElement> {
  const body = await screen.findByText(text)
  const found = body.closest<HTMLElement>('.ant-notification-notice')
  if (found === null) throw new Error(`«${text}» is on no card`)
  within(found).getByText('系统提示')
  return found
}

describe('the error catalogue', () => {
  it.each([
    ['ER-01', 403, '拒绝访问'],
    ['ER-02', 404, '很抱歉，资源未找到!'],
    ['ER-03', 413, '很抱歉，请求数量过多!'],
    ['ER-04', 501, '很抱歉，服务器错误!'],
    ['ER-05', 505, '数据正在生成，请关闭当前页面，稍后再试！'],
    ['ER-06', 504, '网络超时'],
  ])('[%s] %i is a card «%s»', async (_, status, text) => {
    open()
    answer = () => failing(status)
    expect(await ask()).toBeInstanceOf(Error)
    expect((await card(text)).className).toContain('error')
    expect(cards()).toHaveLength(1)
    expect(useSession.getState().token).toBe('test-token')
  })

  it("[ER-07] another status is a card with the server's message, else «请求失败（{status}）»", async () => {
    open()
    answer = () => failing(418)
    await ask()
    await card('服务器的话')
    answer = () => new Response('<html>', { status: 502 })
    await ask()
    await card('请求失败（502）')
  })

  it('[ER-09] a timeout is a card «网络超时», no connection «网络连接失败»', async () => {
    open()
    answer = () => Promise.reject(new DOMException('timeout of 60000ms exceeded', 'TimeoutError'))
    await ask()
    await card('网络超时')
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await ask()
    await card('网络连接失败')
  })

  it("[ER-14] any other 500 is a warning with the server's message and the request number", async () => {
    open()
    answer = () => failing(500, '数据库忙', { requestId: 'r-17' })
    await ask()
    const shown = await card('数据库忙')
    expect(shown.className).toContain('warning')
    within(shown).getByText(/r-17/)
  })

  it('[ER-15] a 500 for a file is read as JSON, anything else as a failed download', async () => {
    open()
    answer = () => failing(500, '模板不存在')
    await act(() => downloadFile('/a').catch(() => undefined))
    expect((await card('模板不存在')).className).toContain('warning')
    answer = () => new Response('<h1>', { status: 500 })
    await act(() => downloadFile('/a').catch(() => undefined))
    expect((await card('文件下载失败')).className).toContain('warning')
    answer = () => failing(500, 'Token失效，请重新登录')
    await act(() => downloadFile('/a').catch(() => undefined))
    await waitFor(() => expect(dialogs()).toHaveLength(1))
  })

  it('a refused business call is a short line, and an aborted call shows nothing', async () => {
    open()
    answer = () => failing(500, '站点编号已存在！')
    answer = () => Response.json({ success: false, message: '站点编号已存在！', code: 500, result: null })
    await ask()
    await waitFor(() => expect(lines()).toHaveLength(1))
    answer = () => Promise.reject(new DOMException('gone', 'AbortError'))
    await ask()
    expect(cards()).toHaveLength(0)
    expect(lines()).toHaveLength(1)
  })

  it('[ER-16] every failed call rejects for its caller', async () => {
    open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const status of [401, 403, 404, 413, 418, 500, 501, 504, 505]) {
      answer = () => failing(status)
      expect(await ask(), String(status)).toMatchObject({ status })
    }
  })
})

const EXPIRED = '很抱歉，登录已过期，请重新登录'

describe('the end of the session', () => {
  it('[ER-10] 401 signs out and reloads the page 1.5 s later', async () => {
    open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answer = () => failing(401)
    await ask()
    expect(useSession.getState().token).toBeUndefined()
    expect(logouts()).toEqual([{ path: '/sys/logout', token: 'test-token' }])
    await act(() => vi.advanceTimersByTimeAsync(1_499))
    expect(reload).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(reload).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
    await card(EXPIRED)
  })

  it('[ER-10] 401 without a token is only reported', async () => {
    open()
    useSession.setState({ token: undefined })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answer = () => failing(401)
    await ask()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    vi.useRealTimers()
    expect(reload).not.toHaveBeenCalled()
    expect(logouts()).toEqual([])
  })

  it('does not end a session begun since', async () => {
    open()
    let arrive: (response: Response) => void = () => undefined
    answer = () => new Promise((resolve) => (arrive = resolve))
    const late = request()
    await waitFor(() => expect(asked).toHaveLength(1))
    act(() => useSession.setState({ token: 'next-token' }))
    await act(() => {
      arrive(failing(401))
      return late
    })
    expect(useSession.getState().token).toBe('next-token')
    expect(cards()).toHaveLength(0)
  })

  it('[ER-11] 500 with Token失效 asks in a dialog without mask; its button signs out and reloads', async () => {
    const { user } = open()
    answer = () => failing(500, 'Token失效，请重新登录')
    await ask()
    const expired = await dialog()
    expect(expired.querySelector('.ant-modal-confirm-title')?.textContent).toBe('登录已过期')
    within(expired).getByText(EXPIRED)
    expect(document.querySelector('.ant-modal-mask')).toBeNull()
    expect(useSession.getState().token).toBe('test-token')
    await user.click(within(expired).getByRole('button', { name: '重新登录' }))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(useSession.getState().token).toBeUndefined()
    expect(localStorage.getItem('Access-Token')).toBeNull()
    expect(logouts()).toHaveLength(1)
  })

  it('[ER-11] does not reload on the login page', async () => {
    const { user } = open()
    answer = () => failing(500, 'Token失效')
    await ask()
    window.history.replaceState(null, '', '/user/login')
    await user.click(within(await dialog()).getByRole('button'))
    await waitFor(() => expect(useSession.getState().token).toBeUndefined())
    expect(reload).not.toHaveBeenCalled()
  })

  it('[ER-11] the same answer without a token is a warning like any other 500', async () => {
    open()
    useSession.setState({ token: undefined })
    answer = () => failing(500, 'Token失效')
    await ask()
    expect((await card('Token失效')).className).toContain('warning')
    expect(dialogs()).toHaveLength(0)
  })

  it('[ER-12] shows a persistent line instead of a dialog inside a chat app, and reloads the page', async () => {
    vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 wxwork/4.1' })
    open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answer = () => failing(500, 'Token失效')
    await ask()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    vi.useRealTimers()
    await screen.findByText('登录已过期，正在重新登录')
    expect(document.querySelector('.ant-message-loading')).not.toBeNull()
    expect(dialogs()).toHaveLength(0)
    expect(useSession.getState().token).toBeUndefined()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('[ER-13] is asked once, however many calls report it', async () => {
    open()
    answer = () => failing(500, 'Token失效')
    await act(() => Promise.all([request(), request(), request()]))
    await ask()
    await waitFor(() => expect(dialogs()).toHaveLength(1))
  })
})
