import { type SearchGroup, searchEndpoints } from '@natim/contract/system/search'
import type { MenuNode } from '@natim/contract/system/session'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildMenuNode } from '../../testing/build-menu-node.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Refusal, stubApi } from '../../testing/stub-api.ts'
import { MenuSearch } from './menu-search.tsx'
import { keepRecent } from './recent-results.ts'

const node = (path: string, title: string, component: string, given: Partial<MenuNode> = {}) =>
  buildMenuNode(path, title, { component, ...given })
const MENU = [
  node('/mon/station/list', '站点管理', 'mon/station/StationList'),
  node('/sensordata', '实时数据', 'SensorData'),
  node('/mon/device/list', '设备列表', 'mon/device/DeviceList'),
  node('/mon/device/detail/:id', '设备详情', 'mon/device/DeviceDetail', { hidden: true }),
]

const DEVICE: SearchGroup = {
  kind: 'device',
  total: 14,
  rows: ['1', '2', '3', '4'].map((id) => ({
    id,
    name: `江北 ${id}# 探测器`,
    code: `GT-${id}`,
    noun: '有毒气体探测器',
    place: '江北新区 2#',
    region: '江苏省南京市',
    device: { kind: 'gas', status: 'online', lastSeen: null },
    list: { component: 'mon/device/DeviceList', filter: { keyword: `GT-${id}` } },
  })),
}

const PERSON: SearchGroup = {
  kind: 'person',
  total: 1,
  rows: [
    {
      id: 'u1',
      name: '江北 王',
      code: 'wang',
      noun: '用户',
      place: '',
      region: '',
      device: null,
      list: { component: 'mon/station/StationList', filter: {} },
    },
  ],
}

function Place() {
  const { pathname, search } = useLocation()
  return <output aria-label="地址">{decodeURIComponent(pathname + search)}</output>
}

const place = () => screen.getByRole('status', { name: '地址' }).textContent

async function openSearch() {
  const { user } = renderPage(
    <>
      <MenuSearch menu={MENU} isMobile={false} />
      <Place />
    </>,
  )
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: '搜索菜单、设备、人员' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return { user, field }
}
const names = () => screen.queryAllByRole('option').map((row) => row.title)
const kind = () => screen.getByRole('button', { pressed: true }).textContent
const active = () => screen.getByRole('option', { selected: true }).title

beforeEach(() => localStorage.clear())

describe('the global search', () => {
  it('[SH-32] moves through all groups by the arrow keys, opens a result by Enter and closes', async () => {
    stubApi().on(searchEndpoints.find, () => [DEVICE])
    const { user, field } = await openSearch()
    await user.type(field, '江北')
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(active()).toBe('江北 1# 探测器')
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(active()).toBe('江北 3# 探测器')
    await user.keyboard('{Enter}')
    expect(place()).toBe('/mon/device/detail/3')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    // Opened again, it is offered before anything is typed.
    await user.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('button', { name: '江北 3# 探测器' })).toBeTruthy()
  })

  it('offers menu pages before anything is typed, without asking the server', async () => {
    const api = stubApi()
    api.on(searchEndpoints.find, () => [])
    const { user } = await openSearch()
    expect(names()).toEqual(['站点管理', '实时数据', '设备列表'])
    await user.keyboard('{Enter}')
    expect(place()).toBe('/mon/station/list')
    expect(api.calls).toEqual([])
  })

  it('switches kinds by Tab, and shows the results of the chosen one', async () => {
    stubApi().on(searchEndpoints.find, () => [DEVICE])
    const { user, field } = await openSearch()
    await user.type(field, '江北')
    await waitFor(() => expect(screen.getByRole('button', { name: /设备/, pressed: false })).toBeTruthy())
    expect(screen.getByText('14 条')).toBeTruthy()
    await user.keyboard('{Tab}')
    expect(screen.getByRole('button', { name: /设备/, pressed: true })).toBeTruthy()
    expect(names()).toHaveLength(4)
    expect(document.activeElement).toBe(field)
  })

  it('switches kinds backwards by Shift+Tab', async () => {
    stubApi().on(searchEndpoints.find, () => [DEVICE, PERSON])
    const { user, field } = await openSearch()
    await user.type(field, '江北')
    await waitFor(() => expect(names()).toHaveLength(4))
    await user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(kind()).toMatch(/^人员/)
    await user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(kind()).toMatch(/^设备/)
    await user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(kind()).toMatch(/^全部/)
  })

  it('shows all kinds when the chosen one has no results', async () => {
    stubApi().on(searchEndpoints.find, ({ query: { keyword } }) => (keyword === '江北' ? [DEVICE, PERSON] : [PERSON]))
    const { user, field } = await openSearch()
    await user.type(field, '江北')
    await waitFor(() => expect(names()).toHaveLength(4))
    await user.keyboard('{Tab}')
    expect(kind()).toMatch(/^设备/)
    await user.type(field, '王')
    await waitFor(() => expect(names()).toEqual(['江北 王']))
    expect(kind()).toMatch(/^全部/)
  })

  it('opens in a new window by Ctrl+Enter, and stays open', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user } = await openSearch()
    await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
    expect(open).toHaveBeenCalledExactlyOnceWith('/sensordata', '_blank', 'noopener')
    expect(place()).toBe('/')
  })

  it('ignores the Enter that ends an IME composition', async () => {
    const { field } = await openSearch()
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    expect(place()).toBe('/')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/mon/station/list')
  })

  it('no longer offers recent results missing from the menu', async () => {
    keepRecent('', { title: '站点管理', path: '/mon/station/list', component: 'menu' })
    keepRecent('', { title: '字典管理', path: '/isystem/dict', component: 'menu' })
    keepRecent('', { title: '江北 1# 探测器', path: '/mon/device/detail/1', component: 'mon/device/DeviceList' })
    keepRecent('', { title: '王工', path: '/isystem/user', component: 'system/UserList' })
    await openSearch()
    const offered = ['站点管理', '字典管理', '江北 1# 探测器', '王工'].filter((name) =>
      screen.queryByRole('button', { name }),
    )
    expect(offered).toEqual(['站点管理', '江北 1# 探测器'])
  })

  it('opens other targets of the chosen result by Alt and a letter', async () => {
    stubApi().on(searchEndpoints.find, () => [DEVICE])
    const { user, field } = await openSearch()
    await user.type(field, '江北')
    await waitFor(() => expect(names()).toHaveLength(3))
    const preview = screen.getByRole('complementary', { name: '预览' })
    expect(within(preview).getByText('江北新区 2#')).toBeTruthy()
    await user.keyboard('{Alt>}{h}{/Alt}')
    expect(place()).toBe('/mon/device/detail/1?~={"tab":"history"}')
  })

  it('reports no results, and a missing server answer with a retry', async () => {
    let answer = (): SearchGroup[] => []
    stubApi().on(searchEndpoints.find, () => answer())
    const { user, field } = await openSearch()
    await user.type(field, '江背')
    expect(await screen.findByText('没有“江背”')).toBeTruthy()
    answer = () => {
      throw new Refusal('服务正忙')
    }
    await user.type(field, '三')
    expect(await screen.findByText('加载失败：服务正忙')).toBeTruthy()
    expect(screen.queryByText('没有“江背三”')).toBeNull()
    answer = () => [DEVICE]
    await user.click(screen.getByRole('button', { name: /重试/ }))
    await waitFor(() => expect(names()).toHaveLength(3))
  })
})
