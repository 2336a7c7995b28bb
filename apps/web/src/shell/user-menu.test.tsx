import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../lib/session/session-store.ts'
import { renderPage } from '../testing/render-page.tsx'
import { UserMenu } from './user-menu.tsx'

const open = () => renderPage(<UserMenu items={[]} onSignOut={() => undefined} />)
const name = () => screen.getByText('欢迎您，周海宁')
const avatar = () => screen.getByRole('button', { name: /的菜单$/ }).querySelector('[aria-hidden]')

beforeEach(() => useSession.setState({ user: { id: '7', username: 'duty', realname: '周海宁' } as never }))
afterEach(() => vi.unstubAllGlobals())

it("[SH-30] shows the avatar and the user's name", () => {
  open()
  expect(name().className).not.toContain('visually-hidden')
  expect(avatar()?.textContent).toBe('周')
})

it('returns the focus to its button before the action of an entry runs', async () => {
  const focused: (string | null | undefined)[] = []
  const onSelect = () => focused.push(document.activeElement?.textContent)
  const items = [{ key: 'manual', label: '使用手册', icon: null, onSelect }]
  const { user } = renderPage(<UserMenu items={items} onSignOut={() => undefined} />)
  await user.click(screen.getByRole('button', { name: /的菜单$/ }))
  await user.click(await screen.findByRole('menuitem', { name: '使用手册' }))
  expect(focused).toEqual([expect.stringContaining('周海宁')])
})

it("[SH-30] shows the user's picture where there is one", () => {
  useSession.setState({ user: { id: '7', username: 'duty', realname: '周海宁', avatar: '/a.png' } as never })
  open()
  const picture = avatar()?.querySelector('img')
  expect(picture?.getAttribute('src')).toBe('/a.png')
  // A picture that fails to load leaves the first character.
  if (picture) fireEvent.error(picture)
  expect(avatar()?.textContent).toBe('周')
})

it('[SH-30] shows only the avatar on a phone, with the name for screen readers', () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  open()
  expect(name().className).toBe('visually-hidden')
  expect(avatar()?.textContent).toBe('周')
})

it('opens by key with the focus inside, and restores the focus', async () => {
  const chosen = vi.fn()
  const items = ['个人中心', '系统设置'].map((label) => ({ key: label, label, onSelect: () => chosen(label) }))
  const { user } = renderPage(<UserMenu items={items} onSignOut={() => undefined} />)
  const button = screen.getByRole('button', { name: /的菜单$/ })
  button.focus()
  await user.keyboard('{Enter}{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('系统设置')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('个人中心')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}{End}{Enter}')
  expect(chosen.mock.calls).toEqual([['系统设置']])
  expect(document.activeElement).toBe(button)
})

it('closes on an outside press or on its own button', async () => {
  const { user } = renderPage(
    <UserMenu items={[{ key: 'a', label: '个人中心', onSelect: vi.fn() }]} onSignOut={vi.fn()} />,
  )
  const button = screen.getByRole('button', { name: /的菜单$/ })
  for (const where of [document.body, button]) {
    await user.click(button)
    expect(screen.getByRole('menu')).toBeTruthy()
    await user.click(where)
    expect(screen.queryByRole('menu')).toBeNull()
  }
})
