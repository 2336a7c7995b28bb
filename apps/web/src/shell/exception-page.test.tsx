import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSession } from '@/lib/session/session-store.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { NoRights } from './exception-page.tsx'

const node = (path: string, title: string, more: object = {}) => ({
  id: path,
  name: path,
  path,
  meta: { title },
  ...more,
})

it('[SH-59] tells users without the right which one is missing, whom to ask, where they may go, and the way home', async () => {
  const children = [node('/isystem/log', '日志管理'), node('/isystem/x', '隐藏', { hidden: true })]
  const menu = [
    node('/dashboard/analysis', '首页'),
    node('/isystem', '系统管理', { children }),
    node('/mon/device/detail/:id', '设备详情'),
  ]
  renderPage(<NoRights codes={['mon:home:view']} />)
  useSession.setState({ permissions: { menu, auth: [], allAuth: [], sysSafeMode: true } as never })
  expect(screen.getByRole('heading', { name: '403' })).toBeTruthy()
  expect(screen.getByText('没有访问该页面的权限，请联系管理员授权')).toBeTruthy()
  expect(screen.getByText('mon:home:view')).toBeTruthy()
  const links = within(await screen.findByRole('navigation', { name: '可以访问的页面' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['日志管理'])
  expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('/dashboard/analysis')
})
