import type { PermissionCode } from '@natim/contract/permissions'
import { lookEndpoints, type RightsRow, rightsEndpoints } from '@natim/contract/system/rights'
import { role } from '@natim/contract/system/role.resource'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { pageReload } from '@/lib/reload-page.ts'
import { buildRole } from '@/testing/build-picker.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import RightsPage from './rights-page.tsx'

const SECRET: RightsRow = {
  id: 'p-secret',
  parentId: null,
  name: '设备凭证',
  menuType: 2,
  perms: 'mon:device:secret',
  permsType: '1',
  status: '1',
  hidden: false,
  roleIds: [],
  lacks: [],
  rules: [],
}

it('shows the rights of a role and explains a missing one, with the code, the roles and the people', async () => {
  const api = stubApi()
  const duty = buildRole('7', { roleName: '值班员', roleCode: 'duty' })
  api.on(role.endpoints.list, () => pageOf([duty], 1))
  api.on(rightsEndpoints.view, () => ({ name: '值班员', blocked: '', roles: [duty], rows: [SECRET] }))
  api.on(rightsEndpoints.explain, ({ query }) => ({
    code: query.code,
    verdict: 'not_granted' as const,
    lacks: [],
    places: ['设备管理 / 设备列表 / 设备凭证'],
    missingParents: [],
    roles: [{ id: '1', roleName: '运维人员', roleCode: 'ops', members: 3, isOwn: false }],
    holders: [{ username: 'wang', realname: '王工' }],
    holderCount: 3,
  }))
  const { user } = renderPage(<RightsPage />)
  expect(screen.getByText('选择用户或角色')).toBeTruthy()
  await user.click(screen.getByText('角色'))
  await user.click(screen.getByRole('button', { name: '选择角色' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByText('值班员'))
  await user.click(within(dialog).getByRole('button', { name: /确\s*定/ }))
  await user.click(await screen.findByText('设备凭证'))
  expect(await screen.findByText('所属的角色都没有授予它。')).toBeTruthy()
  expect(screen.getByText('设备管理 / 设备列表 / 设备凭证')).toBeTruthy()
  expect(screen.getByText('运维人员（3 人）')).toBeTruthy()
  expect(screen.getByText('王工（wang）')).toBeTruthy()
  expect(api.callsOf(rightsEndpoints.explain)).toMatchObject([
    { query: { kind: 'role', id: '7', code: 'mon:device:secret' } },
  ])
})

const open = (given: { blocked?: string; rights?: readonly PermissionCode[] } = {}) => {
  const api = stubApi()
  api.on(role.endpoints.list, () => pageOf([buildRole('7', { roleName: '值班员' })], 1))
  api.on(rightsEndpoints.view, () => ({ name: '值班员', blocked: given.blocked ?? '', roles: [], rows: [SECRET] }))
  const page = renderPage(<RightsPage />, {
    at: '/isystem/rights?kind=role&id=7',
    ...(given.rights && { rights: given.rights }),
  })
  return { api, ...page }
}

it('enters impersonation after confirmation; a refusal changes nothing', async () => {
  const to = vi.spyOn(pageReload, 'to').mockReturnValue()
  const { api, user } = open()
  api.on(lookEndpoints.look, () => {
    throw new Refusal('值班员拥有您没有的权限，不能以其身份查看')
  })
  await user.click(await screen.findByRole('button', { name: /以此身份查看控制台/ }))
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('以 值班员 的身份查看控制台？')
  await user.click(within(question).getByRole('button', { name: '开始查看' }))
  await vi.waitFor(() => expect(api.callsOf(lookEndpoints.look)).toMatchObject([{ body: { kind: 'role', id: '7' } }]))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(to).not.toHaveBeenCalled()
})

it('is hidden without permission, and explains why for a frozen account', async () => {
  const { unmount } = open({ rights: ['system:rights:view'] })
  await screen.findByText('设备凭证')
  expect(screen.queryByRole('button', { name: /以此身份查看/ })).toBeNull()
  unmount()
  open({ blocked: '账号已冻结' })
  const button = await screen.findByRole('button', { name: /以此身份查看/ })
  expect([button.hasAttribute('disabled'), button.title]).toEqual([true, '账号已冻结'])
})
