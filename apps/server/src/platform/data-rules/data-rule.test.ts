import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { newId } from '../id.ts'

let server: TestApp
let token: string
let userId: string

beforeAll(async () => {
  server = await buildTestApp()
  userId = await server.addUser('duty', { roles: ['prov_duty', 'analyst'] })
  token = await server.signIn('duty')
  for (const [code, regionCode, status] of [
    ['JS1', '320100', 'active'],
    ['JS2', '320500', 'suspended'],
    ['ZJ1', '330100', 'active'],
    ['GD1', '440300', 'active'],
  ] as const) {
    const station = await buildStation(server.db, { regionCode })
    await server.db.updateTable('monStation').set({ code, status }).where('id', '=', station.id).execute()
    await buildDevice(server.db, { name: `dev-${code}`, stationId: station.id, regionCode })
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('sysPermissionDataRule').execute()
  server.bus.publish('rightsChanged', [userId])
})

async function addRule(given: {
  page?: string
  role?: string
  column: string
  operator: string
  value: string
  status?: string
}): Promise<void> {
  const { page = 'm-station-list', role = 'r-prov-duty', column, operator, value, status = '1' } = given
  const id = newId()
  await server.db
    .insertInto('sysPermissionDataRule')
    .values({
      id,
      permissionId: page,
      ruleName: id,
      ruleColumn: column,
      ruleConditions: operator,
      ruleValue: value,
      status,
    })
    .execute()
  await server.db.insertInto('sysRoleDataRule').values({ roleId: role, permissionId: page, ruleId: id }).execute()
  server.bus.publish('rightsChanged', [userId])
}
const stations = async (query = '') => {
  const { body } = await server.call('GET', `/mon/station/list?column=code&order=asc${query}`, { token })
  return body.result.records.map((row: { code: string }) => row.code)
}
const devices = async () => {
  const { body } = await server.call('GET', '/mon/device/list?column=name&order=asc', { token })
  return body.result.records.map((row: { name: string }) => row.name)
}

describe('[CA-61] data rules restrict lists', () => {
  it('shows all rows without rules', async () => {
    expect(await stations()).toEqual(['GD1', 'JS1', 'JS2', 'ZJ1'])
  })

  it('ANDs rules on different fields with each other and with the query', async () => {
    await addRule({ column: 'regionCode', operator: 'RIGHT_LIKE', value: '32' })
    await addRule({ column: 'status', operator: '=', value: 'active' })
    expect(await stations()).toEqual(['JS1'])
    expect(await stations('&code=ZJ1')).toEqual([])
  })

  it('shows both provinces when two roles allow one each', async () => {
    await addRule({ column: 'regionCode', operator: 'RIGHT_LIKE', value: '32' })
    await addRule({ role: 'r-analyst', column: 'regionCode', operator: 'RIGHT_LIKE', value: '33' })
    expect(await stations()).toEqual(['JS1', 'JS2', 'ZJ1'])
  })

  it('takes variables from the session: user, department, date', async () => {
    await addRule({ column: 'sysOrgCode', operator: 'RIGHT_LIKE', value: '#{sys_org_code}' })
    await addRule({ column: 'createTime', operator: '>=', value: '#{sys_date}' })
    expect(await stations()).toEqual(['GD1', 'JS1', 'JS2', 'ZJ1'])
    await addRule({ column: 'shortName', operator: '=', value: '#{sys_user_code}' })
    expect(await stations()).toEqual([])
  })

  it.each([
    ['SQL 片段', { column: '', operator: 'USE_SQL_RULES', value: '1=1' }],
    ['没有的字段', { column: 'passwordHash', operator: '=', value: 'x' }],
    ['没有的变量', { column: 'code', operator: '=', value: '#{nobody}' }],
    ['不合类型的值', { column: 'createTime', operator: '>', value: 'zwei' }],
    ['注入', { column: 'code', operator: '=', value: "x' or '1'='1" }],
  ])('%s lets no row through', async (_name, rule) => {
    await addRule(rule)
    expect(await stations()).toEqual([])
  })

  it('ignores disabled rules, rules of other pages and rules of other roles', async () => {
    await addRule({ column: 'code', operator: '=', value: 'JS1', status: '0' })
    await addRule({ page: 'm-device-list', column: 'name', operator: '=', value: 'dev-JS1' })
    await addRule({ role: 'r-admin', column: 'code', operator: '=', value: 'JS1' })
    expect(await stations()).toHaveLength(4)
    expect(await devices()).toEqual(['dev-JS1'])
  })

  it('applies the same rules to status counts, tree and export', async () => {
    const root = async () => (await server.call('GET', '/mon/device/tree', { token })).body.result
    expect(await root()).toMatchObject([{ total: 4 }])
    await addRule({ page: 'm-device-list', column: 'regionCode', operator: 'RIGHT_LIKE', value: '32' })
    expect(await root()).toMatchObject([{ total: 2 }])
    const provinces = (await server.call('GET', '/mon/device/tree?parent=00', { token })).body.result
    expect(provinces).toMatchObject([{ key: '32', total: 2 }])
    const stationsBelow = (await server.call('GET', '/mon/device/tree?parent=4403', { token })).body.result
    expect(stationsBelow).toEqual([])
    const { body } = await server.call('GET', '/mon/device/statusCounts', { token })
    const counts: Record<string, number> = body.result
    expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(2)
    await server.call('POST', '/mon/device/exportXls', { token, body: {} })
    const exported = await server.db
      .selectFrom('sysLog')
      .select('logContent')
      .where('userId', '=', userId)
      .where('logContent', 'like', '导出%')
      .executeTakeFirstOrThrow()
    expect(exported.logContent).toBe('导出设备列表 2 行')
  })
})
