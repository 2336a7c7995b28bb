import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useSession } from '../lib/session/session-store.ts'
import { renderPage } from '../testing/render-page.tsx'
import { UserActions } from './user-actions.tsx'

it('asks before it signs out, and stays when told so', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  })
  const { user } = renderPage(<UserActions />)
  await user.click(screen.getByRole('button', { name: '退出登录' }))
  expect(await screen.findByText('真的要注销登录吗 ?')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '取消' }))
  expect(useSession.getState().token).toBe('test-token')
  await user.click(screen.getByRole('button', { name: '退出登录' }))
  await user.click((await screen.findAllByRole('button', { name: '确定' })).at(-1) as HTMLElement)
  await vi.waitFor(() => expect(useSession.getState().token).toBeUndefined())
  expect(window.location.pathname).toBe('/user/login')
})
