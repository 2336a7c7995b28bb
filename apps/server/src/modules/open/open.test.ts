import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { OpenAlarm, OpenBucket, OpenProblem, OpenSample, OpenStation } from '@natim/contract/mon/open'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { createLocalBus } from '../../platform/bus.ts'
import { createManualClock } from '../../platform/clock.ts'
import { loadConfig } from '../../platform/config.ts'
import { createLogger } from '../../platform/logger.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { drainMarks } from '../rollup/index.ts'
import { openPartitions, storeSamples } from '../rollup/testing/samples.ts'
import { openExamples } from './open-page.ts'
import { createTokenMaker } from './testing/token-maker.ts'

const NOW = parseGmt8('2026-11-21 10:42:18') ?? 0
const MIDNIGHT = parseGmt8('2026-11-21') ?? 0
const FROM = MIDNIGHT - DAY_MS
const clock = createManualClock(NOW)

let server: TestApp
/** A second process of the same installation, without messages from the first. */
let other: FastifyInstance
let admin: string
let suzhou: { id: string }
let south: BuiltDevice
let north: BuiltDevice
let makerId: string

async function store(device: BuiltDevice, index: number, fromMs: number, hours: number): Promise<void> {
  const channelNo = device.channelNos[index] ?? 0
  const minutes = Array.from({ length: hours * 60 }, (_, i) => fromMs + (i + 1) * MINUTE_MS)
  const { deviceNo } = device
  await storeSamples(
    server.db,
    minutes.map((ts, i) => ({ deviceNo, channelNo, ts, v: 20 + (i % 7), q: 0 })),
  )
  await server.db
    .insertInto('monLatest')
    .values({ deviceId: deviceNo, channelNo, ts: new Date(minutes.at(-1) ?? 0), v: 26, rx: new Date(NOW), q: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

let add: ReturnType<typeof createTokenMaker>['add']
let tokenOf: ReturnType<typeof createTokenMaker>['tokenOf']

async function ask(path: string, token: string, headers: Record<string, string> = {}, app = server.app) {
  const answer = await app.inject({
    method: 'GET',
    url: `/open/v1/${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    json: <T>() => answer.json<{ data: T[]; next: string | null }>(),
    problem: () => answer.json<OpenProblem>(),
  }
}
const DAY = `from=${FROM}&to=${MIDNIGHT}`

beforeAll(async () => {
  server = await buildTestApp({ clock })
  const config = loadConfig({ CAPTCHA: 'off', LOG_LEVEL: 'silent' })
  other = await buildApp({
    config,
    logger: createLogger(config),
    db: server.db,
    pool: server.pool,
    bus: createLocalBus(() => undefined),
    clock,
    mqttPort: () => 1883,
    checkAnswers: false,
  })
  await server.addUser('boss', { roles: ['nat_admin'] })
  makerId = await server.addUser('maker', { roles: ['nat_admin'], regionPrefixes: ['32', '11'] })
  admin = await server.signIn('boss')
  ;({ add, tokenOf } = createTokenMaker(server, admin))
  await openPartitions(server.db)
  suzhou = await buildStation(server.db, { name: '=苏州站' })
  const beijing = await buildStation(server.db, { name: '北京站', regionCode: '110101' })
  south = await buildDevice(server.db, { metrics: ['pm25', 'o3'], stationId: suzhou.id })
  north = await buildDevice(server.db, { metrics: ['pm25'], stationId: beijing.id, regionCode: '110101' })
  const breath = await buildDevice(server.db, { metrics: ['feno'], kind: 'breath', stationId: suzhou.id })
  await store(south, 0, FROM, 34)
  await store(south, 1, FROM, 34)
  await store(north, 0, FROM, 34)
  await store(breath, 0, NOW - HOUR_MS, 1)
  await drainMarks(server.db)
})
afterAll(async () => {
  await other.close()
  await server.close()
})

describe('a token', () => {
  it('is shown once; only its hash is stored', async () => {
    const { result } = await add({ name: '只见一次' })
    expect(result.token).toMatch(/^natim_[A-Za-z0-9_-]{43}$/)
    const list = await server.call('GET', '/mon/token/list', { token: admin })
    expect(JSON.stringify(list.body)).not.toContain(result.token.slice(6))
    expect(list.body.result[0]).toMatchObject({ name: '只见一次', state: 'valid', hint: result.token.slice(-4) })
    const row = await server.db.selectFrom('monApiToken').selectAll().where('id', '=', result.id).executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain(result.token.slice(6))
    expect(row?.tokenHash).toHaveLength(32)
  })

  it('is not accepted as a session, nor a session as a token', async () => {
    const token = await tokenOf()
    expect((await server.call('GET', '/mon/token/list', { token })).status).toBe(401)
    expect((await ask('stations', admin)).problem()).toMatchObject({ status: 401, code: 'token_invalid' })
    const asHeader = await server.app.inject({ url: '/open/v1/stations', headers: { 'x-access-token': admin } })
    expect(asHeader.statusCode).toBe(401)
    expect(asHeader.headers['content-type']).toContain('application/problem+json')
    expect(asHeader.headers['www-authenticate']).toBe('Bearer')
  })

  it('is rejected by every process from the next call after it is revoked', async () => {
    const { result } = await add()
    expect((await ask('stations', result.token, {}, other)).status).toBe(200)
    const revoked = await server.call('POST', '/mon/token/revoke', { token: admin, body: { id: result.id } })
    expect(revoked.body.message).toBe('已撤销令牌')
    for (const app of [server.app, other]) expect((await ask('stations', result.token, {}, app)).status).toBe(401)
    const again = await server.call('POST', '/mon/token/revoke', { token: admin, body: { id: result.id } })
    expect(again.body.message).toBe('未找到对应数据')
  })

  it("ends when it expires, and with its creator's account", async () => {
    const { result } = await add()
    await server.db
      .updateTable('monApiToken')
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where('id', '=', result.id)
      .execute()
    expect((await ask('stations', result.token)).status).toBe(401)
    const leaverId = await server.addUser('leaver', { roles: ['nat_admin'] })
    const own = await tokenOf({ name: '离职者' }, await server.signIn('leaver'))
    expect((await ask('stations', own)).status).toBe(200)
    await server.db.updateTable('sysUser').set({ delFlag: 1 }).where('id', '=', leaverId).execute()
    expect((await ask('stations', own)).problem().code).toBe('token_invalid')
    const list = await server.call('GET', '/mon/token/list', { token: admin })
    const states = (list.body.result as { name: string; state: string }[]).filter(({ name }) => name === '离职者')
    expect(states).toMatchObject([{ state: 'ended' }])
  })

  it('reads only its own regions', async () => {
    const token = await tokenOf({ regionPrefixes: ['32'] })
    const stations = (await ask('stations', token)).json<OpenStation>().data
    expect(stations.map(({ name }) => name)).toEqual(['=苏州站'])
    const latest = (await ask('latest', token)).json<OpenSample>().data
    expect(new Set(latest.map(({ channelNo }) => channelNo))).toEqual(new Set(south.channelNos))
    const hours = (await ask(`hour?${DAY}&limit=5000`, token)).json<OpenBucket>().data
    expect(new Set(hours.map(({ channelNo }) => channelNo))).toEqual(new Set(south.channelNos))
    expect((await ask('stations?region=11', token)).problem()).toMatchObject({ status: 403, code: 'region_refused' })
    const station = (await ask('stations', await tokenOf()))
      .json<OpenStation>()
      .data.find(({ name }) => name === '北京站')
    expect((await ask(`hour?${DAY}&station=${station?.id}`, token)).json<OpenBucket>().data).toEqual([])
  })

  it('is never wider than the current scope and permissions of its creator', async () => {
    const maker = await server.signIn('maker')
    expect((await add({ regionPrefixes: ['44'] }, maker)).message).toBe('令牌的区域超出您的数据范围')
    const whole = await tokenOf({}, maker)
    const southern = await tokenOf({ regionPrefixes: ['32'] }, maker)
    const names = async (token: string) => (await ask('stations', token)).json<OpenStation>().data.length
    expect([await names(whole), await names(southern)]).toEqual([2, 1])
    const setPrefixes = (regionPrefixes: string[]) =>
      server.db.updateTable('sysUser').set({ regionPrefixes }).where('id', '=', makerId).execute()
    await setPrefixes(['11'])
    expect([await names(whole), await names(southern)]).toEqual([1, 0])
    // Own department only: regions cannot narrow that, so such a token sees nothing.
    await setPrefixes([])
    expect([await names(whole), await names(southern)]).toEqual([2, 0])
    await setPrefixes(['32', '11'])
    await server.db.deleteFrom('sysUserRole').where('userId', '=', makerId).execute()
    server.bus.publish('rightsChanged', [makerId])
    expect((await ask('stations', whole)).problem().code).toBe('scope_missing')
  })

  it('is rate-limited across all processes', async () => {
    const token = await tokenOf({ ratePerMin: 4 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => ask('stations', token, {}, i % 2 === 0 ? server.app : other)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(8)
    for (const { headers, problem } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(problem().code).toBe('rate_exceeded')
    }
    await server.db
      .updateTable('monApiToken')
      .set({ windowAt: new Date(Date.now() - MINUTE_MS) })
      .execute()
    expect((await ask('stations', token)).status).toBe(200)
  })

  it('rejects invalid requests with a reason, and calls outside its scopes', async () => {
    expect((await add({ scopes: ['secrets' as never] })).message).toContain('请求参数不正确')
    expect((await add({ regionPrefixes: ['3'] })).message).toContain('行政区划代码不正确')
    expect((await add({ publicationId: 'no-such' })).message).toBe('发布不存在或已停用')
    expect((await add({ days: 10_000 })).message).toContain('最长 730 天')
    const scoped = await tokenOf({ scopes: ['stations'] })
    expect((await ask(`hour?${DAY}`, scoped)).problem()).toMatchObject({ status: 403, code: 'scope_missing' })
  })
})

describe('a call', () => {
  let token: string
  beforeAll(async () => {
    token = await tokenOf()
  })

  it('returns pages that add up to the whole, whatever their size', async () => {
    const whole = (await ask(`hour?${DAY}&limit=5000`, token)).json<OpenBucket>()
    expect(whole.next).toBeNull()
    expect(whole.data).toHaveLength(3 * 24)
    for (const limit of [1, 7, 24, 71, 72]) {
      const rows: OpenBucket[] = []
      let next: string | null | undefined
      do {
        const page = await ask(`hour?${DAY}&limit=${limit}${next ? `&cursor=${next}` : ''}`, token)
        rows.push(...page.json<OpenBucket>().data)
        next = page.json<OpenBucket>().next
        if (next) expect(page.headers.link).toContain(`cursor=${next}`)
      } while (next)
      expect(rows).toEqual(whole.data)
    }
    const ids = (await ask('stations', token)).json<OpenStation>().data.map(({ id }) => id)
    const first = (await ask('stations?limit=1', token)).json<OpenStation>()
    const second = (await ask(`stations?limit=1&cursor=${first.next}`, token)).json<OpenStation>()
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids)
    expect(second.next).toBeNull()
    const channels = (await ask('latest?limit=2', token)).json<OpenSample>()
    const rest = (await ask(`latest?limit=2&cursor=${channels.next}`, token)).json<OpenSample>()
    expect([...channels.data, ...rest.data]).toHaveLength(3)
  })

  it('pages over hours and channels without rows, and accepts a cursor of an unknown channel', async () => {
    // No measurements in the first three hours.
    const span = `from=${FROM - 3 * HOUR_MS}&to=${MIDNIGHT}`
    const whole = (await ask(`hour?${span}&limit=5000`, token)).json<OpenBucket>().data
    expect(whole).toHaveLength(3 * 24)
    for (const limit of [1, 2, 70, 72]) {
      const page = (await ask(`hour?${span}&limit=${limit}`, token)).json<OpenBucket>()
      expect(page.data).toEqual(whole.slice(0, limit))
      const cursor = page.next === null ? [] : [page.next]
      for (const next of cursor)
        expect((await ask(`hour?${span}&limit=1&cursor=${next}`, token)).json<OpenBucket>().data).toEqual(
          whole.slice(limit, limit + 1),
        )
    }
    // An hour with measurements only of the channel with the highest number.
    const early = FROM - 5 * DAY_MS
    await store(north, 0, early, 1)
    await drainMarks(server.db)
    const alone = (await ask(`hour?from=${early}&to=${early + HOUR_MS}&limit=1`, token)).json<OpenBucket>()
    expect([alone.data.map(({ channelNo }) => channelNo), alone.next]).toEqual([[...north.channelNos], null])
    for (const key of ['999999999999', '-1', '1.5', "0' or 1=1", '9'.repeat(60)]) {
      const cursor = Buffer.from(JSON.stringify([FROM + HOUR_MS, key])).toString('base64url')
      for (const path of [`hour?${DAY}&limit=2&cursor=${cursor}`, `latest?cursor=${cursor}`])
        expect([path, (await ask(path, token)).status]).toEqual([path, 200])
    }
  })

  it('labels hours by their ends, in (from, to]', async () => {
    const [channelNo] = south.channelNos
    const query = `from=${FROM + HOUR_MS}&to=${FROM + 3 * HOUR_MS}&station=${suzhou.id}&metric=pm25`
    const { data } = (await ask(`hour?${query}`, token)).json<OpenBucket>()
    expect(data).toMatchObject([
      { t: '2026-11-20T02:00:00+08:00', channelNo, metric: 'pm25', stationId: suzhou.id, n: 60, valid: 60 },
      { t: '2026-11-20T03:00:00+08:00', channelNo },
    ])
    const iso = `from=${encodeURIComponent('2026-11-20T01:00:00+08:00')}&to=${encodeURIComponent('2026-11-19T19:00:00Z')}`
    expect((await ask(`hour?${iso}&station=${suzhou.id}&metric=pm25`, token)).json<OpenBucket>().data).toEqual(data)
  })

  it('answers 304 to clients with the current ETag', async () => {
    const { headers, status } = await ask(`day?${DAY}`, token)
    expect(status).toBe(200)
    const same = await ask(`day?${DAY}`, token, { 'if-none-match': String(headers.etag) })
    expect([same.status, same.text]).toEqual([304, ''])
    expect((await ask(`day?${DAY}`, token, { 'if-none-match': 'W/"another"' })).status).toBe(200)
  })

  it('returns CSV on request, without formulas', async () => {
    const byHeader = await ask('stations', token, { accept: 'text/csv' })
    expect(byHeader.headers['content-type']).toContain('text/csv')
    const lines = byHeader.text.split('\r\n')
    expect(lines[0]).toBe('id,code,name,type,regionCode,lng,lat,metrics')
    expect(byHeader.text).toContain(",'=苏州站,national,320500,")
    expect((await ask('stations?format=csv', token)).text).toBe(byHeader.text)
  })

  it('never returns data of persons', async () => {
    for (const path of ['latest', `hour?from=${NOW - DAY_MS}&to=${NOW}&limit=5000`])
      expect((await ask(path, token)).text).not.toContain('feno')
    const edit = { id: 'pub-raw', metrics: ['feno'] }
    const answer = await server.call('PUT', '/mon/publication/edit', { token: admin, body: edit })
    expect(answer.body.message).toContain('不能发布')
  })

  it('returns alarms, but never drills', async () => {
    const [channelNo] = south.channelNos
    const at = new Date(NOW - HOUR_MS)
    const real = await buildAlarm(server.db, { channelNo, metricCode: 'pm25', triggerTs: at })
    await buildAlarm(server.db, { channelNo, metricCode: 'pm25', triggerTs: at, drill: true })
    const { data } = (await ask(`alarms?from=${NOW - DAY_MS}&to=${NOW}`, token)).json<OpenAlarm>()
    expect(data.map(({ id }) => id)).toEqual([real])
  })

  it('rejects invalid queries with a problem instead of failing', async () => {
    const bad = [
      'hour',
      `hour?from=${NOW}&to=${FROM}`,
      `hour?from=0&to=${NOW}`,
      'hour?from=yesterday&to=today',
      `hour?${DAY}&limit=0`,
      `hour?${DAY}&limit=5001`,
      `hour?${DAY}&cursor=abc`,
      `hour?${DAY}&cursor=${Buffer.from('[1,2]').toString('base64url')}`,
      `hour?${DAY}&cursor=${Buffer.from('[1e300,"x"]').toString('base64url')}`,
      `hour?${DAY}&metric='`,
      `hour?${DAY}&region=320500' or 1=1`,
      'stations?format=xml',
      'stations?region=%00',
    ]
    for (const path of bad) {
      const answer = await ask(encodeURI(path).replaceAll('%25', '%'), token)
      expect([path, answer.status]).toEqual([path, 400])
      expect(answer.problem()).toMatchObject({ status: 400, code: 'parameter_invalid' })
    }
    const reversed = await ask(`hour?from=${NOW}&to=${FROM}`, token)
    expect(reversed.problem().detail).toContain('结束时间必须晚于开始时间！')
  })
})

describe('a publication', () => {
  const edit = (body: object) => server.call('PUT', '/mon/publication/edit', { token: admin, body })
  const hours = async (token: string) =>
    (await ask(`hour?from=${FROM}&to=${NOW}&limit=5000&metric=pm25`, token)).json<OpenBucket>().data

  it('delays values', async () => {
    const token = await tokenOf()
    const before = (await hours(token)).at(-1)?.t
    expect(before).toBe('2026-11-21T10:00:00+08:00')
    await edit({ id: 'pub-raw', delayMin: 120 })
    expect((await hours(token)).at(-1)?.t).toBe('2026-11-21T08:00:00+08:00')
    const latest = (await ask('latest', token)).json<OpenSample>().data
    expect(latest).toHaveLength(3)
    for (const { t } of latest) expect(t).toBe('2026-11-21T08:42:00+08:00')
    await edit({ id: 'pub-raw', delayMin: 0 })
  })

  it('returns only station days that are reviewed, or approved', async () => {
    const reviewed = await tokenOf({ publicationId: 'pub-reviewed' })
    const approved = await tokenOf({ publicationId: 'pub-approved' })
    await edit({ id: 'pub-approved', delayMin: 0 })
    expect([(await hours(reviewed)).length, (await hours(approved)).length]).toEqual([0, 0])
    const state = (of: string) =>
      server.db
        .insertInto('monReviewDay')
        .values({ stationId: suzhou.id, day: '2026-11-20', state: of })
        .onConflict((conflict) => conflict.columns(['stationId', 'day']).doUpdateSet({ state: of }))
        .execute()
    await state('reviewed')
    expect((await hours(reviewed)).map(({ t }) => t.slice(0, 13))).toEqual([
      ...Array.from({ length: 23 }, (_, i) => `2026-11-20T${String(i + 1).padStart(2, '0')}`),
      '2026-11-21T00',
    ])
    expect(await hours(approved)).toEqual([])
    await state('approved')
    expect([(await hours(reviewed)).length, (await hours(approved)).length]).toEqual([24, 24])
    expect((await ask('latest', reviewed)).problem().code).toBe('level_refused')
    expect((await ask(`aqi?${DAY}`, reviewed)).problem().code).toBe('level_refused')
    expect((await ask(`aqi?${DAY}&place=station`, reviewed)).status).toBe(200)
  })

  it('determines formats and metrics, and disables all its tokens when it is off', async () => {
    const token = await tokenOf()
    await edit({ id: 'pub-raw', formats: ['csv'], metrics: ['o3'] })
    expect((await ask('latest', token)).problem()).toMatchObject({ status: 403, code: 'format_refused' })
    const lines = (await ask('latest?format=csv', token)).text.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(',o3,')
    await edit({ id: 'pub-raw', status: 'off' })
    expect((await ask('latest?format=csv', token)).problem().code).toBe('publication_off')
    await edit({ id: 'pub-raw', status: 'on', formats: ['json', 'csv'], metrics: [] })
  })
})

describe('the documentation', () => {
  it('is public and lists every call with its parameters', async () => {
    const document = (await server.app.inject({ url: '/open/v1/openapi.json' })).json<{
      openapi: string
      paths: Record<string, { get: { parameters: { name: string; required: boolean }[] } }>
    }>()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(
      ['stations', 'latest', 'hour', 'day', 'aqi', 'alarms'].map((name) => `/open/v1/${name}`),
    )
    const hour = document.paths['/open/v1/hour']?.get.parameters ?? []
    expect(hour.filter(({ required }) => required).map(({ name }) => name)).toEqual(['from', 'to'])
    const page = await server.app.inject({ url: '/open/v1/docs', headers: { accept: 'text/html' } })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('curl -sS -H &quot;Authorization: Bearer $NATIM_TOKEN&quot;')
  })

  it('has examples in curl and Python that run unchanged', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const { curl, csv, python } = openExamples(`http://127.0.0.1:${port}`)
    const env = { PATH: process.env['PATH'], NATIM_TOKEN: await tokenOf() }
    const run = promisify(execFile)
    const latest = JSON.parse((await run('sh', ['-c', curl], { env })).stdout) as { data: OpenSample[] }
    expect(latest.data).toHaveLength(2)
    expect((await run('sh', ['-c', csv], { env })).stdout).toContain("'=苏州站")
    // Uses the test clock instead of the machine's.
    const then = python.replace('int(time.time() * 1000)', String(NOW))
    const lines = (await run('python3', ['-c', then], { env })).stdout.trim().split('\n')
    expect(lines).toHaveLength(12)
    expect(lines[0]).toMatch(/^2026-11-21T05:00:00\+08:00 \w+ 2\d\.\d+ µg\/m³$/)
    const wrong = { ...env, NATIM_TOKEN: 'natim_nonsense' }
    await expect(run('python3', ['-c', then], { env: wrong })).rejects.toThrow('令牌缺失、错误')
  })
})
