import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let admin: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  for (const name of ['absent', 'stand_in']) await server.addUser(name)
  admin = await server.signIn('keeper')
})
afterAll(() => server.close())

describe('a delegate', () => {
  const path = '/sys/sysUserAgent'
  const FORM = { userName: 'absent', agentUserName: 'stand_in' }
  beforeEach(() => server.db.deleteFrom('sysUserAgent').execute())
  const save = (body: object, call = 'add') => server.call('POST', `${path}/${call}`, { token: admin, body })
  const stored = () => server.db.selectFrom('sysUserAgent').selectAll().execute()

  it.each([
    ['ends when it begins', { startTime: '2026-05-01 08:00:00', endTime: '2026-05-01 08:00:00' }],
    ['ends before it begins, as instants', { startTime: '2026-05-01T08:00:00Z', endTime: '2026-05-01T07:59:59Z' }],
    ['begins on a day that is none', { startTime: '2026-02-30 08:00:00' }],
    ['ends at hour 24', { endTime: '2026-05-01 24:00:00' }],
    ['is themselves in other letters', { agentUserName: 'ABSENT' }],
    ['has a state that is none', { status: 2 }],
    ['is nobody', { agentUserName: '' }],
  ])('is rejected if it %s', async (_name, wrong) => {
    const { status, body } = await save({ ...FORM, ...wrong })
    expect(status).toBeLessThan(500)
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(/[\u4e00-\u9fff]/) })
    expect(await stored()).toEqual([])
  })

  it('is unique per user, even for concurrent requests with disjoint or overlapping times', async () => {
    const answers = await Promise.all([
      save({ ...FORM, startTime: '2026-05-01 00:00:00', endTime: '2026-06-01 00:00:00' }),
      save({ ...FORM, startTime: '2026-07-01 00:00:00', endTime: '2026-08-01 00:00:00' }),
      save({ ...FORM, userName: 'ABSENT', startTime: '2026-05-15 00:00:00' }),
    ])
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.message === '该用户已设置代理人')).toHaveLength(2)
    expect(await stored()).toHaveLength(1)
  })

  it('keeps start before end when an edit changes only one of them', async () => {
    await save({ ...FORM, startTime: '2026-05-01 00:00:00', endTime: '2026-06-01 00:00:00' })
    const [before] = await stored()
    const moved = await save({ id: before?.id, startTime: '2026-06-02 00:00:00' }, 'edit')
    expect(moved.body).toMatchObject({ success: false, message: '结束时间必须晚于开始时间！' })
    expect((await save({ id: before?.id, agentUserName: 'absent' }, 'edit')).body.message).toBe('代理人不能是本人')
    expect((await save({ id: 'none', status: '0' }, 'edit')).body.message).toBe('未找到对应数据')
    expect(await stored()).toEqual([before])
    expect((await save({ id: before?.id, startTime: '' }, 'edit')).body.success).toBe(true)
    expect(await stored()).toMatchObject([{ startTime: null }])
  })
})

describe('the address book', () => {
  const read = async (query: Record<string, string>, path = 'queryByOrgCodeForAddressList') => {
    const search = new URLSearchParams({ realname: '书中', ...query }).toString()
    return (await server.call('GET', `/sys/user/${path}?${search}`, { token: admin })).body.result
  }

  beforeAll(async () => {
    const { db } = server
    for (const [id, parentId, orgCode] of [
      ['d-left', 'd-a01', 'A01A01'],
      ['d-right', 'd-a01', 'A01A02'],
      ['d-closed', 'd-a01', 'A01A03'],
    ] as const) {
      await db.insertInto('sysDepart').values({ id, parentId, departName: id, orgCode, orgCategory: '2' }).execute()
    }
    for (let n = 1; n <= 7; n += 1) {
      const id = await server.addUser(`book_${n}`, { status: n === 7 ? 2 : 1 })
      await db.updateTable('sysUser').set({ realname: '书中人' }).where('id', '=', id).execute()
      for (const depId of ['d-left', 'd-right', 'd-closed'])
        await db.insertInto('sysUserDepart').values({ userId: id, depId }).execute()
    }
    await db.updateTable('sysDepart').set({ delFlag: '1' }).where('id', '=', 'd-closed').execute()
  })

  it('lists a person of several departments once across pages, even when all have the same name', async () => {
    const seen: string[] = []
    for (const pageNo of ['1', '2', '3']) {
      const { total, pages, records } = await read({ pageNo, pageSize: '2', orgCode: 'A01' })
      expect({ total, pages }).toEqual({ total: 6, pages: 3 })
      seen.push(...records.map(({ userId }: { userId: string }) => userId))
    }
    expect(new Set(seen).size).toBe(6)
    expect((await read({ pageNo: '4', pageSize: '2' })).records).toEqual([])
  })

  it('lists existing departments only, and no one for unknown codes', async () => {
    const { records } = await read({ pageSize: '1', orgCode: 'A01A02' })
    expect(records).toMatchObject([{ departName: 'd-left | d-right' }])
    expect((await read({ orgCode: 'A01A99' })).total).toBe(0)
    expect((await read({ orgCode: '%' }, 'queryByOrgCode')).total).toBe(0)
  })
})
