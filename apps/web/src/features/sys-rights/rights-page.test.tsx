import { type RightsRow, rightsEndpoints } from '@natim/contract/system/rights'
import { roleEndpoints } from '@natim/contract/system/role'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildRole } from '@/testing/build-chooser.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
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
  rules: [],
}

it('shows what a role may do and answers why not, with the code, the roles and the people', async () => {
  const api = stubApi()
  const duty = buildRole('7', { roleName: '值班员', roleCode: 'duty' })
  api.on(roleEndpoints.list, () => pageOf([duty], 1))
  api.on(rightsEndpoints.view, () => ({ name: '值班员', blocked: '', roles: [duty], rows: [SECRET] }))
  api.on(rightsEndpoints.explain, ({ query }) => ({
    code: query.code,
    verdict: 'not_granted' as const,
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
