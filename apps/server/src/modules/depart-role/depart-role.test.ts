import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildStation } from '../../testing/build-network.ts'

let server: TestApp
let admin: string
let head: string
let headId: string
let memberId: string
let member: string
let names = 0

const NOT_FOUND = { success: false, message: '未找到对应数据' }
/** Page and permissions of stations, granted to the department of these tests. */
const STATIONS = ['m-station-list', 'p-mon-station-view', 'p-mon-station-export']

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  admin = await server.signIn('admin')
  const { db } = server
  for (const [id, parentId, orgCode] of [
    ['d-js', 'd-a01', 'A01A01'],
    ['d-sz', 'd-js', 'A01A01A01'],
    ['d-zj', 'd-a01', 'A01A02'],
  ] as const) {
    await db.insertInto('sysDepart').values({ id, parentId, departName: id, orgCode, orgCategory: '2' }).execute()
  }
  await db.insertInto('sysRole').values({ id: 'r-head', roleCode: 'head', roleName: '部门负责人' }).execute()
  await db
    .insertInto('sysRolePermission')
    .values(
      ['m-my-depart', 'p-system-myDepart-manage', ...STATIONS].map((permissionId) => ({
        roleId: 'r-head',
        permissionId,
      })),
    )
    .execute()
  headId = await server.addUser('head', { roles: ['head'] })
  await db.updateTable('sysUser').set({ userIdentity: 2, departIds: 'd-js' }).where('id', '=', headId).execute()
  head = await server.signIn('head')
  memberId = await server.addUser('member', { orgCode: 'A01A01' })
  await db.insertInto('sysUserDepart').values({ userId: memberId, depId: 'd-js' }).execute()
  member = await server.signIn('member')
})
afterAll(() => server.close())

const get = async (path: string, by = head) => (await server.call('GET', `/sys/${path}`, { token: by })).body
const post = async (path: string, body: object, by = head) =>
  (await server.call('POST', `/sys/${path}`, { token: by, body })).body
const grantDepart = (ids: readonly string[], last: readonly string[] = [], by = admin, departId = 'd-js') =>
  post(
    'permission/saveDepartPermission',
    { departId, permissionIds: ids.join(','), lastpermissionIds: last.join(',') },
    by,
  )
async function addRole(form: object = {}): Promise<string> {
  names += 1
  const body = await post('sysDepartRole/add', { departId: 'd-js', roleName: '班长', roleCode: `dr_${names}`, ...form })
  if (!body.success) throw new Error(body.message)
  return body.result.id
}
const grantRole = (roleId: string, ids: readonly string[], last: readonly string[] = [], by = head) =>
  post(
    'sysDepartPermission/saveDeptRolePermission',
    { roleId, permissionIds: ids.join(','), lastpermissionIds: `${last.join(',')},` },
    by,
  )
const give = (roleIds: readonly string[], last: readonly string[] = [], by = head) =>
  post(
    'sysDepartRole/deptRoleUserAdd',
    { userId: memberId, newRoleId: roleIds.join(','), oldRoleId: last.join(',') },
    by,
  )
const mayList = async () => (await server.call('GET', '/mon/station/list', { token: member })).status

beforeEach(async () => {
  await server.db.deleteFrom('sysDepartRole').execute()
  await server.db.deleteFrom('sysDepartPermission').execute()
  await grantDepart(STATIONS)
})

describe('[CA-53] grants of a department', () => {
  it('are read, and written as a difference so that concurrent grants survive', async () => {
    expect((await get('permission/queryDepartPermission?departId=d-js', admin)).result.sort()).toEqual(
      [...STATIONS].sort(),
    )
    expect(await grantDepart(['m-home', ...STATIONS.slice(0, 2)], STATIONS)).toMatchObject({
      success: true,
      message: '保存成功！',
    })
    expect(await grantDepart(['m-map'], [])).toMatchObject({ success: true })
    expect((await get('permission/queryDepartPermission?departId=d-js', admin)).result.sort()).toEqual(
      ['m-home', 'm-map', 'm-station-list', 'p-mon-station-view'].sort(),
    )
    expect((await get('permission/queryDepartPermission?departId=d-zj', admin)).result).toEqual([])
  })

  it('are also revoked from its own roles when revoked, but from no others', async () => {
    const roleId = await addRole()
    await grantRole(roleId, STATIONS)
    await server.db
      .insertInto('sysDepartRole')
      .values({ id: 'other', departId: 'd-zj', roleName: '他', roleCode: 'other' })
      .execute()
    await server.db
      .insertInto('sysDepartRolePermission')
      .values({ roleId: 'other', permissionId: 'p-mon-station-export' })
      .execute()
    await grantDepart(STATIONS.slice(0, 2), STATIONS)
    expect((await get(`sysDepartPermission/queryDeptRolePermission?roleId=${roleId}`)).result.sort()).toEqual(
      STATIONS.slice(0, 2).sort(),
    )
    expect((await get('sysDepartPermission/queryDeptRolePermission?roleId=other', admin)).result).toHaveLength(1)
  })

  it('cannot include permissions the granting user does not hold', async () => {
    const role = { id: newId(), roleCode: 'depart-admin', roleName: '部门管理员' }
    await server.db.insertInto('sysRole').values(role).execute()
    await server.db
      .insertInto('sysRolePermission')
      .values({ roleId: role.id, permissionId: 'p-system-depart-permission' })
      .execute()
    await server.addUser('limited', { roles: ['depart-admin'] })
    const limited = await server.signIn('limited')
    expect(await grantDepart(['m-device-list'], [], limited)).toMatchObject({
      success: false,
      message: '不能授予自己没有的权限：设备列表',
    })
    expect((await get('permission/queryDepartPermission?departId=d-js', admin)).result).not.toContain('m-device-list')
  })
})

describe('[SY-40] [CA-60] roles within a department', () => {
  it("are limited to the department's grants, and the tree shows no more", async () => {
    const roleId = await addRole()
    const { result } = await get('sysDepartPermission/queryTreeListForDeptRole?departId=d-js')
    expect(result.ids.sort()).toEqual([...STATIONS].sort())
    expect(result.treeList).toMatchObject([
      {
        key: 'm-station-list',
        value: 'm-station-list',
        title: null,
        label: null,
        slotTitle: '站点管理',
        scopedSlots: { title: 'hasDatarule' },
        isLeaf: false,
        children: [{ key: 'p-mon-station-view', isLeaf: true, children: null }, { key: 'p-mon-station-export' }],
      },
    ])
    expect(await grantRole(roleId, ['m-home'])).toMatchObject({
      success: false,
      message: '部门没有这些权限，不能授予角色',
    })
    expect(await grantRole(roleId, STATIONS)).toMatchObject({ success: true, message: '保存成功！' })
    expect(await grantRole(roleId, STATIONS.slice(0, 2), STATIONS)).toMatchObject({ success: true })
    expect((await get(`sysDepartPermission/queryDeptRolePermission?roleId=${roleId}`)).result.sort()).toEqual(
      STATIONS.slice(0, 2).sort(),
    )
  })

  it('grant permissions to members at once, and revoke them when the role, the grant or the membership ends', async () => {
    const roleId = await addRole()
    await grantRole(roleId, STATIONS)
    expect(await mayList()).toBe(403)
    expect(await give([roleId])).toMatchObject({ success: true })
    expect(await mayList()).toBe(200)
    const { menu, auth } = (await get('permission/getUserPermissionByToken', member)).result
    expect(menu.map(({ path }: { path: string }) => path)).toContain('/mon/station/list')
    expect(auth.map(({ action }: { action: string }) => action)).toContain('mon:station:export')
    // A page grant includes the permission to view.
    await grantRole(roleId, [STATIONS[0] ?? ''], STATIONS)
    expect(await mayList()).toBe(200)
    await grantRole(roleId, [], [STATIONS[0] ?? ''])
    expect(await mayList()).toBe(403)
    await grantRole(roleId, STATIONS, [])
    expect(await mayList()).toBe(200)
    expect((await get(`sysDepartRole/getDeptRoleByUserId?userId=${memberId}&departId=d-js`)).result).toMatchObject([
      { userId: memberId, droleId: roleId },
    ])
    await give([], [roleId])
    expect(await mayList()).toBe(403)
    expect((await get(`sysDepartRole/getDeptRoleByUserId?userId=${memberId}&departId=d-js`)).result).toEqual([])
    await give([roleId])
    await server.db.deleteFrom('sysUserDepart').where('userId', '=', memberId).execute()
    server.bus.publish('rightsChanged', [memberId])
    expect(await mayList()).toBe(403)
    await server.db.insertInto('sysUserDepart').values({ userId: memberId, depId: 'd-js' }).execute()
  })

  it('apply only data rules of the department to their members', async () => {
    const ruleId = newId()
    const stray = newId()
    for (const [id, ruleValue] of [
      [ruleId, '32'],
      [stray, '33'],
    ] as const) {
      await server.db
        .insertInto('sysPermissionDataRule')
        .values({
          id,
          permissionId: 'm-station-list',
          ruleName: ruleValue,
          ruleColumn: 'regionCode',
          ruleConditions: 'RIGHT_LIKE',
          ruleValue,
        })
        .execute()
    }
    const roleId = await addRole()
    await grantRole(roleId, STATIONS)
    const offered = () => get(`sysDepartRole/datarule/m-station-list/d-js/${roleId}`)
    expect(await offered()).toMatchObject({ success: false, message: '该菜单没有数据规则' })
    const ofDepart = { permissionId: 'm-station-list', departId: 'd-js', dataRuleIds: `${ruleId},` }
    expect(await post('sysDepartPermission/datarule', ofDepart, admin)).toMatchObject({ success: true })
    expect((await get('sysDepartPermission/datarule/m-station-list/d-js', admin)).result).toMatchObject({
      drChecked: ruleId,
    })
    expect((await offered()).result.datarule).toMatchObject([{ id: ruleId }])
    const ofRole = { permissionId: 'm-station-list', roleId, dataRuleIds: stray }
    expect(await post('sysDepartRole/datarule', ofRole)).toMatchObject({ success: false })
    expect(await post('sysDepartRole/datarule', { ...ofRole, dataRuleIds: ruleId })).toMatchObject({ success: true })
    expect((await offered()).result).toMatchObject({ drChecked: ruleId })
    for (const regionCode of ['320100', '330100']) await buildStation(server.db, { regionCode })
    await server.db.updateTable('monStation').set({ sysOrgCode: 'A01A01' }).execute()
    await give([roleId])
    const seen = (await server.call('GET', '/mon/station/list', { token: member })).body.result.records
    expect(seen.map((row: { regionCode: string }) => row.regionCode)).toEqual(['320100'])
    await post('sysDepartPermission/datarule', { ...ofDepart, dataRuleIds: '' }, admin)
    expect(await offered()).toMatchObject({ success: false })
  })

  it('are managed by heads of the department or an ancestor; others cannot find them', async () => {
    await addRole({ departId: 'd-sz' })
    const foreign = { departId: 'd-zj', roleName: '外', roleCode: 'foreign' }
    expect(await post('sysDepartRole/add', foreign)).toMatchObject(NOT_FOUND)
    expect(await post('sysDepartRole/add', foreign, admin)).toMatchObject({ success: true })
    const { id } = (await get('sysDepartRole/list?deptId=d-zj', admin)).result.records[0]
    for (const answer of [
      await get('sysDepartRole/list?deptId=d-zj'),
      await get('sysDepartRole/getDeptRoleList?departId=d-zj'),
      await get('sysDepartPermission/queryTreeListForDeptRole?departId=d-zj'),
      await get(`sysDepartPermission/queryDeptRolePermission?roleId=${id}`),
      await grantRole(id, ['m-home']),
      await give([id]),
      await post('sysDepartRole/edit', { id, roleName: '改' }),
      (await server.call('DELETE', `/sys/sysDepartRole/delete?id=${id}`, { token: head })).body,
    ]) {
      expect(answer).toMatchObject(NOT_FOUND)
    }
    expect((await get('sysDepartRole/list?deptId=d-zj', admin)).result.records).toMatchObject([{ roleName: '外' }])
    const departsOf = async (by: string) =>
      (await get('sysDepartRole/list', by)).result.records.map((row: { departId: string }) => row.departId)
    expect(await departsOf(head)).toEqual(['d-sz'])
    expect((await departsOf(admin)).sort()).toEqual(['d-sz', 'd-zj'])
  })

  it('have unique codes, and go to members only and never to oneself', async () => {
    const roleId = await addRole({ roleCode: 'leader' })
    expect(await post('sysDepartRole/add', { departId: 'd-js', roleName: 'x', roleCode: 'leader' })).toMatchObject({
      success: false,
      message: '角色编码已存在！',
    })
    const outside = await server.addUser(`outside-${newId()}`)
    expect(
      await post('sysDepartRole/deptRoleUserAdd', { userId: outside, newRoleId: roleId, oldRoleId: '' }),
    ).toMatchObject({ success: false, message: '该用户不是部门成员' })
    expect(
      await post('sysDepartRole/deptRoleUserAdd', { userId: headId, newRoleId: roleId, oldRoleId: '' }),
    ).toMatchObject({ success: false, message: '不能修改自己的部门角色' })
    expect((await get('sysDepartRole/list?deptId=d-js')).result).toMatchObject({
      total: 1,
      records: [{ roleCode: 'leader', departId_dictText: 'd-js' }],
    })
    expect((await get('sysDepartRole/getDeptRoleList?departId=d-js&userId=x')).result).toHaveLength(1)
  })
})
