import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let token: string
let plain: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  await server.addUser('plain')
  token = await server.signIn('keeper')
  plain = await server.signIn('plain')
})
afterAll(() => server.close())

const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  (await server.call(method, path, { token, ...(body && { body }) })).body
const logs = async (query: string) => (await call('GET', `/sys/log/list?${query}`)).result.records
const add = async (code: string, name: string) =>
  (await call('POST', '/sys/position/add', { code, name, postRank: '2' })).result.id as string

describe('the log', () => {
  it('shows a call with its user, address, duration and parameters', async () => {
    const id = await add('log_a', '看日志的')
    const [line] = await logs(`logType=2&keyWord=${encodeURIComponent('看日志的')}`)
    expect(line).toMatchObject({
      logType: 2,
      logType_dictText: '操作日志',
      logContent: '新增职务：看日志的（log_a）',
      operateType: 2,
      operateType_dictText: '添加',
      userid: 'keeper',
      username: 'keeper（测试）',
      ip: '127.0.0.1',
      requestType: 'POST',
      method: expect.stringContaining('/sys/position/add'),
      requestParam: JSON.stringify({ code: 'log_a', name: '看日志的', postRank: '2' }),
      costTime: expect.any(Number),
      success: true,
    })
    expect(JSON.parse(line.detail)).toMatchObject({ after: { name: '看日志的' } })
    expect(id).toBeTruthy()
  })

  it('can be filtered by kind of operation and by day', async () => {
    const id = await add('log_b', '会改的')
    await call('POST', '/sys/position/edit', { id, name: '改过的' })
    const edits = await logs('logType=2&operateType=3')
    expect(edits[0]).toMatchObject({ logContent: '编辑职务：改过的（log_b）', operateType_dictText: '修改' })
    expect(edits.every((line: { operateType: number }) => line.operateType === 3)).toBe(true)
    // The day of the line, as the test may run across midnight.
    const day = edits[0].createTime.slice(0, 10)
    const ofDay = await logs(`createTime_begin=${day}&createTime_end=${day}&pageSize=100`)
    expect(ofDay).toContainEqual(expect.objectContaining({ id: edits[0].id }))
    expect(ofDay.every((line: { createTime: string }) => line.createTime.startsWith(day))).toBe(true)
    expect(await logs('createTime_end=2020-01-01')).toEqual([])
  })

  it('records sign-ins and refusals, but never calls anyone could make without a session', async () => {
    expect((await server.call('GET', '/sys/log/list', { token: plain })).status).toBe(403)
    const [denial] = await logs('logType=3')
    expect(denial).toMatchObject({ logContent: '拒绝访问：system:log:list', userid: 'plain', success: false })
    await server.call('POST', '/sys/login', { body: { username: 'plain', password: PASSWORD } })
    const [signIn] = await logs('logType=1')
    expect(signIn).toMatchObject({
      requestType: 'POST',
      method: expect.stringMatching(/\/sys\/login$/),
      requestParam: null,
    })
    expect(signIn).toMatchObject({ logType_dictText: '登录日志', costTime: expect.any(Number) })
  })

  it('is append-only: no call or statement changes or deletes a line', async () => {
    const before = (await call('GET', '/sys/log/list')).result.total
    for (const path of ['delete?id=1', 'deleteBatch?ids=1,2,', 'deleteBatch?ids=allclear']) {
      expect(await call('DELETE', `/sys/log/${path}`)).toMatchObject({ success: false, message: '日志不可修改或删除' })
    }
    for (const statement of [
      sql`update sys_log set log_content = ''`,
      sql`delete from sys_log where id = -1`,
      sql`truncate sys_log`,
      sql`update sys_data_log set create_by = 'x'`,
      sql`delete from sys_data_log`,
    ]) {
      await expect(statement.execute(server.db)).rejects.toThrow(/append-only/)
    }
    expect((await call('GET', '/sys/log/list')).result.total).toBe(before)
  })
})

describe('versions of rows', () => {
  it('are listed, newest first per row, and compared in the requested order', async () => {
    const id = await add('log_c', '甲')
    await call('POST', '/sys/position/edit', { id, name: '乙' })
    const listed = (await call('GET', `/sys/dataLog/list?dataTable=sys_position&dataId=${id}`)).result.records
    expect(listed).toMatchObject([
      { dataVersion: 2, type: 'json', operateType_dictText: '修改', createBy: 'keeper' },
      { dataVersion: 1, operateType_dictText: '添加' },
    ])
    const versions = (await call('GET', `/sys/dataLog/queryDataVerList?dataTable=sys_position&dataId=${id}`)).result
    expect(versions).toEqual(listed)
    const [newer, older] = versions
    const compare = (one: string, other: string) =>
      call('GET', `/sys/dataLog/queryCompareList?dataId1=${one}&dataId2=${other}`)
    const { result } = await compare(older.id, newer.id)
    expect(result.map((row: { dataContent: string }) => JSON.parse(row.dataContent).name)).toEqual(['甲', '乙'])
    const foreign = await add('log_d', '别的')
    const [other] = (await call('GET', `/sys/dataLog/queryDataVerList?dataTable=sys_position&dataId=${foreign}`)).result
    for (const [one, two, message] of [
      [newer.id, newer.id, '请选择同一条数据的两个版本进行比较'],
      [newer.id, other.id, '请选择同一条数据的两个版本进行比较'],
      [newer.id, 'nowhere', '未找到对应数据'],
    ] as const) {
      expect(await compare(one, two)).toMatchObject({ success: false, message })
    }
  })

  it('of an unknown row fail, as existing clients expect', async () => {
    expect(await call('GET', '/sys/dataLog/queryDataVerList?dataTable=sys_position&dataId=none')).toMatchObject({
      success: false,
      message: '没有版本记录',
    })
    expect((await call('GET', '/sys/dataLog/queryDataVerList?dataTable=sys_user;--&dataId=1')).success).toBe(false)
  })
})
