import { STORAGE_KEYS } from '@natim/contract/constants'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoticeDrawer } from '@/shell/notify/notice-drawer.tsx'
import { useSession } from '../../lib/session/session-store.ts'
import { eventually } from '../../testing/eventually.ts'
import { Unstyled } from '../../testing/unstyled.tsx'
import LoginPage from './login-page.tsx'

const USER = { id: '1', username: 'duty', realname: '周海宁' }
const envelope = (result: unknown, given: object = {}) =>
  Response.json({ success: true, message: '', code: 200, result, timestamp: Date.now(), ...given })

let loginAnswer: () => Response
const requests: { path: string; body: unknown }[] = []

beforeEach(() => {
  requests.length = 0
  loginAnswer = () => envelope({ token: 'tok', userInfo: USER, sysAllDictItems: {}, departs: [], multi_depart: 0 })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const path = url.replace(/^.*\/jeecg-boot/, '').replace(/\?.*/, '')
    requests.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined })
    if (path === '/sys/site/settings')
      return envelope({
        networkName: '测试网',
        filingText: '京ICP备 1 号',
        supportText: '',
        captcha: true,
        smsLogin: false,
        registration: false,
        thirdLogins: [],
        filingUrl: 'https://beian.example/1',
        mqttPort: 1883,
        demoLoadPercent: null,
        demoFailed: [],
      })
    if (path.startsWith('/sys/randomImage/')) return envelope(`data:image/png;base64,${path.length}`)
    if (path === '/sys/login') return loginAnswer()
    return new Response('', { status: 404 })
  })
})
afterEach(() => vi.unstubAllGlobals())

function open(): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Unstyled>
        <App>
          <NoticeDrawer />
          <MemoryRouter initialEntries={['/user/login?redirect=%2Fmon%2Fdevice%2Flist']}>
            <LoginPage />
          </MemoryRouter>
        </App>
      </Unstyled>
    </QueryClientProvider>,
  )
}

async function fill(captcha = '7KR4'): Promise<void> {
  await userEvent.type(screen.getByLabelText('账号'), 'duty')
  await userEvent.type(screen.getByLabelText('密码'), 'secret-1')
  await userEvent.type(await screen.findByLabelText('验证码'), captcha)
  await userEvent.click(screen.getByRole('button', { name: /^登 ?录$/ }))
}

const pictures = () => requests.filter(({ path }) => path.startsWith('/sys/randomImage/')).length

describe('the sign-in page', () => {
  it('[SH-01] shows product, network and filing number of the installation', async () => {
    open()
    expect(await screen.findByText('测试网')).toBeTruthy()
    expect(screen.getByText('京ICP备 1 号').getAttribute('href')).toBe('https://beian.example/1')
    expect(screen.getByRole('banner').textContent).toContain('NATIM')
  })

  it('sends the captcha key as a number and stores the session under the exact keys', async () => {
    open()
    await fill()
    await eventually(() => expect(useSession.getState().token).toBe('tok'))
    const sent = requests.find(({ path }) => path === '/sys/login')?.body as Record<string, unknown>
    expect(sent).toMatchObject({ username: 'duty', password: 'secret-1', captcha: '7KR4', remember_me: true })
    expect(sent.checkKey).toBeTypeOf('number')
    for (const key of [STORAGE_KEYS.token, STORAGE_KEYS.userInfo, STORAGE_KEYS.username, STORAGE_KEYS.dictItems]) {
      expect(localStorage.getItem(key)).not.toBeNull()
    }
  })

  it('after a failed attempt shows why, keeps the input and loads a new captcha', async () => {
    loginAnswer = () => envelope(null, { success: false, code: 500, message: '用户名或密码错误' })
    open()
    await fill()
    expect((await screen.findByRole('alert')).textContent).toContain('用户名或密码错误')
    expect((screen.getByLabelText('账号') as HTMLInputElement).value).toBe('duty')
    expect((screen.getByLabelText('验证码') as HTMLInputElement).value).toBe('')
    await eventually(() => expect(pictures()).toBe(2))
  })

  it('focuses the captcha when it was wrong', async () => {
    loginAnswer = () => envelope(null, { success: false, code: 412, message: '验证码错误' })
    open()
    await fill('XXXX')
    await screen.findByRole('alert')
    expect(document.activeElement).toBe(screen.getByLabelText('验证码'))
  })

  it('marks empty fields and sends nothing', async () => {
    open()
    await userEvent.click(screen.getByRole('button', { name: /^登 ?录$/ }))
    expect(await screen.findByText('请输入账号')).toBeTruthy()
    expect(screen.getByText('请输入密码')).toBeTruthy()
    expect(requests.some(({ path }) => path === '/sys/login')).toBe(false)
  })

  it('says so when the server cannot be reached', async () => {
    loginAnswer = () => {
      throw new TypeError('failed to fetch')
    }
    open()
    await fill()
    expect((await screen.findByRole('alert')).textContent).toContain('网络连接失败')
  })
})
