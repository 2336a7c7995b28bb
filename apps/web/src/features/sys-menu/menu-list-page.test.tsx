import { type MenuTreeRow, permissionEndpoints } from '@natim/contract/system/permission'
import { sessionEndpoints } from '@natim/contract/system/session'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import MenuListPage from './menu-list-page.tsx'

const row = (id: string, name: string, more: Partial<MenuTreeRow> = {}): MenuTreeRow => ({
  id,
  key: id,
  name,
  title: name,
  parentId: null,
  perms: null,
  permsType: '1',
  icon: null,
  component: 'layouts/RouteView',
  componentName: null,
  url: `/${id}`,
  redirect: null,
  sortNo: 1,
  menuType: 0,
  menuType_dictText: '一级菜单',
  leaf: false,
  isLeaf: false,
  route: true,
  keepAlive: true,
  hidden: false,
  hideTab: false,
  alwaysShow: false,
  internalOrExternal: false,
  status: '1',
  ruleFlag: 0,
  description: null,
  delFlag: 0,
  createBy: 'admin',
  createTime: null,
  updateBy: null,
  updateTime: null,
  children: [],
  ...more,
})

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(permissionEndpoints.roots, () => [
    row('own', '自有菜单'),
    row('shipped', '内置菜单', { createBy: null, children: null, leaf: true }),
  ])
  const child = row('child', '下级页面', { parentId: 'own', menuType: 1, menuType_dictText: '子菜单', children: null })
  api.on(permissionEndpoints.belowMany, () => ({ own: [child] }))
  api.on(permissionEndpoints.parents, () => ({ treeList: [], ids: [] }))
  api.on(sessionEndpoints.permissions, () => new Refusal('不在此测试') as never)
})

const expander = async (text: string) =>
  (await screen.findByText(text)).closest('tr')?.querySelector('.ant-table-row-expand-icon') as HTMLElement

describe('the tree', () => {
  it('expands branches, and keeps them expanded after a change', async () => {
    const { user } = renderPage(<MenuListPage />)
    await user.click(await expander('自有菜单'))
    expect(await screen.findByText('下级页面')).toBeTruthy()
    expect(api.callsOf(permissionEndpoints.belowMany)).toMatchObject([{ query: { parentIds: ['own'] } }])
    api.on(permissionEndpoints.update, () => null)
    await user.click(screen.getByRole('button', { name: '编辑 下级页面' }))
    const dialog = await screen.findByRole('dialog')
    const name = within(dialog).getByRole('textbox', { name: '菜单名称' })
    await user.clear(name)
    await user.type(name, '改名')
    await user.click(within(dialog).getByRole('button', { name: /保\s*存/ }))
    await waitFor(() =>
      expect(api.callsOf(permissionEndpoints.update)).toEqual([
        expect.objectContaining({ body: { id: 'child', name: '改名' } }),
      ]),
    )
    await waitFor(() => expect(api.callsOf(permissionEndpoints.belowMany).length).toBeGreaterThan(1))
    expect(screen.getByText('下级页面')).toBeTruthy()
  })

  it('shows what is deleted along with a menu before deleting; built-in menus cannot be deleted', async () => {
    api.on(permissionEndpoints.uses, () => [{ noun: '下级菜单', count: 3 }])
    api.on(permissionEndpoints.removeMany, () => null)
    const { user } = renderPage(<MenuListPage />)
    await screen.findByText('内置菜单')
    expect(screen.queryByRole('button', { name: '删除 内置菜单' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '删除 自有菜单' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('下级菜单 3 个')
    await user.click(within(dialog).getByRole('button', { name: /确\s*定/ }))
    await waitFor(() => expect(api.callsOf(permissionEndpoints.removeMany)).toHaveLength(1))
  })

  it('hides actions from read-only users', async () => {
    renderPage(<MenuListPage />, { rights: ['system:permission:list'] })
    await screen.findByText('自有菜单')
    expect(screen.queryByRole('button', { name: /新增菜单/ })).toBeNull()
    expect(screen.queryByRole('button', { name: '编辑 自有菜单' })).toBeNull()
  })
})

describe('the form', () => {
  it('shows the fields of its type, and requires a path that begins with a slash', async () => {
    const { user } = renderPage(<MenuListPage />)
    await user.click(await screen.findByRole('button', { name: /新增菜单/ }))
    const dialog = await screen.findByRole('dialog')
    const has = (label: string) => within(dialog).queryByLabelText(label) !== null
    expect([has('访问路径'), has('上级菜单'), has('授权标识')]).toEqual([true, false, false])
    await user.type(within(dialog).getByRole('textbox', { name: '菜单名称' }), '新菜单')
    await user.type(within(dialog).getByRole('textbox', { name: '访问路径' }), 'nowhere')
    await user.click(within(dialog).getByRole('button', { name: /保\s*存/ }))
    expect(await within(dialog).findByText('路径必须以 / 开头')).toBeTruthy()
    await user.click(within(dialog).getByRole('radio', { name: '按钮权限' }))
    await waitFor(() => expect(has('授权标识')).toBe(true))
    expect([has('访问路径'), has('上级菜单'), within(dialog).queryByText('授权策略') !== null]).toEqual([
      false,
      true,
      true,
    ])
    expect(api.callsOf(permissionEndpoints.create)).toEqual([])
  })
})
