import type { MenuTreeRow } from '@natim/contract/system/permission'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let admin: string
let told: string[] = []
let pages = 0

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  admin = await server.signIn('admin')
  server.bus.subscribe('rightsChanged', (userIds) => told.push(...userIds))
})
afterAll(() => server.close())
beforeEach(() => {
  told = []
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (method: Method, path: string, body?: object, token = admin) =>
  (await server.call(method, `/sys/permission/${path}`, { token, ...(body ? { body } : {}) })).body
const page = (form: object = {}) => {
  pages += 1
  return {
    menuType: 1,
    name: `页面${pages}`,
    parentId: 'm-system',
    url: `/page/${pages}`,
    component: 'x/Page',
    ...form,
  }
}
const add = async (form: object): Promise<string> => {
  const { result, message } = await call('POST', 'add', form)
  if (!result) throw new Error(message)
  return result.id
}
const rowsBelow = async (parentId: string): Promise<MenuTreeRow[]> =>
  (await call('GET', `getSystemSubmenu?parentId=${parentId}`)).result
const rowOf = async (id: string, parentId = 'm-system') => (await rowsBelow(parentId)).find((row) => row.id === id)

describe('reading', () => {
  it('[CA-46] returns the whole menu as a tree, or flat as leaves when searched by name', async () => {
    const { result } = await call('GET', 'list')
    const system = result.find(({ id }: MenuTreeRow) => id === 'm-system')
    expect(system).toMatchObject({ key: 'm-system', title: '系统管理', menuType: 0, leaf: false, route: true })
    expect(system.children.map(({ name }: MenuTreeRow) => name)).toEqual(
      expect.arrayContaining(['角色管理', '职务管理']),
    )
    const found = (await call('GET', `list?name=${encodeURIComponent('角色')}`)).result
    expect(found.length).toBeGreaterThan(3)
    expect(found.every((row: MenuTreeRow) => row.children === null && row.leaf && row.isLeaf)).toBe(true)
  })

  it('[CA-47] returns single levels: children null for leaves, empty for others; parents without children are left out', async () => {
    const { result: roots } = await call('GET', 'getSystemMenuList')
    expect(roots.every((row: MenuTreeRow) => row.menuType === 0 && row.children?.length !== 1)).toBe(true)
    expect(roots.find(({ id }: MenuTreeRow) => id === 'm-system').children).toEqual([])
    expect(roots.find(({ id }: MenuTreeRow) => id === 'm-account-center').children).toBeNull()
    const rows = await rowsBelow('m-role')
    expect(rows.map(({ perms }) => perms)).toContain('system:role:grant')
    expect(rows.every(({ menuType, children }) => menuType === 2 && children === null)).toBe(true)
    const { result: many } = await call('GET', 'getSystemSubmenuBatch?parentIds=m-role,m-account-center,m-permission,')
    expect(Object.keys(many).sort()).toEqual(['m-permission', 'm-role'])
  })

  it('[CA-48] offers menus as parents, with all ids', async () => {
    const { result } = await call('GET', 'queryTreeList')
    expect(result.ids).toContain('m-role')
    expect(result.ids).not.toContain('p-system-role-grant')
    const system = result.treeList.find(({ key }: { key: string }) => key === 'm-system')
    expect(system).toMatchObject({
      title: '系统管理',
      label: '系统管理',
      slotTitle: '系统管理',
      scopedSlots: null,
      ruleFlag: null,
    })
    expect((await call('GET', 'queryListAsync?pid=m-system')).result).toContainEqual(
      expect.objectContaining({ key: 'm-role', isLeaf: false, children: [] }),
    )
  })
})

describe('[CA-45] writing', () => {
  it('[SY-32] normalizes paths and gives top menus their layout', async () => {
    const top = await add({ menuType: 0, name: '新组', url: 'group', parentId: 'm-system', sortNo: '7.25' })
    const { result: roots } = await call('GET', 'getSystemMenuList')
    expect(roots.find(({ id }: MenuTreeRow) => id === top)).toMatchObject({
      parentId: null,
      url: '/group',
      component: 'layouts/RouteView',
      sortNo: 7.25,
      leaf: true,
      createBy: 'admin',
    })
    const id = await add(page({ parentId: top, url: 'group/one.vue', component: '/src/views/group/One.vue' }))
    expect(await rowOf(id, top)).toMatchObject({
      url: '/group/one',
      component: 'group/One',
      isLeaf: true,
      children: null,
    })
    const outside = await add(page({ parentId: top, url: 'https://example.org/a.vue', component: '' }))
    expect(await rowOf(outside, top)).toMatchObject({
      url: 'https://example.org/a.vue',
      component: 'layouts/IframePageView',
    })
    // A group with children is no longer a leaf.
    expect((await call('GET', 'getSystemMenuList')).result.find(({ id: key }: MenuTreeRow) => key === top).leaf).toBe(
      false,
    )
  })

  it.each([
    ['a path that another page has', { url: '/isystem/position' }, '访问路径已存在：/isystem/position'],
    ['no path', { url: '' }, '请输入访问路径'],
    ['no component', { component: '' }, '请输入前端组件'],
    ['no parent', { parentId: '' }, '请选择上级菜单'],
    ['a parent that does not exist', { parentId: 'nobody' }, '上级菜单不正确：不存在'],
    ['a right as its parent', { parentId: 'p-system-role-grant' }, '上级菜单不正确：按钮权限下不能有下级'],
    ['a type that does not exist', { menuType: 3 }, '菜单类型不正确'],
    [
      'a code that another row has',
      { menuType: 2, perms: 'a:b, system:role:grant' },
      '授权标识已存在：system:role:grant',
    ],
  ])('[SY-32] rejects %s', async (_name, wrong, message) => {
    const before = await rowsBelow('m-system')
    const answer = await call('POST', 'add', page(wrong))
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining(message) })
    expect(await rowsBelow('m-system')).toEqual(before)
  })

  it('keeps omitted fields; whole rows with additional fields are accepted', async () => {
    const id = await add(page({ keepAlive: true, hidden: true, hideTab: true, route: false, icon: 'bank' }))
    const { route, keepAlive, hidden, hideTab, ...row } = (await rowOf(id)) ?? {}
    expect({ route, keepAlive, hidden, hideTab }).toEqual({
      route: false,
      keepAlive: true,
      hidden: true,
      hideTab: true,
    })
    const answer = await call('PUT', 'edit', { ...row, name: '改名', sortNo: '3', status_dictText: '有效' })
    expect(answer).toMatchObject({ success: true })
    expect(await rowOf(id)).toMatchObject({
      name: '改名',
      sortNo: 3,
      icon: 'bank',
      route: false,
      keepAlive: true,
      hidden: true,
      hideTab: true,
      updateBy: 'admin',
    })
    expect(await call('POST', 'edit', { id, hidden: false })).toMatchObject({ success: true })
    expect(await rowOf(id)).toMatchObject({ hidden: false, keepAlive: true })
    expect(await call('PUT', 'edit', { id: 'nobody', name: 'x' })).toMatchObject({ success: false })
  })

  it('moves a branch, but never below itself or too deep', async () => {
    const top = await add({ menuType: 0, name: '可移动', url: '/movable' })
    const child = await add(page({ parentId: top }))
    const grandchild = await add(page({ parentId: child }))
    expect(await call('PUT', 'edit', { id: top, menuType: 1, parentId: grandchild, component: 'x/Y' })).toMatchObject({
      success: false,
      message: '上级菜单不正确：不能是自己或自己的下级',
    })
    expect(await call('PUT', 'edit', { id: grandchild, parentId: 'm-system' })).toMatchObject({ success: true })
    expect(await rowOf(child, top)).toMatchObject({ leaf: true, children: null })
    expect(await rowOf(grandchild)).toBeDefined()
    let parentId = top
    const answers: boolean[] = []
    for (let depth = 2; depth <= 21; depth += 1) {
      const { success, result } = await call('POST', 'add', page({ parentId }))
      answers.push(success)
      parentId = result?.id ?? parentId
    }
    expect(answers.filter((success) => !success)).toHaveLength(1)
    expect(answers.at(-1)).toBe(false)
  })

  it('[SY-34] deletes a branch with its grants and rules, and tells the numbers beforehand', async () => {
    const top = await add({ menuType: 0, name: '待删除', url: '/doomed' })
    const child = await add(page({ parentId: top }))
    const right = await add({ menuType: 2, name: '按钮', parentId: child, perms: 'doomed:right' })
    await server.db.insertInto('sysRolePermission').values({ roleId: 'r-analyst', permissionId: child }).execute()
    await call('POST', 'addPermissionRule', {
      permissionId: child,
      ruleName: '本省',
      ruleColumn: 'regionCode',
      ruleConditions: '=',
      ruleValue: '32',
    })
    expect((await call('GET', `uses?ids=${top}`)).result).toEqual([
      { noun: '下级菜单', count: 1 },
      { noun: '按钮权限', count: 1 },
      { noun: '角色授权', count: 2 },
    ])
    expect(await call('DELETE', `delete?id=${top}`)).toMatchObject({ success: true })
    const ids = [top, child, right]
    expect(await server.db.selectFrom('sysPermission').select('id').where('id', 'in', ids).execute()).toEqual([])
    expect(
      await server.db.selectFrom('sysRolePermission').selectAll().where('permissionId', 'in', ids).execute(),
    ).toEqual([])
    expect(
      await server.db.selectFrom('sysPermissionDataRule').selectAll().where('permissionId', 'in', ids).execute(),
    ).toEqual([])
    const other = await add(page())
    expect(await call('DELETE', `deleteBatch?ids=${other},nobody,`)).toMatchObject({ success: false })
    expect(await call('DELETE', `deleteBatch?ids=${other},`)).toMatchObject({ success: true })
  })

  it('[SY-66] logs every written row with both versions', async () => {
    const id = await add(page({ name: '记一笔' }))
    await call('PUT', 'edit', { id, name: '又一笔' })
    const lines = await server.db.selectFrom('sysLog').selectAll().where('objectId', '=', id).orderBy('id').execute()
    expect(lines).toMatchObject([
      { logContent: '新增菜单：记一笔', operateType: 2, username: 'admin' },
      {
        logContent: '编辑菜单：又一笔',
        operateType: 3,
        detail: { before: { name: '记一笔' }, after: { name: '又一笔' } },
      },
    ])
  })
})

describe('protection of built-in rows', () => {
  it.each([
    ['deleted', 'DELETE', 'delete?id=m-role', undefined, '系统内置菜单「角色管理」不能删除'],
    ['moved to another path', 'PUT', 'edit', { id: 'm-home', url: '/elsewhere' }, '系统内置菜单「首页」不能修改路径'],
    ['given other codes', 'PUT', 'edit', { id: 'p-mon-ts-view', perms: 'x:y' }, '不能修改授权标识'],
    [
      'switched off when nobody could switch it on',
      'PUT',
      'edit',
      { id: 'p-system-permission-edit', status: '0' },
      '不能停用',
    ],
  ] as const)('refuses when a built-in row is %s', async (_name, method, path, body, message) => {
    const answer = await call(method, path, body)
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining(message) })
  })

  it('allows changes to names, order and icons', async () => {
    const row = await rowOf('m-role')
    expect(await call('PUT', 'edit', { ...row, name: '角色与授权', icon: 'team' })).toMatchObject({ success: true })
    expect(await rowOf('m-role')).toMatchObject({ name: '角色与授权', icon: 'team' })
  })

  it('refuses creating a server permission the author lacks', async () => {
    await server.db
      .insertInto('sysRole')
      .values({ id: 'r-menus', roleCode: 'menus', roleName: '菜单员', createBy: 'x' })
      .execute()
    for (const permissionId of ['p-system-permission-add', 'p-system-permission-edit', 'p-system-permission-list'])
      await server.db.insertInto('sysRolePermission').values({ roleId: 'r-menus', permissionId }).execute()
    await server.addUser('menus', { roles: ['menus'] })
    const as = await server.signIn('menus')
    // Frees the code, so that only the author's missing permission is in the way.
    await server.db.updateTable('sysPermission').set({ perms: null }).where('id', '=', 'p-system-file-delete').execute()
    const wish = { menuType: 2, name: '提权', parentId: 'm-role', perms: 'system:file:delete' }
    expect(await call('POST', 'add', wish, as)).toMatchObject({
      success: false,
      message: '不能授予自己没有的权限：system:file:delete',
    })
    const own = await call('POST', 'add', { ...wish, perms: 'our:own' }, as)
    expect(own).toMatchObject({ success: true })
    const edit = { id: own.result.id, perms: 'our:own,system:file:delete' }
    expect(await call('PUT', 'edit', edit, as)).toMatchObject({ success: false })
    expect((await server.call('DELETE', '/sys/file/delete?id=x', { token: as })).status).not.toBe(200)
    await server.db
      .updateTable('sysPermission')
      .set({ perms: 'system:file:delete' })
      .where('id', '=', 'p-system-file-delete')
      .execute()
  })
})

it('[SY-35] the author of a menu sees it at once, and its holders are notified of every change', async () => {
  const menuOf = async () => (await call('GET', 'getUserPermissionByToken')).result.menu
  const names = async () => JSON.stringify(await menuOf())
  const id = await add(page({ name: '新页面甲' }))
  expect(await names()).toContain('新页面甲')
  const me = await server.db
    .selectFrom('sysUser')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  expect(told).toEqual([me.id])
  await call('PUT', 'edit', { id, name: '新页面乙' })
  expect(await names()).toContain('新页面乙')
  await call('DELETE', `delete?id=${id}`)
  expect(await names()).not.toContain('新页面乙')
  expect(told).toEqual([me.id, me.id, me.id])
})
