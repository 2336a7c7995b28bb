import type { SearchGroup } from '@natim/contract/system/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'

let server: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await buildTestApp()
  const { db } = server
  await server.addUser('keeper', { roles: ['admin'], regionPrefixes: ['*'] })
  await server.addUser('jiangsu', { roles: ['nat_admin'], regionPrefixes: ['32'] })
  await server.addUser('nobody')
  await server.addUser('dingxiaodong')
  await db.updateTable('sysUser').set({ realname: '江北丁晓东' }).where('username', '=', 'dingxiaodong').execute()
  const { id: stationId } = await buildStation(db, { name: '江北新区 2#', regionCode: '320100' })
  await buildStation(db, { name: '江北镇', regionCode: '330100' })
  await buildDevice(db, { name: '江北 2# 氯气探测器', kind: 'gas', stationId, regionCode: '320100', status: 'online' })
  await buildDevice(db, { name: '江北', kind: 'air', regionCode: '330100' })
  await buildDevice(db, { name: '东江北 100% 纯', kind: 'air', regionCode: '330100' })
  for (const account of ['keeper', 'jiangsu', 'nobody']) tokens[account] = await server.signIn(account)
  await server.call('POST', '/sys/position/add', {
    token: tokens.keeper,
    body: { code: 'jb_watch', name: '江北值守' },
  })
})
afterAll(() => server.close())

async function find(keyword: string, account = 'keeper'): Promise<SearchGroup[]> {
  const query = new URLSearchParams({ keyword }).toString()
  const { body } = await server.call('GET', `/sys/search?${query}`, { token: tokens[account] ?? '' })
  expect(body).toMatchObject({ success: true })
  return body.result
}
const namesIn = (groups: readonly SearchGroup[], kind: string) =>
  groups.find((group) => group.kind === kind)?.rows.map(({ name }) => name)

describe('the search', () => {
  it('finds devices, stations, users and records by part of their names, best match first', async () => {
    const groups = await find('江北')
    expect(groups.map(({ kind, total }) => [kind, total])).toEqual([
      ['device', 3],
      ['station', 2],
      ['person', 1],
      ['record', 1],
    ])
    expect(namesIn(groups, 'device')).toEqual(['江北', '江北 2# 氯气探测器', '东江北 100% 纯'])
    expect(groups[0]?.rows[1]).toMatchObject({
      noun: '有毒气体探测器',
      place: '江北新区 2#',
      region: '江苏省南京市',
      device: { kind: 'gas', status: 'online' },
    })
    expect(groups[3]?.rows).toMatchObject([
      { name: '江北值守', noun: '职务', list: { component: 'system/SysPositionList', filter: { code: 'jb_watch' } } },
    ])
  })

  it('finds codes in any case, and treats pattern characters literally', async () => {
    expect(namesIn(await find('JB_WATCH'), 'record')).toEqual(['江北值守'])
    expect(namesIn(await find('jbxwatch'), 'record')).toEqual([])
    expect(namesIn(await find('100%'), 'device')).toEqual(['东江北 100% 纯'])
    expect(namesIn(await find('dingxiao'), 'person')).toEqual(['江北丁晓东'])
    expect(namesIn(await find("'; drop table sys_user; --"), 'person')).toEqual([])
  })

  it("counts and shows only rows in the caller's region", async () => {
    const groups = await find('江北', 'jiangsu')
    expect(namesIn(groups, 'device')).toEqual(['江北 2# 氯气探测器'])
    expect(namesIn(groups, 'station')).toEqual(['江北新区 2#'])
    expect(groups[0]?.total).toBe(1)
  })

  it('returns nothing without permission for any list', async () => {
    expect(await find('江北', 'nobody')).toEqual([])
    expect((await server.call('GET', '/sys/search?keyword=x')).status).toBe(401)
  })

  it('leaves out rows in a recycle bin or hidden by data rules', async () => {
    const { db } = server
    const { id } = await buildDevice(db, { name: '江北旧', kind: 'air' })
    expect(namesIn(await find('江北旧'), 'device')).toEqual(['江北旧'])
    await db.updateTable('monDevice').set({ delFlag: 1 }).where('id', '=', id).execute()
    expect(namesIn(await find('江北旧'), 'device')).toEqual([])

    await db
      .insertInto('sysPermissionDataRule')
      .values({
        id: 'rule-search',
        permissionId: 'm-position',
        ruleName: '只看值守以外',
        ruleColumn: 'code',
        ruleConditions: '!=',
        ruleValue: 'jb_watch',
        status: '1',
      })
      .execute()
    await db
      .insertInto('sysRoleDataRule')
      .values({ roleId: 'r-admin', permissionId: 'm-position', ruleId: 'rule-search' } as never)
      .execute()
    await server.addUser('ruled', { roles: ['admin'], regionPrefixes: ['*'] })
    const ruled = await server.signIn('ruled')
    const { body } = await server.call('GET', `/sys/search?keyword=${encodeURIComponent('江北值守')}`, { token: ruled })
    expect(namesIn(body.result, 'record')).toEqual([])
  })

  it('returns the number of matches and the first eight', async () => {
    for (let n = 0; n < 12; n++) await buildStation(server.db, { name: `很多站 ${n}` })
    const stations = (await find('很多站')).find(({ kind }) => kind === 'station')
    expect([stations?.total, stations?.rows.length]).toEqual([12, 8])
  })
})
