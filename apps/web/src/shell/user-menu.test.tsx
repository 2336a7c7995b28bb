import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../lib/session/session-store.ts'
import { renderPage } from '../testing/render-page.tsx'
import { UserMenu } from './user-menu.tsx'

const open = () => renderPage(<UserMenu items={[]} onSignOut={() => undefined} />)
const name = () => screen.getByText('欢迎您，周海宁')

beforeEach(() => useSession.setState({ user: { id: '7', username: 'duty', realname: '周海宁' } as never }))
afterEach(() => vi.unstubAllGlobals())

it('[SH-30] shows the avatar and who is welcome', () => {
  open()
  expect(name().className).not.toContain('visually-hidden')
  expect(document.querySelector('.ant-avatar')?.textContent).toBe('周')
})

it('has the focus again when an entry opens something, which gives it back', async () => {
  const focused: (string | null | undefined)[] = []
  const onSelect = () => focused.push(document.activeElement?.textContent)
  const items = [{ key: 'manual', label: '使用手册', icon: null, onSelect }]
  const { user } = renderPage(<UserMenu items={items} onSignOut={() => undefined} />)
  await user.click(screen.getByRole('button', { name: /的菜单$/ }))
  await user.click(await screen.findByRole('menuitem', { name: '使用手册' }))
  expect(focused).toEqual([expect.stringContaining('周海宁')])
})

it('[SH-30] shows the picture of the user where there is one', () => {
  useSession.setState({ user: { id: '7', username: 'duty', realname: '周海宁', avatar: '/a.png' } as never })
  open()
  expect(document.querySelector('.ant-avatar img')?.getAttribute('src')).toBe('/a.png')
})

it('[SH-30] shows the avatar alone on a phone, and still says the name to a screen reader', () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  open()
  expect(name().className).toBe('visually-hidden')
  expect(document.querySelector('.ant-avatar')).toBeTruthy()
})
