import { OWN_PAGES } from '@natim/contract/page-rights'
import type { MenuNode } from '@natim/contract/system/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEED_MENUS } from '../../db/seeds/menus.data.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

/** Views of the published Vue 2 client (contract/40) that have a menu row in this console. */
const STOCK_COMPONENTS: ReadonlySet<string> = new Set([
  'layouts/RouteView',
  'dashboard/Analysis',
  'system/UserList',
  'system/RoleUserList',
  'system/NewPermissionList',
  'system/TenantList',
  'system/DepartList',
  'system/SysPositionList',
  'system/DepartUserList',
  'system/AddressList',
  'system/DictList',
  'system/SysCategoryList',
  'system/SysAnnouncementList',
  'system/QuartzJobList',
  'system/LogList',
  'system/DataLogList',
  'system/SysUserOnlineList',
  'system/UserAnnouncementList',
  'system/SysFillRuleList',
  'system/SysCheckRuleList',
  'system/SysDataSourceList',
  'modules/monitor/SystemInfo',
  'modules/message/SysMessageList',
  'modules/message/SysMessageTemplateList',
  'modules/oss/OSSFileList',
  'account/center/Index',
  'account/settings/Index',
])

let server: TestApp
const tokens = new Map<string, string>()
beforeAll(async () => {
  server = await buildTestApp()
  for (const [name, roles] of [
    ['admin', ['admin']],
    ['duty', ['prov_duty']],
    ['guest', ['test']],
    ['nobody', []],
  ] as const) {
    await server.addUser(name, { roles })
    tokens.set(name, await server.signIn(name))
  }
})
afterAll(() => server.close())

const rightsOf = async (name: string) => {
  const token = tokens.get(name) ?? ''
  return (await server.call('GET', '/sys/permission/getUserPermissionByToken', { token })).body.result
}
const pathsOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((node) => [node.path, ...pathsOf(node.children ?? [])])
const actionsOf = (entries: { action: string }[]) => entries.map(({ action }) => action)

describe('[CA-50] my menus and permissions', () => {
  it('returns granted menus only; users without roles get the home page only', async () => {
    expect(pathsOf((await rightsOf('nobody')).menu)).toEqual(['/dashboard/analysis'])
    expect(pathsOf((await rightsOf('duty')).menu)).toContain('/mon/device/list')
    expect(pathsOf((await rightsOf('guest')).menu)).not.toContain('/mon/device/list')
    const all = SEED_MENUS.filter((menu) => menu.menuType !== 2).map((menu) => menu.url ?? '')
    expect(pathsOf((await rightsOf('admin')).menu).sort()).toEqual(all.sort())
  })

  it('gives existing clients a menu without pages of this console only; the console and direct API callers get all', async () => {
    const menuFor = async (path: string, headers: Record<string, string> = {}) => {
      const asked = { token: tokens.get('admin') ?? '', headers }
      const { result } = (await server.call('GET', `/sys/permission/getUserPermissionByToken${path}`, asked)).body
      return result as { menu: MenuNode[]; auth: object[] }
    }
    const componentsOf = (nodes: readonly MenuNode[]): string[] =>
      nodes.flatMap((node) => [node.component, ...componentsOf(node.children ?? [])])
    const seconds = `?_t=${Math.floor(Date.now() / 1_000)}`
    // Each twice and alternating, as answers are cached.
    for (let turn = 0; turn < 2; turn += 1) {
      const existing = await menuFor(seconds)
      expect(componentsOf(existing.menu).filter((component) => !STOCK_COMPONENTS.has(component))).toEqual([])
      expect(pathsOf(existing.menu)).toContain('/isystem/user')
      expect(pathsOf(existing.menu)).not.toContain('/mon/device')
      const ours = await menuFor(seconds, { 'x-client': 'natim-console/0.1.0' })
      expect(pathsOf(ours.menu)).toContain('/mon/device/list')
      expect(await menuFor('')).toEqual(ours)
      expect(existing.auth).toEqual(ours.auth)
    }
  })

  it('every built-in menu is either known to existing clients or marked as console only', () => {
    const components = SEED_MENUS.flatMap(({ component }) => component ?? [])
    expect(components.filter((name) => STOCK_COMPONENTS.has(name) === OWN_PAGES.has(name))).toEqual([])
  })

  it('auth contains granted permissions, allAuth all of them, and sysSafeMode is a boolean', async () => {
    const { auth, allAuth, sysSafeMode } = await rightsOf('duty')
    expect(actionsOf(auth)).toContain('mon:device:view')
    expect(actionsOf(auth)).not.toContain('mon:device:add')
    expect(actionsOf(allAuth)).toContain('mon:device:add')
    expect(allAuth).toHaveLength(SEED_MENUS.filter((menu) => menu.menuType === 2).length)
    expect(sysSafeMode).toBe(true)
  })

  it('every role has its own announcement and account pages, and the account page is hidden from the menu', async () => {
    for (const name of ['admin', 'duty', 'guest']) {
      const { menu } = await rightsOf(name)
      expect(pathsOf(menu)).toEqual(
        expect.arrayContaining(['/isps/userAnnouncement', '/account/center', '/account/settings/base']),
      )
      const center = menu.find((node: MenuNode) => node.path === '/account/center')
      expect(center).toMatchObject({ name: 'account-center', component: 'account/center/Index', hidden: true })
      const settings = menu.find((node: MenuNode) => node.path === '/account/settings/base')
      expect(settings).toMatchObject({ name: 'account-settings-base', hidden: true })
    }
  })
})

describe('[CA-51] permission entries', () => {
  it('have type, action and status as text', async () => {
    const { allAuth } = await rightsOf('duty')
    for (const { action, type, status, describe: text } of allAuth) {
      expect([action, type, status, text].map((value) => typeof value)).toEqual([
        'string',
        'string',
        'string',
        'string',
      ])
      expect(['1', '2']).toContain(type)
      expect(['0', '1']).toContain(status)
    }
  })

  it('stay in allAuth when disabled (status "0"), but are no longer granted, and the API refuses them', async () => {
    const row = server.db.updateTable('sysPermission').where('perms', '=', 'mon:station:view')
    await row.set({ status: '0' }).execute()
    server.bus.publish('rightsChanged', [
      (await server.db.selectFrom('sysUser').select('id').where('username', '=', 'duty').executeTakeFirstOrThrow()).id,
    ])
    const { auth, allAuth } = await rightsOf('duty')
    expect(actionsOf(auth)).not.toContain('mon:station:view')
    expect(allAuth).toContainEqual(expect.objectContaining({ action: 'mon:station:view', status: '0' }))
    expect((await server.call('GET', '/mon/station/list', { token: tokens.get('duty') ?? '' })).status).toBe(403)
    await row.set({ status: '1' }).execute()
  })

  it('may contain several comma-separated codes, all of which are granted', async () => {
    await server.db
      .insertInto('sysPermission')
      .values({ id: 'p-two', name: '两项', menuType: 2, perms: 'mon:station:add, mon:station:delete,' })
      .execute()
    await server.db.insertInto('sysRolePermission').values({ roleId: 'r-analyst', permissionId: 'p-two' }).execute()
    server.bus.publish('rightsChanged', [])
    await server.addUser('analyst', { roles: ['analyst'] })
    tokens.set('analyst', await server.signIn('analyst'))
    const token = tokens.get('analyst') ?? ''
    expect(actionsOf((await rightsOf('analyst')).auth)).toContain('mon:station:add, mon:station:delete,')
    for (const [method, path] of [
      ['POST', '/mon/station/add'],
      ['DELETE', '/mon/station/delete?id=x'],
    ] as const) {
      const { status } = await server.call(method, path, { token, ...(method === 'POST' ? { body: {} } : {}) })
      expect(status).toBe(200)
    }
  })
})

describe('[SS-40] two roles', () => {
  it('do not see pages they are not granted, and the API refuses them', async () => {
    const guest = tokens.get('guest') ?? ''
    expect(pathsOf((await rightsOf('guest')).menu)).not.toContain('/mon/station/list')
    expect((await server.call('GET', '/mon/station/list', { token: guest })).status).toBe(403)
    expect((await server.call('GET', '/mon/station/list', { token: tokens.get('admin') ?? '' })).status).toBe(200)
  })
})
