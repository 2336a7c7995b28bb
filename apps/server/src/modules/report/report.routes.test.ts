import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Database } from '../../platform/db/db.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { createReportRunner } from './report-runner.ts'
import { REPORT_SOURCES } from './sources.ts'

let server: TestApp
let admin: string
let powerless: string
let guangdong: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  await server.addUser('powerless')
  await server.addUser('guangdong', { roles: ['nat_admin'], regionPrefixes: ['44'] })
  admin = await server.signIn('admin')
  powerless = await server.signIn('powerless')
  guangdong = await server.signIn('guangdong')
  const { id } = await buildStation(server.db, { name: '苏州甲站' })
  await buildStation(server.db, { name: '苏州乙站' })
  await buildStation(server.db, { name: '广州丙站', regionCode: '440100' })
  await buildDevice(server.db, { stationId: id, metrics: ['pm25'] })
})
afterAll(() => server.close())

const api = (path: string, token = admin) => server.call('GET', `/online/cgreport/api/${path}`, { token })
const data = async (query = '', token = admin, id = 'rp-station') =>
  (await api(`getData/${id}?${query}`, token)).body.result
const names = async (query: string, token?: string) =>
  (await data(query, token)).records.map(({ name }: { name: string }) => name)

const ITEMS = [{ fieldName: 'code', fieldTxt: '编号' }]
const head = (call: string, body: object, token = admin) =>
  server.call('POST', `/online/cgreport/head/${call}`, { token, body })
const add = (cgrSql: string, more: object = {}) =>
  head('add', { code: `r${Math.trunc(performance.now() * 1_000)}`, name: '试', cgrSql, items: ITEMS, ...more })

describe('a report read by the popup', () => {
  it('[CA-88] returns its columns with dictionary keys, and the dictionaries', async () => {
    const { body } = await api('getRpColumns/station_list')
    const { columns, dictOptions, ...rest } = body.result
    expect(rest).toEqual({ cgRpConfigId: 'rp-station', cgRpConfigName: '监测站点选择' })
    expect(columns[0]).toEqual({ title: '站点编号', dataIndex: 'code', align: 'left', sorter: true, width: 140 })
    expect(columns.map(({ dataIndex }: { dataIndex: string }) => dataIndex)).not.toContain('id')
    const type = columns.find(({ dataIndex }: { dataIndex: string }) => dataIndex === 'station_type')
    expect(dictOptions[type.customRender]).toContainEqual(expect.objectContaining({ value: 'park', text: '化工园区' }))
    expect((await api('getRpColumns/nothing')).body).toMatchObject({ success: false, message: '未找到对应数据' })
  })

  it('[CA-89] returns its query fields', async () => {
    const { body } = await api('getQueryInfo/rp-station')
    expect(body.result[0]).toEqual({
      field: 'code',
      label: '站点编号',
      mode: 'single',
      hidden: '0',
      type: 'text',
      view: 'text',
      dictCode: '',
    })
    expect(body.result.at(-1)).toMatchObject({ field: 'create_time', mode: 'group', hidden: '1', view: 'datetime' })
    expect(body.result.find(({ field }: { field: string }) => field === 'station_type')).toMatchObject({ view: 'list' })
  })

  it('[CA-90][WG-56] returns rows by query fields, self_ parameters, sort order and page', async () => {
    const all = await data()
    expect(all.total).toBe(3)
    expect(all.records[0]).toMatchObject({ name: '苏州甲站', device_count: 1, region_code: '320500' })
    expect(all.records[0].create_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(await names('name=*州乙*')).toEqual(['苏州乙站'])
    expect(await names('self_region_code=44')).toEqual(['广州丙站'])
    expect(await names("self_region_code='44'")).toEqual(['广州丙站'])
    expect(await names('column=name&order=desc&pageNo=1&pageSize=2')).toHaveLength(2)
    const descending = await names('column=device_count&order=desc')
    expect(descending[0]).toBe('苏州甲站')
    expect(await names('pageNo=2&pageSize=2')).toHaveLength(1)
    expect((await data('create_time_begin=2999-01-01 00:00:00')).total).toBe(0)
  })

  it('[CA-90] never runs a name or value as SQL', async () => {
    expect(await names('column=name;drop table mon_station&order=asc,(select 1)')).toHaveLength(3)
    expect(await names("name=x' or '1'='1")).toEqual([])
    expect(await names("self_region_code=' or ''='")).toEqual([])
    // address is only displayed: it is neither a query field nor sortable.
    expect(await names('address=nowhere&column=address')).toHaveLength(3)
    expect(await names('column=__proto__&constructor=1')).toHaveLength(3)
  })

  it("restricts rows to the reader's scope", async () => {
    expect(await names('', guangdong)).toEqual(['广州丙站'])
  })

  it('requires its own permission', async () => {
    for (const path of ['getRpColumns/station_list', 'getQueryInfo/rp-station', 'getData/rp-station'])
      expect((await api(path, powerless)).status).toBe(403)
  })

  it('on persons exposes no secrets and no contact data', async () => {
    const { records } = await data('username=admin', admin, 'rp-person')
    expect(records).toHaveLength(1)
    expect(Object.keys(records[0]).toSorted()).toEqual([
      'depart_name',
      'id',
      'org_code',
      'realname',
      'sex',
      'status',
      'username',
      'work_no',
    ])
  })
})

describe('defining a report', () => {
  it('test-runs, stores, changes with a new version, and deletes it', async () => {
    const sqlText =
      'select code, count(*) as n, max(create_time) as at from station where region_code = ${region} group by code'
    const trial = (await head('test', { cgrSql: sqlText, params: [{ paramName: 'region', paramValue: '440100' }] }))
      .body.result
    expect(trial).toMatchObject({ params: ['region'], records: [{ n: 1 }] })
    expect(trial.fields).toEqual([
      { fieldName: 'code', fieldType: 'text' },
      { fieldName: 'n', fieldType: 'number' },
      { fieldName: 'at', fieldType: 'time' },
    ])
    const params = [{ paramName: 'region', paramTxt: '区划' }]
    const { id } = (await add(sqlText, { code: 'by_region', params })).body.result
    expect((await add(sqlText, { code: 'by_region', params })).body.message).toBe('报表编码已存在！')
    const edit = await server.call('PUT', '/online/cgreport/head/edit', {
      token: admin,
      body: { id, name: '改名', items: [] },
    })
    expect(edit.body.success).toBe(true)
    const detail = (await server.call('GET', `/online/cgreport/head/queryById?id=${id}`, { token: admin })).body.result
    expect(detail).toMatchObject({ name: '改名', version: 2, items: [], params: [{ paramName: 'region' }] })
    expect((await server.call('DELETE', `/online/cgreport/head/delete?id=${id}`, { token: admin })).body.success).toBe(
      true,
    )
    expect((await server.call('DELETE', `/online/cgreport/head/delete?id=${id}`, { token: admin })).body.success).toBe(
      false,
    )
  })

  it.each([
    ['reads a table of ours', 'select username as code from sys_user', '报表语句不被允许：不能读取 sys_user'],
    ['names a column that is not there', 'select nothing as code from station', '报表语句执行失败：引用了不存在的列'],
    ['divides by zero', 'select 1 / (lng - lng) as code from station', '报表语句执行失败：除数为零'],
    [
      'has a column twice',
      'select code, code from station',
      '报表语句执行失败：列名重复或有歧义，请加上表名或用 AS 区分',
    ],
    [
      'compares what cannot be compared',
      'select code from station where lng = name',
      '报表语句执行失败：函数或运算符的参数类型不正确',
    ],
    ['lacks a column of the report', 'select name from station', '报表列重复或不在语句结果中：code'],
    [
      'has a placeholder nobody defined',
      'select code from station where code = ${x}',
      '报表语句不被允许：参数 x 没有定义',
    ],
  ])('refuses a statement that %s with its own message', async (_, text, message) => {
    const { status, body } = await add(text)
    expect({ status, success: body.success, message: body.message }).toEqual({ status: 200, success: false, message })
  })

  it('aborts a statement that takes too long', async () => {
    const many = Array.from({ length: 9 }, (_, n) => `person p${n}`).join(', ')
    await server.db
      .insertInto('sysUser')
      .values(
        Array.from({ length: 40 }, (_, n) => ({
          id: `slow-${n}`,
          username: `slow-${n}`,
          realname: 'x',
          passwordHash: 'x',
        })),
      )
      .execute()
    const { body } = await head('test', { cgrSql: `select count(*) as code from ${many}` })
    expect(body).toMatchObject({ success: false, message: '报表语句执行失败：执行超过 5 秒，请缩小范围' })
  })

  it('lists readable sources as they are in the database', async () => {
    const { result } = (await server.call('GET', '/online/cgreport/head/sources', { token: admin })).body
    const { rows } = await sql<{ name: string; columns: string[] }>`
      select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'report' group by 1 order by 1`.execute(server.db)
    const listed = REPORT_SOURCES.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
    expect(listed.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(rows)
    expect(result).toHaveLength(rows.length)
  })
})

describe('the role reports run as', () => {
  const asRole = (statement: string) =>
    server.db.transaction().execute(async (trx) => {
      await sql`set local role natim_report`.execute(trx)
      return sql.raw(statement).execute(trx)
    })

  it('is denied by the database whatever the parser might let through', async () => {
    await data()
    for (const statement of [
      'select * from sys_user',
      'select * from mon_station',
      'create table evil ()',
      "update report.station set name = 'x'",
    ])
      await expect(asRole(statement)).rejects.toMatchObject({ code: '42501' })
    await expect(asRole('select * from report.station')).resolves.toMatchObject({ rows: [] })
  })

  it('runs every statement, read-only and with a timeout', async () => {
    const user = { scope: { orgCode: 'A01', regionPrefixes: ['*'] }, tenantId: 0 } as unknown as SessionUser
    const run = <T>(query: RawBuilder<T>) => createReportRunner(server.db).run(user, (trx) => query.execute(trx))
    const { rows } = await run(sql`
      select current_user as role, current_setting('transaction_read_only') as "readOnly",
        current_setting('statement_timeout') as timeout, current_setting('search_path') as path`)
    expect(rows).toEqual([{ role: 'natim_report', readOnly: 'on', timeout: '5s', path: 'report' }])
    await expect(run(sql`select 1 from public.sys_user`)).rejects.toMatchObject({ code: 'report.failed' })
  })

  it('turns reports off with a message when it is missing', async () => {
    // Simulates a database without the role: every query returns no rows.
    const without = new Kysely<Database>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    const work = createReportRunner(without).run({} as SessionUser, async () => 'ran')
    await expect(work).rejects.toMatchObject({ code: 'report.off', message: expect.stringContaining('natim_report') })
  })
})
