import type { MenuNode } from '@natim/contract/system/session'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AddressRouter, goTo } from '../lib/address.tsx'
import { useSession } from '../lib/session/session-store.ts'
import { DEFAULT_SETTINGS } from '../lib/settings.ts'
import { useSettings } from '../lib/settings-store.ts'
import { useTabTitle } from '../lib/tab-title.ts'
import { Unstyled } from '../testing/unstyled.tsx'
import { ExceptionPage } from './exception-page.tsx'
import { MainLayout } from './main-layout.tsx'
import { NoticeDrawer } from './notify/notice-drawer.tsx'
import type { Page } from './page.ts'
import { HOME_TAB, useTabs } from './tabs/tab-store.ts'

/** Never answers: the layout must work without a server. */
class SilentSocket extends EventTarget {
  send() {}
  close() {}
}

const effects: string[] = []
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const drawn: string[] = []

function Home() {
  return <h1>首页内容</h1>
}

function Counter() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    effects.push('counter shown')
    return () => {
      effects.push('counter hidden')
    }
  }, [])
  return <button onClick={() => setCount(count + 1)}>计数 {count}</button>
}

function Detail() {
  const { id } = useParams()
  const { search } = useLocation()
  drawn.push(`详情 ${id}`)
  useTabTitle(`设备 ${id}`)
  return (
    <p>
      详情 {id} {search}
    </p>
  )
}

function Broken(): never {
  throw new Error('page is broken')
}

const page = (path: string, title: string, View: Page['View'], given: Partial<Page> = {}): Page => ({
  path,
  title,
  View,
  keepAlive: true,
  trail: [{ title, path, isPage: true }],
  isFullBleed: false,
  hasTab: true,
  ...given,
})
const node = (path: string, title: string, given: Partial<MenuNode> = {}): MenuNode => ({
  id: path,
  path,
  name: path,
  component: 'x',
  route: '1',
  meta: { title, keepAlive: true, internalOrExternal: false, componentName: 'X' },
  ...given,
})

const PAGES = [
  page('/dashboard/analysis', '首页', Home),
  page('/counter', '计数器', Counter),
  page('/fresh', '每次重来', Counter, { keepAlive: false }),
  page('/detail/:id', '设备详情', Detail, {
    trail: [
      { title: '计数器', path: '/counter', isPage: true },
      { title: '设备详情', path: '/detail/:id', isPage: false },
    ],
  }),
  page('/form/:code', '在线表单', Counter),
  page('/broken', '坏页面', Broken),
  page('/404', '页面不存在', () => <ExceptionPage status={404} />, { hasTab: false }),
]
const MENU = [
  node('/dashboard/analysis', '首页'),
  node('/counter', '计数器'),
  node('/fresh', '每次重来'),
  node('/broken', '坏页面'),
]

function Console({ pages }: { pages: readonly Page[] }) {
  return (
    <Unstyled button={{ autoInsertSpace: false }}>
      <App>
        <NoticeDrawer />
        <QueryClientProvider client={queryClient}>
          <MainLayout menu={MENU} pages={pages} tools={null} userMenu={null} />
          <AddressRouter>
            <Link to="/detail/7">打开 7</Link>
            <Link to="/detail/7?~=%7B%22page%22%3A2%7D">7 的第二页</Link>
            <Link to="/counter">去计数器</Link>
            <Link to="/fresh">去重来</Link>
            <Link to="/form/leave">去请假单</Link>
            <Link to="/form/expense">去报销单</Link>
            <Link to="/broken">去坏页面</Link>
          </AddressRouter>
        </QueryClientProvider>
      </App>
    </Unstyled>
  )
}

function open(path: string) {
  goTo(path, { replace: true })
  const { rerender } = render(<Console pages={PAGES} />)
  return { setPages: (pages: readonly Page[]) => rerender(<Console pages={pages} />) }
}

const tabs = () => within(screen.getByRole('navigation', { name: '打开的页面' }))
const titles = () =>
  tabs()
    .getAllByRole('link')
    .map((link) => link.textContent)
const go = (name: string) => userEvent.click(screen.getByRole('link', { name }))

beforeEach(() => {
  effects.length = 0
  useTabs.setState({ tabs: [HOME_TAB] })
  useSettings.setState({ ...DEFAULT_SETTINGS, device: 'desktop' })
  useSession.setState({ token: 't', user: undefined, permissions: undefined })
  vi.stubGlobal('WebSocket', SilentSocket)
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  })
})

describe('the layout', () => {
  it('opens one tab per page and marks the current one', async () => {
    open('/dashboard/analysis')
    await go('去计数器')
    expect(titles()).toEqual(['首页', '计数器'])
    expect(tabs().getByRole('link', { current: 'page' }).textContent).toBe('计数器')
  })

  it('keeps the state of a hidden page with its effects paused, and drops it with the tab', async () => {
    open('/counter')
    await userEvent.click(screen.getByRole('button', { name: '计数 0' }))
    await userEvent.click(tabs().getByRole('link', { name: '首页' }))
    expect(effects).toEqual(['counter shown', 'counter hidden'])
    await go('去计数器')
    expect(screen.getByRole('button', { name: '计数 1' })).toBeTruthy()
    await userEvent.click(tabs().getByRole('button', { name: '关闭 计数器' }))
    expect(screen.getByText('首页内容')).toBeTruthy()
    await go('去计数器')
    expect(screen.getByRole('button', { name: '计数 0' })).toBeTruthy()
  })

  it('restarts a page that is not kept alive', async () => {
    open('/fresh')
    await userEvent.click(screen.getByRole('button', { name: '计数 0' }))
    await userEvent.click(tabs().getByRole('link', { name: '首页' }))
    await go('去重来')
    expect(screen.getByRole('button', { name: '计数 0' })).toBeTruthy()
  })

  it('refreshes one tab and leaves the others alone', async () => {
    open('/counter')
    await userEvent.click(screen.getByRole('button', { name: '计数 0' }))
    await userEvent.click(tabs().getByRole('button', { name: '刷新 计数器' }))
    expect(screen.getByRole('button', { name: '计数 0' })).toBeTruthy()
  })

  it('[SH-26] lets a page name its tab, and list state opens none', async () => {
    open('/dashboard/analysis')
    await go('打开 7')
    await go('7 的第二页')
    expect(titles()).toEqual(['首页', '设备 7'])
    expect(screen.getByText(/详情 7 \?~=/)).toBeTruthy()
  })

  it('[SH-26] shows the configured title of a menu item that leads to one address of a pattern', async () => {
    const pages = PAGES.map((one) =>
      one.path === '/form/:code' ? { ...one, titles: new Map([['/form/leave', '请假单']]) } : one,
    )
    goTo('/dashboard/analysis', { replace: true })
    render(<Console pages={pages} />)
    await go('去请假单')
    await go('去报销单')
    expect(titles()).toEqual(['首页', '请假单', '在线表单'])
    expect(document.title).toBe('在线表单 · 全国空气毒性与感染监测网络')
    await userEvent.click(tabs().getByRole('link', { name: '请假单' }))
    expect(document.title).toBe('请假单 · 全国空气毒性与感染监测网络')
  })

  it('does not re-render kept pages on navigation, even ones that read their address', async () => {
    open('/dashboard/analysis')
    await go('打开 7')
    await go('去计数器')
    drawn.length = 0
    await go('去重来')
    await tabs().findByRole('link', { name: '每次重来', current: 'page' })
    expect(drawn).toEqual([])
  })

  it('titles the window with page and network name', async () => {
    open('/dashboard/analysis')
    expect(document.title).toBe('全国空气毒性与感染监测网络')
    await go('去计数器')
    expect(document.title).toBe('计数器 · 全国空气毒性与感染监测网络')
  })

  it('[SH-18] warns instead of closing 首页', async () => {
    open('/dashboard/analysis')
    tabs().getByRole('link', { name: '首页' }).focus()
    await userEvent.keyboard('{Delete}')
    expect(await screen.findByText('首页不能关闭!')).toBeTruthy()
    expect(titles()).toEqual(['首页'])
  })

  it('scrolls to the top on every navigation', async () => {
    open('/dashboard/analysis')
    await go('去计数器')
    expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 0 })
    expect(vi.mocked(window.scrollTo).mock.calls.length).toBe(2)
  })

  it('survives a broken page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    open('/dashboard/analysis')
    await go('去坏页面')
    expect(screen.getByRole('alert').textContent).toContain('页面出错了')
    await go('去计数器')
    expect(screen.getByRole('button', { name: '计数 0' })).toBeTruthy()
  })

  it('shows 404 for a path without a page, with a home link', async () => {
    open('/nowhere')
    expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy()
    expect(window.location.pathname).toBe('/404')
    expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('/dashboard/analysis')
    expect(titles()).toEqual(['首页'])
  })

  it('[SH-15] shows the path to a page: 首页 first, links in between, the page itself as text', async () => {
    useSettings.setState({ multipage: false })
    open('/detail/7')
    const way = within(screen.getByRole('navigation', { name: '位置' }))
    expect(way.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['首页', '计数器', '设备详情'])
    expect(way.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard/analysis',
      '/counter',
    ])
  })

  it('[SH-19] [ER-20] warns instead of closing the last tab', async () => {
    open('/counter')
    act(() => useTabs.setState((state) => ({ tabs: state.tabs.filter(({ key }) => key === '/counter') })))
    await userEvent.click(tabs().getByRole('button', { name: '关闭 计数器' }))
    expect(await screen.findByText('这是最后一页，不能再关闭了啦')).toBeTruthy()
    expect(titles()).toEqual(['计数器'])
  })

  it('keeps the visited pages for the whole session while tabs are off', async () => {
    useSettings.setState({ multipage: false })
    open('/counter')
    await userEvent.click(screen.getByRole('button', { name: '计数 0' }))
    await go('打开 7')
    expect(screen.queryByRole('navigation', { name: '打开的页面' })).toBeNull()
    await go('去计数器')
    expect(screen.getByRole('button', { name: '计数 1' })).toBeTruthy()
  })

  it('keeps the current page when tabs are turned off, and puts 首页 first when they are turned on', async () => {
    open('/counter')
    await go('打开 7')
    act(() => useSettings.setState({ multipage: false }))
    act(() => useSettings.setState({ multipage: true }))
    expect(titles()).toEqual(['首页', '设备 7'])
    expect(tabs().getByRole('link', { current: 'page' }).textContent).toBe('设备 7')
  })

  it('[ER-49] shows a broken page as an error panel with 重试, and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    open('/broken')
    expect(screen.getByRole('alert').textContent).toContain('页面出错了')
    expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
    expect(log.mock.calls.some(([place]) => String(place).startsWith('Page failed'))).toBe(true)
    await userEvent.click(tabs().getByRole('link', { name: '首页' }))
    expect(screen.getByText('首页内容')).toBeTruthy()
  })

  it('closes pages that new rights exclude, and names them', async () => {
    const { setPages } = open('/counter')
    await go('打开 7')
    await go('去计数器')
    setPages(PAGES.filter(({ path }) => path !== '/counter'))
    expect(await screen.findByText('权限已变更，已关闭：计数器')).toBeTruthy()
    expect(titles()).toEqual(['首页', '设备 7'])
    expect(window.location.pathname).toBe('/dashboard/analysis')
  })
})

describe('without the right to 首页', () => {
  const WITHOUT_HOME = PAGES.filter(({ path }) => path !== '/dashboard/analysis')
  const HOME = node('/dashboard/analysis', '首页', { component: 'dashboard/Analysis' })
  const hold = (...codes: string[]) =>
    useSession.setState({
      permissions: {
        menu: [HOME, ...MENU.slice(1)],
        auth: codes.map((action) => ({ action, type: '1', describe: action })),
        allAuth: [],
        sysSafeMode: true,
      },
    })
  const show = (path: string) => {
    goTo(path, { replace: true })
    const { rerender } = render(<Console pages={WITHOUT_HOME} />)
    return { grantHome: () => rerender(<Console pages={PAGES} />) }
  }

  it('[SS-13] a sign-in leads to the first permitted page, and no tab of 首页 is opened', async () => {
    hold()
    show('/dashboard/analysis')
    expect(await screen.findByRole('button', { name: '计数 0' })).toBeTruthy()
    expect(window.location.pathname).toBe('/counter')
    expect(titles()).toEqual(['计数器'])
    expect(screen.queryByText(/^权限已变更/)).toBeNull()
  })

  it('[SH-18] the first tab can be closed, and 首页 is first again once it is granted', async () => {
    hold()
    const { grantHome } = show('/fresh')
    await go('去计数器')
    expect(titles()).toEqual(['每次重来', '计数器'])
    await userEvent.click(screen.getByRole('button', { name: '关闭 每次重来' }))
    expect(titles()).toEqual(['计数器'])
    hold('mon:home:view')
    grantHome()
    expect(titles()).toEqual(['首页', '计数器'])
  })

  it('[SH-15] [SH-25] neither breadcrumb nor turning the tabs on offers it', async () => {
    hold()
    show('/counter')
    await go('打开 7')
    act(() => useSettings.setState({ multipage: false }))
    const way = within(screen.getByRole('navigation', { name: '位置' }))
    expect(way.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['计数器', '设备详情'])
    act(() => useSettings.setState({ multipage: true }))
    expect(titles()).toEqual(['设备 7'])
  })
})

describe('the menu of a tab', () => {
  const menuOf = (name: string, at = { clientX: 120, clientY: 60 }) =>
    fireEvent.contextMenu(tabs().getByRole('link', { name }), at)
  const items = () => screen.getAllByRole('menuitem', { name: /^(?:刷新|关闭左侧|关闭右侧|关闭其它)$/ })

  it('[SH-21] opens at the pointer with four entries, and closes by Esc, an outside click, or scrolling', async () => {
    open('/counter')
    menuOf('计数器')
    expect(items().map((item) => item.textContent)).toEqual(['刷新', '关闭左侧', '关闭右侧', '关闭其它'])
    const menu = screen.getByRole('menu').parentElement
    expect([menu?.style.left, menu?.style.top]).toEqual(['120px', '60px'])
    const isGone = () => screen.queryByRole('menu') === null
    await userEvent.keyboard('{Escape}')
    expect(isGone()).toBe(true)
    menuOf('计数器')
    fireEvent.scroll(window)
    expect(isGone()).toBe(true)
    menuOf('计数器')
    fireEvent.pointerDown(document.body)
    expect(isGone()).toBe(true)
  })

  it('closes the other tabs, and navigates when the current page is among them', async () => {
    open('/counter')
    await go('打开 7')
    await go('去重来')
    menuOf('设备 7')
    await userEvent.click(screen.getByRole('menuitem', { name: '关闭其它' }))
    expect(titles()).toEqual(['首页', '设备 7'])
    expect(window.location.pathname).toBe('/detail/7')
  })

  it('refreshes another tab by switching to it', async () => {
    open('/counter')
    await userEvent.click(screen.getByRole('button', { name: '计数 0' }))
    await go('打开 7')
    menuOf('计数器')
    await userEvent.click(screen.getByRole('menuitem', { name: '刷新' }))
    expect(screen.getByRole('button', { name: '计数 0' })).toBeTruthy()
  })
})
