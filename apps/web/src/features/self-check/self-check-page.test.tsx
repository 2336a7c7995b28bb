import type { PermissionResult } from '@natim/contract/system/session'
import { siteEndpoints } from '@natim/contract/system/site'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '@/lib/session/session-store.ts'
import { buildMenuNode } from '@/testing/build-menu-node.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import SelfCheckPage from './self-check-page.tsx'

const PERMISSIONS: PermissionResult = {
  menu: [{ ...buildMenuNode('/mon', '监测'), children: [buildMenuNode('/mon/alarm/list', '报警中心')] }],
  auth: [
    { action: 'mon:alarm:ack', type: '2', describe: '确认报警' },
    { action: 'mon:alarm:close', type: '2', describe: '关闭报警' },
    { action: 'user:phone', type: '1', describe: '手机号' },
  ],
  allAuth: [{ action: 'mon:alarm:close', type: '2', describe: '关闭报警', status: '0' }],
  sysSafeMode: false,
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(siteEndpoints.ready, () => ({ status: 'ok' as const }))
})

function open(permissions: PermissionResult = PERMISSIONS) {
  const page = renderPage(<SelfCheckPage />, { at: '/test/home' })
  act(() => useSession.setState({ permissions }))
  return page
}

const rows = () =>
  within(screen.getByRole('region', { name: '我的权限' }))
    .getAllByRole('row')
    .slice(1)

it('lists pages and codes of the user, marks disabled codes, and finds them by name and code', async () => {
  const { user } = open()
  expect(rows().map((row) => row.textContent)).toEqual([
    '页面报警中心/mon/alarm/list有效',
    '按钮确认报警mon:alarm:ack有效',
    '按钮关闭报警mon:alarm:close已停用',
    '字段手机号user:phone有效',
  ])
  await user.type(screen.getByRole('searchbox', { name: '查找权限' }), '报警 ')
  expect(rows()).toHaveLength(3)
  expect(screen.getByText('4 项，符合 3 项')).toBeTruthy()
})

it('says when there are none', () => {
  open({ ...PERMISSIONS, menu: [], auth: [] })
  expect(screen.getByText('没有任何权限，请联系管理员授权')).toBeTruthy()
})

it('says that the service cannot be reached, and retries on demand', async () => {
  api.on(siteEndpoints.ready, () => {
    throw new Refusal('服务不可用')
  })
  const { user } = open()
  const connection = screen.getByRole('region', { name: '连接' })
  expect(await within(connection).findByText('无法访问')).toBeTruthy()
  api.on(siteEndpoints.ready, () => ({ status: 'ok' as const }))
  await user.click(screen.getByRole('button', { name: /重新检查/ }))
  expect(await within(connection).findByText('正常')).toBeTruthy()
})

it('copies all figures as text', async () => {
  const { user } = open()
  await screen.findByText('正常')
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(screen.getByRole('button', { name: /复制结果/ }))
  expect(writeText).toHaveBeenCalledWith(
    expect.stringMatching(/【版本】\n控制台版本：\d+\.\d+\.\d+\n[\s\S]*服务状态：正常/),
  )
})

it('links to the gallery only for menu administrators', () => {
  open()
  expect(screen.queryByRole('link', { name: '组件图库' })).toBeNull()
  act(() =>
    useSession.setState({ permissions: { ...PERMISSIONS, menu: [buildMenuNode('/isystem/newPermissionList')] } }),
  )
  expect(screen.getByRole('link', { name: '组件图库' })).toBeTruthy()
})
