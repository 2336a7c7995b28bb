import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'

let server: TestApp
let ops: string
let harbour: { id: string }
const registers: { readonly deviceIds?: readonly string[] }[] = []

beforeAll(async () => {
  server = await buildTestApp()
  harbour = await buildStation(server.db, { name: '港口站', regionCode: '320500' })
  await server.addUser('ops', { roles: ['station_ops'], regionPrefixes: ['32'] })
  await server.addUser('duty', { roles: ['prov_duty'], regionPrefixes: ['32'] })
  ops = await server.signIn('ops')
  server.bus.subscribe('registers', (message) => registers.push(message))
})
afterAll(() => server.close())

const change = async (body: object, token = ops) =>
  (await server.call('PUT', '/mon/device/changeBatch', { token, body })).body
const devicesOf = (ids: readonly string[]) =>
  server.db
    .selectFrom('monDevice')
    .select(['id', 'stationId', 'regionCode', 'tags', 'updateBy'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
const two = async (given: { tags?: string[] } = {}) => {
  const built = [await buildDevice(server.db, { regionCode: '320100' }), await buildDevice(server.db, {})]
  const ids = built.map(({ id }) => id).toSorted()
  if (given.tags) await server.db.updateTable('monDevice').set({ tags: given.tags }).where('id', 'in', ids).execute()
  return ids
}

describe('moving and tagging devices in a batch', () => {
  it('moves devices to a station with its region, journals each and announces the change', async () => {
    const ids = await two({ tags: ['重点'] })
    expect(await change({ ids: ids.join(','), stationId: harbour.id })).toMatchObject({ success: true })
    for (const row of await devicesOf(ids)) {
      expect(row).toMatchObject({ stationId: harbour.id, regionCode: '320500', tags: ['重点'], updateBy: 'ops' })
    }
    const lines = await server.db
      .selectFrom('sysLog')
      .select(['logContent', 'username', 'operateType'])
      .where('objectId', 'in', ids)
      .execute()
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toMatchObject({ logContent: expect.stringMatching(/^编辑设备：|^修改设备：/), username: 'ops' })
    }
    expect(registers.at(-1)?.deviceIds?.toSorted()).toEqual(ids)
  })

  it('adds and removes tags without touching others or adding duplicates', async () => {
    const ids = await two({ tags: ['重点', '旧'] })
    await change({ ids: ids.join(','), addTags: ['夜间', '重点'], removeTags: ['旧'] })
    expect((await devicesOf(ids)).map(({ tags }) => tags)).toEqual([
      ['重点', '夜间'],
      ['重点', '夜间'],
    ])
  })

  it('changes nothing if one device would exceed the tag limit', async () => {
    const ids = await two()
    const many = Array.from({ length: 20 }, (_, n) => `t${n}`)
    await server.db
      .updateTable('monDevice')
      .set({ tags: many })
      .where('id', '=', ids[1] as string)
      .execute()
    const answer = await change({ ids: ids.join(','), addTags: ['多'] })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('的标签会超过 20 个') })
    expect((await devicesOf(ids))[0]?.tags).toEqual([])
  })

  it('changes nothing if a device or the station is not visible', async () => {
    const ids = await two()
    const foreign = await buildDevice(server.db, { regionCode: '440100' })
    const far = await buildStation(server.db, { name: '广州站', regionCode: '440100' })
    const refused = { success: false, message: '未找到对应数据' }
    expect(await change({ ids: [...ids, foreign.id].join(','), addTags: ['x'] })).toMatchObject(refused)
    expect(await change({ ids: ids.join(','), stationId: far.id })).toMatchObject({
      success: false,
      message: expect.stringContaining('所属站点不正确'),
    })
    expect((await devicesOf([...ids, foreign.id])).every(({ tags, stationId }) => !tags.length && !stationId)).toBe(
      true,
    )
  })

  it('requires the edit permission, and explains a request without changes', async () => {
    const ids = await two()
    const duty = await server.signIn('duty')
    expect(
      (
        await server.call('PUT', '/mon/device/changeBatch', {
          token: duty,
          body: { ids: ids.join(','), addTags: ['x'] },
        })
      ).status,
    ).toBe(403)
    expect(await change({ ids: ids.join(',') })).toMatchObject({
      success: false,
      message: expect.stringContaining('请选择要修改的内容'),
    })
  })

  it('keeps all tags when the same batch is changed concurrently', async () => {
    const ids = await two()
    const reversed = ids.toReversed()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => change({ ids: (n % 2 ? ids : reversed).join(','), addTags: [`标签${n}`] })),
    )
    expect(answers.every(({ success }) => success)).toBe(true)
    for (const { tags } of await devicesOf(ids))
      expect(tags.toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `标签${n}`))
  })
})
