import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('somebody')
  token = await server.signIn('somebody')
})
afterAll(() => server.close())

const list = async (query: Record<string, string>) =>
  (
    await server.call('GET', `/sys/position/list?${new URLSearchParams({ column: 'code', order: 'asc', ...query })}`, {
      token,
    })
  ).body.result
const codes = async (query: Record<string, string>) =>
  (await list(query)).records.map((row: { code: string }) => row.code)

it("[CA-99] positions have their rank in the picker's format, and are found by lists of codes", async () => {
  expect((await list({ code: 'duty_leader' })).records).toMatchObject([
    { code: 'duty_leader', name: '值班长', postRank: '3', postRank_dictText: '中级', rank_dictText: '中级' },
  ])
  expect(await codes({ code: 'duty_leader,director,nobody,', pageNo: '1', pageSize: '3' })).toEqual([
    'director',
    'duty_leader',
  ])
  expect(await codes({ name: '*主任*' })).toEqual(['deputy_director', 'director', 'section_chief'])
  expect(await codes({ postRank: '5' })).toEqual(['chief_engineer', 'director'])
  expect(await list({ pageSize: '99999' })).toMatchObject({ total: 12, size: 5_000 })
})

it('an unknown rank is shown as it is, a missing one as empty', async () => {
  await server.db.insertInto('sysPosition').values({ id: 'p-1', code: 'odd', name: '特聘', postRank: '9' }).execute()
  await server.db.insertInto('sysPosition').values({ id: 'p-2', code: 'odd_none', name: '借调' }).execute()
  expect((await list({ code: 'odd*' })).records).toMatchObject([{ rank_dictText: '9' }, { rank_dictText: '' }])
})
