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
