import { userEndpoints } from '@natim/contract/system/pickers'
import { roleGrantEndpoints } from '@natim/contract/system/role'
import { role } from '@natim/contract/system/role.resource'
import { roleMemberEndpoints } from '@natim/contract/system/user'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildRole, buildUser } from '@/testing/build-picker.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import RoleListPage from './role-list-page.tsx'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(role.endpoints.list, () => pageOf([buildRole('7', { roleName: '值班员', roleCode: 'duty' })], 1))
  api.on(userEndpoints.list, () => pageOf([], 0))
})

const choice = (key: string, slotTitle: string, parentId: string | null) => ({
  key,
  value: key,
  slotTitle,
  title: null,
  label: null,
  scopedSlots: { title: 'hasDatarule' },
  ruleFlag: 0,
  isLeaf: parentId !== null,
  leaf: parentId !== null,
  icon: null,
  parentId,
  children: null,
})

it('saves the selected permissions together with the previous ones', async () => {
  const child = choice('view', '查看设备', 'device')
  api.on(roleGrantEndpoints.tree, () => ({
    treeList: [{ ...choice('device', '设备管理', null), children: [child] }, choice('map', '一张图', null)],
    ids: ['device', 'view', 'map'],
  }))
  api.on(roleGrantEndpoints.granted, () => ['map'])
  api.on(roleGrantEndpoints.save, () => null)
  const { user } = renderPage(<RoleListPage />)
  await user.click(await screen.findByRole('button', { name: '授权 值班员' }))
  const drawer = await screen.findByRole('dialog')
  const node = (await within(drawer).findByText('查看设备')).closest('.ant-tree-treenode') as HTMLElement
  await user.click(node.querySelector('.ant-tree-checkbox') as HTMLElement)
  await user.click(within(drawer).getByRole('button', { name: /^保\s*存$/ }))
  await waitFor(() => expect(api.callsOf(roleGrantEndpoints.save)).toHaveLength(1))
  const { roleId, permissionIds, lastpermissionIds } = api.callsOf(roleGrantEndpoints.save)[0]?.body ?? {}
  expect([roleId, [...(permissionIds ?? [])].sort(), lastpermissionIds]).toEqual([
    '7',
    ['device', 'map', 'view'],
    ['map'],
  ])
})

it('[SY-26] offers the page that opens the rows of a granted list', async () => {
  const children = [choice('m-device-list', '设备列表', 'm-device'), choice('m-device-detail', '设备详情', 'm-device')]
  api.on(roleGrantEndpoints.tree, () => ({
    treeList: [{ ...choice('m-device', '设备管理', null), children }],
    ids: ['m-device', 'm-device-list', 'm-device-detail'],
  }))
  api.on(roleGrantEndpoints.granted, () => ['m-device', 'm-device-list'])
  const { user } = renderPage(<RoleListPage />)
  await user.click(await screen.findByRole('button', { name: '授权 值班员' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(await drawer.findByRole('button', { name: '同时授予设备详情' }))
  expect(drawer.getByText('已选 3 / 3')).toBeTruthy()
  expect(drawer.queryByRole('button', { name: /^同时授予/ })).toBeNull()
})

it('shows the members of a role, and removes one after confirmation', async () => {
  const people = [buildUser('1', { realname: '甲' }), buildUser('2', { realname: '乙' })]
  api.on(roleMemberEndpoints.list, () => pageOf(people, 2))
  api.on(roleMemberEndpoints.remove, () => null)
  const { user } = renderPage(<RoleListPage />)
  await user.click(await screen.findByRole('button', { name: '值班员 的用户' }))
  expect(await screen.findByText('2 人')).toBeTruthy()
  expect(api.callsOf(roleMemberEndpoints.list)).toMatchObject([{ query: { roleId: '7', pageNo: 1 } }])
  await user.click(screen.getByRole('button', { name: '移除 乙' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /确\s*定/ }))
  await waitFor(() =>
    expect(api.callsOf(roleMemberEndpoints.remove)).toMatchObject([{ query: { roleId: '7', userId: 'id-2' } }]),
  )
  await user.click(screen.getByRole('button', { name: '关闭用户列表' }))
  expect(screen.queryByText('2 人')).toBeNull()
})

it('hides permissions and members without permission', async () => {
  renderPage(<RoleListPage />, { rights: ['system:role:list', 'system:role:edit'] })
  expect(await screen.findByRole('button', { name: '编辑 值班员' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '授权 值班员' })).toBeNull()
  expect(screen.queryByRole('button', { name: '值班员 的用户' })).toBeNull()
})

it('keeps actions that the server will refuse disabled in place, and says why', async () => {
  const why = '不能修改自己所属的角色「管理员」'
  const own = buildRole('1', { roleName: '管理员', refusals: { update: why, grant: why, remove: why } })
  api.on(role.endpoints.list, () => pageOf([own, buildRole('7', { roleName: '值班员' })], 2))
  const { user } = renderPage(<RoleListPage />)
  for (const verb of ['授权', '编辑', '删除']) {
    const link = await screen.findByRole('button', { name: `${verb} 管理员` })
    expect(link.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: `${verb} 值班员` }).getAttribute('aria-disabled')).toBeNull()
    await user.click(link)
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await screen.findAllByRole('tooltip'))[0]?.textContent).toBe(why)
  await user.click(screen.getByRole('checkbox', { name: '选择 管理员' }))
  const removal = within(screen.getByRole('toolbar', { name: '批量操作' })).getByRole('button', { name: /删除/ })
  await user.hover(removal)
  expect(await screen.findByText(`管理员：${why}`)).toBeTruthy()
  await user.click(removal)
  expect(screen.queryByRole('dialog')).toBeNull()
})
