import type { RightsRow } from '@natim/contract/system/rights'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let admin: string
let dutyId: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  dutyId = await server.addUser('duty', { roles: ['prov_duty', 'analyst'] })
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const ask = async (path: string) => (await server.call('GET', `/sys/rights/${path}`, { token: admin })).body
const why = async (code: string, subject = `kind=user&id=${dutyId}`) =>
  (await ask(`explain?${subject}&code=${encodeURIComponent(code)}`)).result

describe('permissions of a user', () => {
  it('lists all menus and permissions in order, with the roles that grant them and the rules that bind', async () => {
    await server.db
      .insertInto('sysPermissionDataRule')
      .values({
        id: 'rule-1',
        permissionId: 'm-map',
        ruleName: '本省',
        ruleColumn: 'regionCode',
        ruleConditions: 'RIGHT_LIKE',
        ruleValue: '32',
      })
      .execute()
    await server.db
      .insertInto('sysRoleDataRule')
      .values({ roleId: 'r-analyst', permissionId: 'm-map', ruleId: 'rule-1' })
      .execute()
    const { result } = await ask(`view?kind=user&id=${dutyId}`)
    expect(result).toMatchObject({ name: 'duty（测试）（duty）', blocked: '' })
    expect(result.roles.map(({ roleCode }: { roleCode: string }) => roleCode).sort()).toEqual(['analyst', 'prov_duty'])
    const rows: RightsRow[] = result.rows
    const at = (id: string) => rows.findIndex((row) => row.id === id)
    expect(at('m-device')).toBeLessThan(at('m-device-list'))
    expect(at('m-device-list')).toBeLessThan(at('p-mon-device-view'))
    expect(rows[at('m-map')]).toMatchObject({ rules: ['regionCode 右模糊 32'] })
    expect(rows[at('m-map')]?.roleIds.sort()).toEqual(['r-analyst', 'r-prov-duty'])
    expect(rows[at('p-mon-device-secret')]?.roleIds).toEqual([])
    const { result: ofRole } = await ask('view?kind=role&id=r-analyst')
    expect(ofRole.rows[at('m-map')].roleIds).toEqual(['r-analyst'])
  })

  it('gives a frozen account no permissions', async () => {
    const id = await server.addUser('frozen', { roles: ['analyst'], status: 2 })
    expect((await ask(`view?kind=user&id=${id}`)).result.blocked).toBe('账号已冻结')
    expect(await ask('view?kind=user&id=nobody')).toMatchObject({ success: false, message: '未找到对应数据' })
    expect(await ask('view?kind=group&id=x')).toMatchObject({ success: false })
  })
})

describe('explanation of a permission', () => {
  it('gives the code, its place in the menu, and the roles and users that hold it', async () => {
    expect(await why('mon:device:secret')).toEqual({
      code: 'mon:device:secret',
      verdict: 'not_granted',
      lacks: [],
      places: ['设备管理 / 设备列表 / 设备凭证'],
      missingParents: [],
      roles: [
        { id: 'r-admin', roleName: '管理员', roleCode: 'admin', members: 1, isOwn: false },
        { id: 'r-nat-admin', roleName: '国家级管理员', roleCode: 'nat_admin', members: 0, isOwn: false },
        { id: 'r-station-ops', roleName: '运维人员', roleCode: 'station_ops', members: 0, isOwn: false },
      ],
      holders: [{ username: 'admin', realname: 'admin（测试）' }],
      holderCount: 1,
    })
  })

  it('distinguishes held, disabled, unreachable and unknown', async () => {
    expect(await why('mon:device:view')).toMatchObject({ verdict: 'held' })
    expect(await why('no:such:code')).toMatchObject({ verdict: 'unknown', roles: [], holders: [], holderCount: 0 })
    await server.db.updateTable('sysPermission').set({ status: '0' }).where('id', '=', 'p-mon-device-view').execute()
    expect(await why('mon:device:view')).toMatchObject({ verdict: 'disabled' })
    await server.db.updateTable('sysPermission').set({ status: '1' }).where('id', '=', 'p-mon-device-view').execute()
    await server.db
      .deleteFrom('sysRolePermission')
      .where('roleId', '=', 'r-analyst')
      .where('permissionId', '=', 'm-device')
      .execute()
    expect(await why('m-device-list', 'kind=role&id=r-analyst')).toMatchObject({
      verdict: 'hidden_parent',
      missingParents: ['设备管理'],
    })
  })

  it('is logged', async () => {
    await why('mon:ts:view')
    const line = await server.db.selectFrom('sysLog').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(line).toMatchObject({
      logContent: '查询权限原因：duty（测试）（duty），mon:ts:view',
      operateType: 1,
      username: 'admin',
      objectId: dutyId,
    })
  })
})
