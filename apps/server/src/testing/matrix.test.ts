import type { Endpoint } from '@natim/contract/endpoint'
import { openEndpoints } from '@natim/contract/mon/open'
import { PERMISSION_CODES } from '@natim/contract/permissions'
import { signatureOf } from '@natim/domain/signature'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newId } from '../platform/id.ts'
import { buildTestApp, type TestApp } from './build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from './build-network.ts'
import { FOR_ALL_MS, forAll } from './for-all.ts'
import { type Call, digestOf, distinctInputs, everyCall } from './matrix.ts'
import { EXPECTED_ACCESS } from './matrix-expected.ts'

const CALLS = await everyCall()
const GUARDED = CALLS.filter(({ endpoint }) => endpoint.access !== 'public')
const NEEDS_RIGHT = GUARDED.filter(({ endpoint }) => endpoint.access !== 'signedIn')
const OPEN = new Set<Endpoint>(Object.values(openEndpoints))
const named = (calls: readonly Call[]) => calls.map((call) => [call.name, call] as const)
const SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'

let server: TestApp
let admin: string
let powerless: string
/** Token of a user with exactly this permission. */
const holders = new Map<string, string>()
let station: { id: string }
let device: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  await server.addUser('powerless')
  station = await buildStation(server.db)
  device = await buildDevice(server.db, { stationId: station.id, status: 'online' })
  admin = await server.signIn('admin')
  powerless = await server.signIn('powerless')
  for (const code of PERMISSION_CODES) holders.set(code, await signInWith(code))
})
afterAll(() => server.close())

async function signInWith(code: string): Promise<string> {
  const roleCode = `only-${code}`
  const roleId = newId()
  await server.db.insertInto('sysRole').values({ id: roleId, roleCode, roleName: roleCode }).execute()
  const { id } = await server.db
    .selectFrom('sysPermission')
    .select('id')
    .where('perms', '=', code)
    .executeTakeFirstOrThrow()
  await server.db.insertInto('sysRolePermission').values({ roleId, permissionId: id }).execute()
  await server.addUser(roleCode, { roles: [roleCode] })
  return server.signIn(roleCode)
}

interface Input {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Fills `:id` and other path parameters. */
  readonly param?: string
}

/** Reduces inputs to what a call can receive: a GET has no body, a path without parameters needs none. Deduplicated. */
function inputsFor({ method, endpoint }: Call, inputs: readonly Input[]) {
  const fitting = inputs.map((input) => ({
    query: input.query ?? {},
    ...(method !== 'GET' && { body: 'body' in input ? input.body : {} }),
    ...(endpoint.path.includes(':') && { param: input.param ?? 'no-such-id' }),
  }))
  return [...new Map(fitting.map((input) => [JSON.stringify(input), input])).values()]
}

function send(
  ask: TestApp['call'],
  { method, endpoint }: Call,
  token: string | undefined,
  { query = {}, param = 'no-such-id', body }: Input,
) {
  const path = endpoint.path.replace(/:\w+/g, encodeURIComponent(param))
  const search = new URLSearchParams(query).toString()
  return ask(method as InjectOptions['method'], search === '' ? path : `${path}?${search}`, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
    headers: {
      'x-sign': signatureOf({ url: path, parameters: query }, SECRET),
      'x-timestamp': String(Date.now()),
    },
  })
}

describe('permission matrix: list', () => {
  it('every call of the contract is in the reviewed list, and nothing else', () => {
    const declared = Object.fromEntries(CALLS.map(({ name, endpoint }) => [name, endpoint.access]))
    expect(declared).toEqual(EXPECTED_ACCESS)
  })

  it('every call of the contract is served', () => {
    const missing = CALLS.filter(
      ({ method, endpoint }) => !server.app.hasRoute({ method, url: `/jeecg-boot${endpoint.path}` }),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
  })
})

describe('permission matrix: denials', () => {
  let before: string
  /** No input, and ids of existing rows. */
  let inputs: readonly Input[]
  beforeAll(async () => {
    before = await digestOf(server.db)
    const ids = { id: station.id, ids: `${station.id},`, anntId: 'x' }
    inputs = [{}, { query: ids, param: device.id, body: ids }, { query: ids, param: device.id, body: undefined }]
  })

  it('[SS-40] answers 401 without a token or with an invalid one', { timeout: FOR_ALL_MS }, () =>
    forAll(server, named(GUARDED), async (call, ask) => {
      for (const token of [undefined, 'x'.repeat(43)]) {
        for (const input of inputsFor(call, inputs.slice(0, 2))) {
          expect((await send(ask, call, token, input)).status).toBe(401)
        }
      }
    }),
  )

  it('[SS-40] answers 403 without the permission, whatever the parameters', { timeout: FOR_ALL_MS }, () =>
    forAll(server, named(NEEDS_RIGHT), async (call, ask) => {
      for (const input of inputsFor(call, inputs)) {
        const { status, body } = await send(ask, call, powerless, input)
        expect({ status, success: body.success, result: body.result }).toEqual({
          status: 403,
          success: false,
          result: null,
        })
      }
    }),
  )

  it('[SS-40] changes nothing by denied calls', async () => {
    expect(await digestOf(server.db)).toBe(before)
  })

  it('logs the denials', async () => {
    const denials = await server.db
      .selectFrom('sysLog')
      .select('route')
      .where('logType', '=', 3)
      .where('username', '=', 'powerless')
      .execute()
    const routes = new Set(denials.map(({ route }) => route))
    expect(NEEDS_RIGHT.filter(({ endpoint }) => !routes.has(`/jeecg-boot${endpoint.path}`))).toEqual([])
  })
})

describe('permission matrix: access', () => {
  it('does not deny permitted calls', { timeout: FOR_ALL_MS }, () =>
    // Calls of the open interface use their own tokens, tested in open.test.ts.
    forAll(server, named(CALLS.filter(({ endpoint }) => !OPEN.has(endpoint))), async (call, ask) => {
      const { access } = call.endpoint
      const tokens =
        access === 'public' ? [undefined] : access === 'signedIn' ? [powerless, admin] : [holders.get(access), admin]
      for (const token of tokens) {
        for (const input of inputsFor(call, [{}])) {
          expect([401, 403]).not.toContain((await send(ask, call, token, input)).status)
        }
      }
    }),
  )
})

/** Texts that reveal internals of the server. */
const INSIDE = /select |insert |syntax error|relation "|kysely|node_modules|\.ts:\d|at Object\./i

const HOSTILE: readonly Input[] = [
  { body: [] },
  { body: 'text' },
  { body: { id: { $ne: null }, ids: [1], token: 1, title: {}, userIds: [], __proto__: { admin: true } } },
  { body: { id: 'x'.repeat(70_000), name: '\u202e', unknown: { deep: [[[]]] } } },
  { query: { column: 'name;drop table sys_user', order: 'asc,(select 1)', pageNo: '-1', pageSize: '1e9' } },
  {
    query: {
      column: '__proto__',
      order: '{}',
      field: "'",
      pageNo: 'x',
      pageSize: 'NaN',
      superQueryParams: '[{',
      unknown: '1',
    },
  },
  {
    query: {
      id: "' or '1'='1",
      ids: "a',b;--,",
      anntId: '%',
      key: '"',
      keyword: '\\',
      code: "x'",
      region: '*',
      from: 'x',
    },
  },
  { query: { createTime_begin: '9999-99-99', createTime_end: "'", status: '>=', name: '*%*', id: '0' } },
  { param: "' or '1'='1" },
  { param: '__proto__' },
]

const isExport = ({ method, endpoint: { path } }: Call) => method === 'POST' && path.endsWith('/exportXls')
const filtersOf = (query: Endpoint['query']) => (query instanceof z.ZodObject ? Object.keys(query.shape) : [])

/** Filters that an export knows by its own query or its list's. */
function exportFilters({ endpoint: { path, query } }: Call): string[] {
  const list = CALLS.find(({ endpoint }) => endpoint.path === path.replace(/exportXls$/, 'list'))
  const filters = new Set([...filtersOf(query), ...filtersOf(list?.endpoint.query)])
  return [...filters].filter((name) => !['pageNo', 'pageSize'].includes(name))
}

describe('malicious input', () => {
  it('causes no 500 and reveals no internals', { timeout: FOR_ALL_MS }, () =>
    forAll(server, named(CALLS), async (call, ask) => {
      const token = call.endpoint.path === '/sys/logout' ? undefined : admin
      for (const input of distinctInputs(call.endpoint, inputsFor(call, HOSTILE))) {
        const { status, body, raw } = await send(ask, call, token, input)
        expect(status).toBeLessThan(500)
        if (body?.success === false) expect(body.message).toMatch(/\p{Script=Han}/u)
        if (body?.success === false) expect(body.message).not.toMatch(/Invalid|expected|received|Unrecognized/)
        if (status >= 400 || body?.success === false) expect(raw.toString('utf8')).not.toMatch(INSIDE)
      }
    }),
  )

  it('is answered alike in the query and in the body of an export', { timeout: FOR_ALL_MS }, () =>
    forAll(server, named(CALLS.filter(isExport)), async (call, ask) => {
      for (const name of exportFilters(call))
        for (const value of ["x'", '-1', '9999-99-99', '{}']) {
          const inQuery = await send(ask, { ...call, method: 'GET' }, admin, { query: { [name]: value } })
          const inBody = await send(ask, call, admin, { body: { [name]: value } })
          expect(inBody.status).toBeLessThan(500)
          expect({ name, value, status: inBody.status }).toEqual({ name, value, status: inQuery.status })
        }
    }),
  )

  it("leaves the administrator's session and the data intact", async () => {
    const { status, body } = await server.call('GET', '/mon/device/list', { token: admin })
    expect({ status, total: body.result.total }).toEqual({ status: 200, total: 1 })
  })
})

describe('other departments and regions', () => {
  const OWN_ROWS = CALLS.filter(
    ({ endpoint: { path, access } }) => /^\/mon\/(device|station|home\/station)\b/.test(path) && access !== 'public',
  )
  let elsewhere: string
  beforeAll(async () => {
    await server.addUser('guangdong', { roles: ['admin'], regionPrefixes: ['44'] })
    elsewhere = await server.signIn('guangdong')
  })

  it('answers alike for foreign and unknown ids, and changes nothing', { timeout: FOR_ALL_MS }, async () => {
    // Once for all calls: reading the whole database after each costs more than the calls.
    const before = await digestOf(server.db)
    await forAll(server, named(OWN_ROWS), async (call, ask) => {
      const ownId = call.endpoint.path.includes('station') ? station.id : device.id
      const answerTo = async (id: string) => {
        const query = { id, ids: `${id},`, selections: id, parent: id, stationId: id }
        const body = { id, name: '改名', stationId: id, gatewayId: id, selections: `${id},` }
        const isRead = call.method === 'GET' || call.method === 'DELETE'
        const answer = await send(ask, call, elsewhere, { query, param: id, ...(!isRead && { body }) })
        if (answer.body === undefined) return { status: answer.status, length: answer.raw.length > 0 }
        const { timestamp: _at, requestId: _request, ...said } = answer.body
        return { status: answer.status, said: JSON.parse(JSON.stringify(said).replaceAll(id, 'ID')) }
      }
      expect(await answerTo(ownId)).toEqual(await answerTo('912345678901234567'))
    })
    expect(await digestOf(server.db), '什么也没有改变').toBe(before)
  })
})
