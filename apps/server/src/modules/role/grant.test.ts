import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let admin: string
let roleId: string
let member: string
let told: (readonly string[])[] = []

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  admin = await server.signIn('admin')
  server.bus.subscribe('rightsChanged', (userIds) => told.push(userIds))
})
afterAll(() => server.close())
beforeEach(async () => {
  roleId = await addRole()
  const userId = await server.addUser(`m${roleId}`)
  await server.db.insertInto('sysUserRole').values({ userId, roleId }).execute()
  member = await server.signIn(`m${roleId}`)
  told = []
})

async function addRole(grants: readonly string[] = []): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('sysRole')
    .values({ id, roleCode: `r${id}`, roleName: '受权角色', createBy: 'x' })
    .execute()
  for (const permissionId of grants)
    await server.db.insertInto('sysRolePermission').values({ roleId: id, permissionId }).execute()
  return id
}
const get = async (path: string, token = admin) => (await server.call('GET', path, { token })).body
const save = async (permissionIds: string, lastpermissionIds: string, token = admin) =>
  (
    await server.call('POST', '/sys/permission/saveRolePermission', {
      token,
      body: { roleId, permissionIds, lastpermissionIds },
    })
  ).body
const granted = async () => (await get(`/sys/permission/queryRolePermission?roleId=${roleId}`)).result
const saveRules = async (permissionId: string, dataRuleIds: string, token = admin) =>
  (await server.call('POST', '/sys/role/datarule', { token, body: { permissionId, roleId, dataRuleIds } })).body

async function addRule(permissionId: string, ruleValue = '32', status = '1'): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('sysPermissionDataRule')
    .values({
      id,
      permissionId,
      ruleName: `规则${ruleValue}`,
      ruleColumn: 'regionCode',
      ruleConditions: 'RIGHT_LIKE',
      ruleValue,
      status,
    })
    .execute()
  return id
}

it('[CA-32] the menu to grant is one tree, in the shape existing clients expect', async () => {
  await addRule('m-station-list')
  const { result } = await get('/sys/role/queryTreeList')
  const count = await server.db.selectFrom('sysPermission').select('id').execute()
  expect(result.ids).toHaveLength(count.length)
  expect(result.treeList.find(({ key }: { key: string }) => key === 'm-station-list')).toMatchObject({
    value: 'm-station-list',
    title: null,
    label: null,
    slotTitle: '站点管理',
    scopedSlots: { title: 'hasDatarule' },
    ruleFlag: 1,
    isLeaf: false,
    leaf: false,
    parentId: null,
    children: expect.arrayContaining([
      expect.objectContaining({ key: 'p-mon-station-view', ruleFlag: 0, isLeaf: true, children: null }),
    ]),
  })
})

describe('[CA-49][SY-26] granting', () => {
  it('writes the difference between the grants seen and wanted, effective at the next call', async () => {
    expect(await granted()).toEqual([])
    expect(await save('m-home,p-mon-home-view,m-map,', '')).toMatchObject({ success: true })
    expect(await granted()).toEqual(['m-home', 'm-map', 'p-mon-home-view'])
    expect(told).toHaveLength(1)
    expect((await server.call('GET', '/mon/home/summary', { token: member })).status).toBe(200)
    // A grant made meanwhile by another user is kept, as this sender has not seen it.
    await save('m-home,m-station-list', 'm-home')
    await save('m-map', 'm-home,p-mon-home-view,m-map')
    expect(await granted()).toEqual(['m-map', 'm-station-list'])
    // The map menu includes the permissions it needs.
    expect((await server.call('GET', '/mon/home/summary', { token: member })).status).toBe(200)
    await save('', 'm-map')
    expect((await server.call('GET', '/mon/home/summary', { token: member })).status).toBe(403)
  })

  it('[SY-66] is logged with menu names', async () => {
    await save('m-map', '')
    const line = await server.db.selectFrom('sysLog').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(line).toMatchObject({
      logContent: '角色授权：受权角色（新增 1 项，收回 0 项）',
      objectId: roleId,
      username: 'admin',
      detail: { after: { 新增: ['监测一张图'] } },
    })
  })

  it('rejects unknown menus and roles and changes nothing', async () => {
    expect(await save('m-home,no-such-menu', '')).toMatchObject({ success: false, message: '未找到对应数据' })
    const body = { roleId: 'no-such-role', permissionIds: 'm-home', lastpermissionIds: '' }
    expect(
      (await server.call('POST', '/sys/permission/saveRolePermission', { token: admin, body })).body,
    ).toMatchObject({ success: false, message: '未找到对应数据' })
    expect(await granted()).toEqual([])
    expect(told).toEqual([])
  })

  it("refuses permissions the grantor lacks, and changes to the grantor's own role", async () => {
    const helperRole = await addRole(['p-system-role-grant', 'm-home', 'm-map'])
    const helper = await server.addUser(`h${helperRole}`)
    await server.db.insertInto('sysUserRole').values({ userId: helper, roleId: helperRole }).execute()
    const as = await server.signIn(`h${helperRole}`)
    expect(await save('m-home,m-map', '', as)).toMatchObject({ success: true })
    expect(await save('m-home,m-map,p-mon-device-secret', 'm-home,m-map', as)).toMatchObject({
      success: false,
      message: '不能授予自己没有的权限：设备凭证',
    })
    expect(await granted()).toEqual(['m-home', 'm-map'])
    const own = { roleId: helperRole, permissionIds: 'm-home,m-station-list', lastpermissionIds: 'm-home' }
    expect(
      (await server.call('POST', '/sys/permission/saveRolePermission', { token: as, body: own })).body,
    ).toMatchObject({ success: false, message: '不能修改自己所属的角色「受权角色」' })
    await save('m-home,m-map,p-mon-device-secret', 'm-home,m-map')
    expect(await save('m-home', 'm-home,m-map', as)).toMatchObject({
      success: false,
      message: '角色「受权角色」拥有您没有的权限，不能操作',
    })
  })
})

describe('[SY-27] data rules of a role', () => {
  it('are listed, chosen and cleared per menu, and require a grant', async () => {
    const ruleId = await addRule('m-device-list')
    const path = `/sys/role/datarule/m-device-list/${roleId}`
    expect(await saveRules('m-device-list', ruleId)).toMatchObject({ success: false, message: '请先给角色授权该菜单' })
    await save('m-device,m-device-list,p-mon-device-view', '')
    expect((await get(path)).result).toEqual({ datarule: [expect.objectContaining({ id: ruleId })] })
    expect(await saveRules('m-device-list', `${ruleId},`)).toMatchObject({ success: true })
    expect((await get(path)).result.drChecked).toBe(ruleId)
    // Remaining grants keep their data rules.
    await save('m-device,m-device-list,p-mon-device-view,m-map', 'm-device,m-device-list,p-mon-device-view')
    expect((await get(path)).result.drChecked).toBe(ruleId)
    expect(await saveRules('m-device-list', '')).toMatchObject({ success: true })
    expect((await get(path)).result).not.toHaveProperty('drChecked')
    expect(await get(`/sys/role/datarule/m-map/${roleId}`)).toMatchObject({
      success: false,
      message: '该菜单没有数据规则',
    })
  })

  it('must belong to the menu', async () => {
    const elsewhere = await addRule('m-station-list')
    await addRule('m-device-list')
    await save('m-device-list', '')
    expect(await saveRules('m-device-list', elsewhere)).toMatchObject({ success: false, message: '未找到对应数据' })
  })

  it('binding the grantor are passed on with the grant and cannot be removed by them', async () => {
    const ruleId = await addRule('m-device-list', '33')
    const helperRole = await addRole(['p-system-role-grant', 'm-device', 'm-device-list', 'p-mon-device-view'])
    await server.db
      .insertInto('sysRoleDataRule')
      .values({ roleId: helperRole, permissionId: 'm-device-list', ruleId })
      .execute()
    const helper = await server.addUser(`b${helperRole}`)
    await server.db.insertInto('sysUserRole').values({ userId: helper, roleId: helperRole }).execute()
    const as = await server.signIn(`b${helperRole}`)
    expect(await save('m-device,m-device-list,p-mon-device-view', '', as)).toMatchObject({ success: true })
    expect((await get(`/sys/role/datarule/m-device-list/${roleId}`)).result.drChecked).toBe(ruleId)
    expect(await saveRules('m-device-list', '', as)).toMatchObject({
      success: false,
      message: '不能修改约束自己的数据规则',
    })
    expect((await get(`/sys/role/datarule/m-device-list/${roleId}`)).result.drChecked).toBe(ruleId)
  })
})
