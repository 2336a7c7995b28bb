import { read, utils } from '@e965/xlsx'
import type { Endpoint } from '@natim/contract/endpoint'
import { type QueryLine, superQueryParameters } from '@natim/contract/super-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildTestApp, type TestApp } from './build-app.ts'
import { buildDevice, buildStation } from './build-network.ts'
import { FOR_ALL_MS, forAll } from './for-all.ts'
import { everyList as listsOfContract } from './matrix.ts'

const LISTS = await listsOfContract()

let server: TestApp
let token: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  await server.addUser('other')
  token = await server.signIn('admin')
  for (const regionCode of ['320500', '320100', '440300']) {
    const station = await buildStation(server.db, { name: `站 ${regionCode}`, regionCode })
    await buildDevice(server.db, { name: `设备 ${regionCode}`, stationId: station.id, regionCode, status: 'online' })
  }
  for (const title of ['演练通知', '维护通知', '值班安排']) {
    await server.call('POST', '/sys/annountCement/add', { token, body: { titile: title, msgContent: title } })
  }
})
afterAll(() => server.close())

/** Lists that belong to one row require its id. */
const OWNERS: Readonly<Record<string, Record<string, string>>> = {
  '/sys/dictItem/list': { dictId: 'dict-sex' },
  '/sys/sysDepartRole/list': { deptId: 'd-a01' },
}

async function list(path: string, query: Record<string, string> = {}, ask: TestApp['call'] = server.call) {
  const search = new URLSearchParams({ ...OWNERS[path], ...query }).toString()
  const { status, body } = await ask('GET', `${path}?${search}`, { token })
  return { status, ...body }
}
type AskList = (query?: Record<string, string>) => ReturnType<typeof list>
const everyList = (check: (endpoint: Endpoint, ask: AskList) => Promise<void>) =>
  forAll(
    server,
    LISTS.map((endpoint) => [endpoint.path, endpoint] as const),
    (endpoint, call) => check(endpoint, (query) => list(endpoint.path, query, call)),
  )
const idOf = (row: Record<string, unknown>) => row.id ?? row.clientId
const order = (answer: { result: { records: Record<string, unknown>[] } }) => answer.result.records.map(idOf)
const advanced = (lines: readonly QueryLine[], match: 'and' | 'or' = 'and') =>
  superQueryParameters(lines, match) as Record<string, string>
const line = (field: string, rule: string, val: unknown) => ({ field, rule, val }) as QueryLine

it('there are lists to test', () => expect(LISTS.length).toBeGreaterThan(12))

describe('[CA-96] every list', () => {
  it('is paged, newest first by default', { timeout: FOR_ALL_MS }, () =>
    everyList(async (_endpoint, ask) => {
      const asked = {
        pageNo: '1',
        pageSize: '20',
        column: 'createTime',
        order: 'desc',
        field: 'id,,createTime',
        _t: '1',
      }
      const { status, success, result } = await ask(asked)
      expect({ status, success }).toEqual({ status: 200, success: true })
      expect(result).toMatchObject({ size: 20, current: 1, pages: Math.ceil(result.total / 20) })
      expect(result.records).toHaveLength(Math.min(result.total, 20))
      const none = await ask({ ...asked, superQueryParams: encodeURI('[]'), superQueryMatchType: 'and' })
      expect(none.result).toEqual(result)
      const one = await ask({ ...asked, pageSize: '1', pageNo: '2' })
      expect(one.result).toMatchObject({ size: 1, current: 2, total: result.total })
      expect(order(one)).toEqual(order({ result }).slice(1, 2))
    }),
  )

  it('handles short pages and pages beyond the end', async () => {
    expect((await list('/mon/station/list', { pageNo: '99' })).result).toMatchObject({ records: [], total: 3 })
    expect((await list('/mon/station/list', { pageSize: '0', pageNo: '-1' })).result).toMatchObject({ current: 1 })
  })
})

const columnsOf = ({ result }: Endpoint): string[] =>
  Object.keys((result as z.ZodObject<{ records: z.ZodArray<z.ZodObject> }>).shape.records.element.shape)

const HOSTILE_NAMES = [
  'passwordHash',
  'create_time',
  '__proto__',
  'constructor',
  'id;drop table sys_user',
  '(select password_hash from sys_user limit 1)',
  "id' or '1'='1",
]

describe('[CA-100] every list knows its own columns only', () => {
  it(
    'uses the default for unknown sort columns and directions, and ignores unknown filters',
    { timeout: FOR_ALL_MS },
    () =>
      everyList(async (_endpoint, ask) => {
        const usual = await ask()
        for (const name of HOSTILE_NAMES) {
          const sorted = await ask({ column: name, order: "';drop table t;--", field: `${name},*` })
          expect(order(sorted), name).toEqual(order(usual))
        }
        const filters = HOSTILE_NAMES.flatMap((name) => [name, `${name}_begin`, `${name}_MultiString`])
        const filtered = await ask(Object.fromEntries(filters.map((name) => [name, 'x'])))
        expect(filtered.result.total).toBe(usual.result.total)
      }),
  )

  it('treats filter values of any column as mere values', { timeout: FOR_ALL_MS }, () =>
    everyList(async (endpoint, ask) => {
      const usual = await ask()
      const columns = columnsOf(endpoint)
      for (const value of ["x' or '1'='1", '*%*', '>=x', 'a,b,', "';--"]) {
        const query = Object.fromEntries(columns.map((name) => [name, value]))
        const { status, success, message, result } = await ask(query)
        expect(status, value).toBe(200)
        if (!success) expect(message).toMatch(/\p{Script=Han}/u)
        else if (usual.result.total > 0) expect(result.total, value).toBe(0)
      }
    }),
  )
})

describe('[WG-159] the advanced query of every list', () => {
  async function expectRefused(ask: AskList, queries: readonly Record<string, string>[]) {
    for (const query of queries) {
      const { status, success, message, result } = await ask(query)
      expect({ status, success, result }, JSON.stringify(query)).toEqual({ status: 200, success: false, result: null })
      expect(message).toMatch(/^高级查询/)
      expect(message).not.toMatch(/select|sys_|Hash/i)
    }
  }

  it('refuses unknown fields, rules and malformed input, in Chinese', { timeout: FOR_ALL_MS }, () =>
    everyList(async (_endpoint, ask) => {
      await expectRefused(ask, [
        advanced([line('passwordHash', 'eq', 'x')]),
        advanced([line('createTime', "eq' or 1=1", 'x')], 'or'),
        { superQueryParams: '[{' },
      ])
    }),
  )

  it('refuses all other malformed input', async () => {
    await expectRefused(
      (query) => list('/mon/station/list', query),
      [
        ...HOSTILE_NAMES.map((name) => advanced([line(name, 'eq', 'x')])),
        ...HOSTILE_NAMES.map((name) => advanced([line(`monDevice,${name}`, 'eq', 'x')])),
        ...['between', '=', 'EQ', '__proto__'].map((rule) => advanced([line('createTime', rule, 'x')], 'or')),
        { superQueryParams: '{"field":"createTime"}' },
        { superQueryParams: '[1]' },
        { superQueryParams: '[{"field":"createTime","rule":"eq","val":{"$ne":1}}]' },
        { superQueryParams: '[{"field":"name","rule":"eq","val":"\\u0000"}]' },
        { superQueryParams: '[{"field":"name","rule":"eq","val":"\\ud800"}]' },
        { superQueryParams: `[${'{},'.repeat(20)}{}]` },
        { superQueryParams: 'x'.repeat(12_001) },
      ],
    )
  })

  it('treats values of known columns under every rule as mere values', { timeout: FOR_ALL_MS }, () =>
    everyList(async (endpoint, ask) => {
      const usual = await ask()
      const known: string[] = []
      for (const name of columnsOf(endpoint)) {
        const { status, success, message } = await ask(advanced([line(name, 'like', "%' or 1=1--")]))
        expect(status, name).toBe(200)
        if (success) known.push(name)
        // Lists of persons name the fields closed to masked readers.
        else expect(message, name).toMatch(/^(高级查询|去标识数据不能按)/)
      }
      expect(known.length).toBeGreaterThan(0)
      for (const [rule, val] of [
        ['eq', "x' or '1'='1"],
        ['in', "x'),y) or ('1'='1"],
        ['left_like', '_%'],
        ['right_like', '_'],
        ['lt', "!'; drop table sys_user"],
      ] as const) {
        const lines = known.slice(0, 20).map((name) => line(name, rule, val))
        const { status, success, result } = await ask(advanced(lines, 'or'))
        expect({ status, success }, rule).toEqual({ status: 200, success: true })
        if (rule !== 'lt') expect(result.total, rule).toBe(0)
      }
      expect((await ask()).result.total).toBe(usual.result.total)
    }),
  )

  it("matches all or any lines, ANDed with the list's filters and scope", async () => {
    const lines = [line('name', 'like', '320'), line('regionCode', 'eq', '440300')]
    const names = async (query: Record<string, string>, by = token) => {
      const search = new URLSearchParams({ column: 'name', order: 'asc', ...query })
      const { body } = await server.call('GET', `/mon/station/list?${search}`, { token: by })
      return body.result.records.map((row: { name: string }) => row.name)
    }
    expect(await names(advanced(lines))).toEqual([])
    expect(await names(advanced(lines, 'or'))).toEqual(['站 320100', '站 320500', '站 440300'])
    expect(await names({ ...advanced(lines, 'or'), name: '*320*' })).toEqual(['站 320100', '站 320500'])
    await server.addUser('jiangsu', { roles: ['admin'], regionPrefixes: ['3205'] })
    expect(await names(advanced(lines, 'or'), await server.signIn('jiangsu'))).toEqual(['站 320500'])
  })

  it('names the fields of announcements as on the wire', async () => {
    const found = await list('/sys/annountCement/list', advanced([line('titile', 'right_like', '演练')]))
    expect(found.result.records).toMatchObject([{ titile: '演练通知' }])
  })
})

it('[WG-155] conditions sent by clients work: empty lines are skipped, multiple values are joined by commas', async () => {
  const sent = advanced(
    [
      { field: 'regionCode', rule: 'in', val: ['320500', '440300'], type: 'select', dictCode: 'x' },
      { field: 'name', rule: 'like', val: '' },
      { rule: 'eq', val: 'x' },
    ],
    'and',
  )
  expect(JSON.parse(decodeURI(sent.superQueryParams ?? ''))).toEqual([
    { field: 'regionCode', rule: 'in', val: '320500,440300', type: 'select', dictCode: 'x' },
  ])
  const { result } = await list('/mon/station/list', { ...sent, pageNo: '1' })
  expect(result).toMatchObject({ total: 2, current: 1 })
})

const rowsOf = (raw: Buffer): unknown[][] => {
  const sheet = Object.values(read(raw).Sheets)[0]
  return utils.sheet_to_json<unknown[]>(sheet ?? {}, { header: 1 }).slice(3)
}

describe('exports', () => {
  it.each([
    ['/mon/station/exportXls', 'name', '站 440300', '站 440300'],
    ['/mon/device/exportXls', 'name', '设备 440300', '设备 440300'],
    ['/sys/user/exportXls', 'username', 'other', 'other'],
    ['/sys/role/exportXls', 'roleName', '分析员', 'analyst'],
    ['/sys/position/exportXls', 'name', '值班长', 'duty_leader'],
    ['/sys/dict/exportXls', 'sysDictItem,itemText', '男', '性别'],
  ])('[WG-160] %s applies the advanced query ANDed with the selected rows', async (path, field, value, shown) => {
    const query = advanced([line(field, 'eq', value)])
    for (const input of [{ body: query }, { body: {}, search: `?${new URLSearchParams(query)}` }]) {
      const { raw } = await server.call('POST', `${path}${input.search ?? ''}`, { token, body: input.body })
      // A dictionary has one row per item.
      const rows = rowsOf(raw).map((row) => row.includes(shown))
      expect(new Set(rows)).toEqual(new Set([true]))
    }
    const both = await server.call('POST', path, { token, body: { ...query, selections: 'no-such-id,' } })
    expect(rowsOf(both.raw)).toEqual([])
    const refused = await server.call('POST', path, { token, body: advanced([line('passwordHash', 'eq', 'x')]) })
    expect(refused.body).toMatchObject({ success: false, message: '高级查询中有不支持的字段' })
  })
})

describe('[CA-97] deleting, batch deleting and exporting selected rows', () => {
  const idsAt = async (path: string) => order(await list(path, { pageSize: '100' })).map(String)

  it.each([
    ['/mon/device', 'exportXls'],
    ['/mon/station', 'exportXls'],
    ['/sys/annountCement', undefined],
  ])('%s', async (prefix, exports) => {
    const [first = '', second = '', third = ''] = await idsAt(`${prefix}/list`)
    if (exports !== undefined) {
      const { raw } = await server.call('POST', `${prefix}/${exports}`, {
        token,
        body: { selections: `${first},${third},` },
      })
      expect(rowsOf(raw)).toHaveLength(2)
    }
    const remove = async (rest: string) => (await server.call('DELETE', `${prefix}/${rest}`, { token })).body
    expect(await remove(`delete?id=${first}`)).toMatchObject({ success: true, message: '删除成功！' })
    expect(await idsAt(`${prefix}/list`)).toEqual([second, third])
    expect(await remove('deleteBatch?ids=,')).toMatchObject({ success: false })
    expect(await remove(`deleteBatch?ids=${second},no-such-id`)).toMatchObject({ success: false })
    expect(await idsAt(`${prefix}/list`)).toEqual([second, third])
    expect(await remove(`deleteBatch?ids=${second},${third},`)).toMatchObject({ success: true })
    expect(await idsAt(`${prefix}/list`)).toEqual([])
  })
})
