import type { ApiToken } from '@natim/contract/mon/api-token'
import { MAX_TOKENS } from '@natim/contract/mon/api-token'
import { MAX_OPEN_DAYS, type OpenAlarm, type OpenAqi, type OpenStation } from '@natim/contract/mon/open'
import { DAY_MS, formatGmt8, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { loadTables } from '../aqi/aqi-worker.ts'
import { writeRows } from '../aqi/aqi-writer.ts'
import { cityRow, rowOf } from '../aqi/compute.ts'
import { createTokenMaker } from './testing/token-maker.ts'

const NOW = parseGmt8('2026-11-21 10:42:00') ?? 0
const TO = parseGmt8('2026-11-21') ?? 0
const FROM = TO - 2 * DAY_MS

let server: TestApp
let admin: string
let suzhou: { id: string; name: string }
let beijing: { id: string; name: string }

let add: ReturnType<typeof createTokenMaker>['add']
let tokenOf: ReturnType<typeof createTokenMaker>['tokenOf']
const ask = (path: string, token: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/open/v1/${path}`, headers: { authorization: `Bearer ${token}`, ...headers } })
const dataOf = async <T>(path: string, token: string): Promise<T[]> =>
  (await ask(path, token)).json<{ data: T[] }>().data
const listed = async (as: string): Promise<ApiToken[]> =>
  (await server.call('GET', '/mon/token/list', { token: as })).body.result
const setPublication = (body: object) =>
  server.call('PUT', '/mon/publication/edit', { token: admin, body: { id: 'pub-raw', ...body } })

beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(NOW) })
  await server.addUser('boss', { roles: ['nat_admin'] })
  admin = await server.signIn('boss')
  ;({ add, tokenOf } = createTokenMaker(server, admin))
  suzhou = await buildStation(server.db, { name: '苏州站' })
  beijing = await buildStation(server.db, { name: '北京站', regionCode: '110101' })
  await buildDevice(server.db, { metrics: ['pm25', 'o3'], stationId: suzhou.id })
  await buildDevice(server.db, { metrics: ['feno'], kind: 'breath', stationId: suzhou.id })
  await buildDevice(server.db, { metrics: ['pm25'], stationId: beijing.id, regionCode: '110101' })
})
afterAll(() => server.close())

describe('tokens', () => {
  it("are rejected while their creator's account is frozen", async () => {
    const id = await server.addUser('locked', { roles: ['nat_admin'] })
    const token = await tokenOf({}, await server.signIn('locked'))
    for (const [status, answer] of [
      [2, 401],
      [1, 200],
    ] as const) {
      await server.db.updateTable('sysUser').set({ status }).where('id', '=', id).execute()
      expect((await ask('stations', token)).statusCode).toBe(answer)
    }
  })

  it(`are limited to ${MAX_TOKENS} per account, even if added concurrently; ended ones do not count`, async () => {
    await server.addUser('many', { roles: ['nat_admin'] })
    const many = await server.signIn('many')
    const first = await add({}, many)
    const expired = await add({}, many)
    await server.call('POST', '/mon/token/revoke', { token: many, body: { id: first.result.id } })
    await server.db
      .updateTable('monApiToken')
      .set({ expiresAt: new Date(0) })
      .where('id', '=', expired.result.id)
      .execute()
    for (let made = 0; made < MAX_TOKENS - 2; made += 1) await add({}, many)
    const last = await Promise.all(Array.from({ length: 5 }, () => add({}, many)))
    expect(last.filter(({ result }) => result !== null)).toHaveLength(2)
    expect(last.find(({ result }) => result === null)?.message).toBe('有效令牌最多 50 个，请先撤销不用的令牌')
    // Another account has its own limit.
    expect((await add()).result).not.toBeNull()
  })

  it('allow each call only while their creator has the permission', async () => {
    const id = await server.addUser('reader', { roles: ['nat_admin'] })
    const token = await tokenOf({}, await server.signIn('reader'))
    const calls = [
      'stations',
      'latest',
      `hour?from=${FROM}&to=${TO}`,
      `aqi?from=${FROM}&to=${TO}`,
      `alarms?from=${FROM}&to=${TO}`,
    ]
    const answers = async () => Promise.all(calls.map(async (path) => (await ask(path, token)).statusCode))
    expect(await answers()).toEqual([200, 200, 200, 200, 200])
    await server.db.deleteFrom('sysUserRole').where('userId', '=', id).execute()
    await server.db.insertInto('sysRole').values({ id: 'r-part', roleCode: 'part', roleName: 'part' }).execute()
    await server.db.insertInto('sysUserRole').values({ userId: id, roleId: 'r-part' }).execute()
    for (const [perms, seen] of [
      ['mon:station:view', [200, 403, 403, 403, 403]],
      ['mon:ts:view', [403, 200, 200, 403, 403]],
      ['mon:aqi:view', [403, 403, 403, 200, 403]],
      ['mon:alarm:view', [403, 403, 403, 403, 200]],
    ] as const) {
      await sql`delete from sys_role_permission where role_id = 'r-part'`.execute(server.db)
      await sql`insert into sys_role_permission (role_id, permission_id)
        select 'r-part', id from sys_permission where perms = ${perms} limit 1`.execute(server.db)
      server.bus.publish('rightsChanged', [id])
      expect([perms, await answers()]).toEqual([perms, seen])
    }
  })

  it('of another department are neither listed nor revocable', async () => {
    await server.addUser('branch', { roles: ['nat_admin'], orgCode: 'A01A02' })
    await server.addUser('sister', { roles: ['nat_admin'], orgCode: 'A01A03' })
    const [branch, sister] = [await server.signIn('branch'), await server.signIn('sister')]
    const { result } = await add({ name: '分中心' }, branch)
    expect((await listed(sister)).map(({ name }) => name)).not.toContain('分中心')
    const revoke = (as: string) => server.call('POST', '/mon/token/revoke', { token: as, body: { id: result.id } })
    expect((await revoke(sister)).body.message).toBe('未找到对应数据')
    expect((await listed(branch)).find(({ id }) => id === result.id)?.state).toBe('valid')
    // Parent departments see and may revoke it.
    expect((await listed(admin)).map(({ id }) => id)).toContain(result.id)
    expect((await revoke(admin)).body.message).toBe('已撤销令牌')
    expect((await listed(branch)).find(({ id }) => id === result.id)?.state).toBe('revoked')
  })

  it('are logged when added and revoked, without the token itself', async () => {
    const { result } = await add({ name: '留痕' })
    await server.call('POST', '/mon/token/revoke', { token: admin, body: { id: result.id } })
    const lines = await server.db
      .selectFrom('sysLog')
      .select('logContent')
      .where('logContent', 'like', '%留痕%')
      .orderBy('createTime')
      .execute()
    expect(lines.map(({ logContent }) => logContent)).toEqual(['新增开放令牌：留痕', '撤销开放令牌：留痕'])
  })
})

describe('a call', () => {
  it('accepts a span of at most its number of days', async () => {
    const token = await tokenOf()
    for (const [name, days] of Object.entries(MAX_OPEN_DAYS)) {
      const from = TO - days * DAY_MS
      expect([name, (await ask(`${name}?from=${from}&to=${TO}`, token)).statusCode]).toEqual([name, 200])
      expect([name, (await ask(`${name}?from=${from - 1}&to=${TO}`, token)).statusCode]).toEqual([name, 400])
    }
    expect((await ask(`hour?from=${TO}&to=${TO}`, token)).statusCode).toBe(400)
    // Not published yet: empty, not an error.
    expect(await dataOf(`hour?from=${NOW + HOUR_MS}&to=${NOW + 2 * HOUR_MS}`, token)).toEqual([])
  })

  it('matches its ETag among several', async () => {
    const token = await tokenOf()
    const tag = String((await ask('stations', token)).headers.etag)
    expect((await ask('stations', token, { 'if-none-match': `W/"old", ${tag}` })).statusCode).toBe(304)
    expect((await ask('stations', token, { 'if-none-match': '*' })).statusCode).toBe(304)
    const csv = await ask('stations?format=csv', token, { 'if-none-match': tag })
    expect([csv.statusCode, csv.headers.vary]).toEqual([200, 'accept, authorization'])
  })

  it('lists only the published metrics of a station', async () => {
    const token = await tokenOf()
    const metrics = async () =>
      (await dataOf<OpenStation>('stations?region=3205', token)).map((row) => [row.name, row.metrics])
    expect(await metrics()).toEqual([['苏州站', ['o3', 'pm25']]])
    await setPublication({ metrics: ['o3'] })
    expect(await metrics()).toEqual([['苏州站', ['o3']]])
    await setPublication({ metrics: [] })
  })
})

describe('alarms', () => {
  const raise = (ts: number, given: object = {}) =>
    buildAlarm(server.db, { metricCode: 'pm25', stationId: suzhou.id, triggerTs: new Date(ts), ...given })
  const closed = { closedTs: new Date(TO), closedBy: 'boss', closeCode: 'true', active: false }
  const span = `alarms?from=${FROM}&to=${TO}`
  const ids = async (path: string, token: string) => (await dataOf<OpenAlarm>(path, token)).map(({ id }) => id)

  beforeEach(async () => {
    await sql`truncate mon_alarm cascade`.execute(server.db)
  })

  it('are those triggered in (from, to], of metrics that may be published', async () => {
    await raise(FROM)
    const first = await raise(FROM + 1)
    const last = await raise(TO)
    await raise(TO + 1)
    await raise(TO, { metricCode: 'feno' })
    await raise(TO, { metricCode: null })
    expect(await ids(span, await tokenOf())).toEqual([first, last])
  })

  it('are paged without repeats, even with equal instants', async () => {
    const raised = [FROM + 5, FROM + 5, FROM + 5, FROM + 9, TO]
    for (const ts of raised) await raise(ts)
    const token = await tokenOf()
    const whole = await ids(span, token)
    expect(whole).toHaveLength(raised.length)
    for (const limit of [1, 2, 4]) {
      const found: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const page = await ask(`${span}&limit=${limit}${next === '' ? '' : `&cursor=${next}`}`, token)
        const answer = page.json<{ data: OpenAlarm[]; next: string | null }>()
        found.push(...answer.data.map(({ id }) => id))
        next = answer.next
      }
      expect(found).toEqual(whole)
    }
  })

  it('are limited to the regions of the token and the query', async () => {
    const south = await raise(TO)
    const north = await raise(TO, { regionCode: '110101', stationId: beijing.id })
    await raise(TO, { sysOrgCode: 'B01' })
    expect((await ids(span, await tokenOf())).toSorted()).toEqual([south, north].toSorted())
    expect(await ids(`${span}&region=11`, await tokenOf())).toEqual([north])
    expect(await ids(span, await tokenOf({ regionPrefixes: ['32'] }))).toEqual([south])
  })

  it('of reviewed data are those closed by a person, without false ones', async () => {
    await raise(TO - 3 * MINUTE_MS)
    await raise(TO - 2 * MINUTE_MS, { ...closed, closedBy: 'system' })
    await raise(TO - MINUTE_MS, { ...closed, closeCode: 'false' })
    const judged = await raise(TO, closed)
    const token = await tokenOf({ publicationId: 'pub-reviewed' })
    await server.call('PUT', '/mon/publication/edit', { token: admin, body: { id: 'pub-reviewed', delayMin: 0 } })
    const data = await dataOf<OpenAlarm>(span, token)
    expect(data.map(({ id, state, closedAt }) => [id, state, closedAt])).toEqual([
      [judged, 'closed', '2026-11-21T00:00:00+08:00'],
    ])
    expect(await dataOf(span, await tokenOf())).toHaveLength(4)
  })

  it('have their state', async () => {
    await raise(TO - 2)
    await raise(TO - 1, { active: false, clearedTs: new Date(TO) })
    await raise(TO, { ...closed, clearedTs: new Date(TO) })
    const data = await dataOf<OpenAlarm>(span, await tokenOf())
    expect(data.map(({ state }) => state)).toEqual(['active', 'cleared', 'closed'])
    expect(data.map(({ clearedAt }) => clearedAt === null)).toEqual([true, false, false])
  })
})

describe('indices', () => {
  const aqi = (query: string, token: string) => dataOf<OpenAqi>(`aqi?from=${FROM}&to=${TO}&${query}`, token)

  beforeAll(async () => {
    const tables = await loadTables(server.db)
    for (const [place, city, pm25] of [
      [suzhou, '320500', 70],
      [beijing, '110100', 40],
    ] as const)
      for (const tMs of [TO - DAY_MS, TO]) {
        const figures = [10, 40, 40, 0.5, 80, pm25, 100].map((value) => ({ value, n: 24 }))
        const own = rowOf(tables, { span: 'd', placeKind: 's', placeId: place.id, tMs, stations: null }, figures)
        const whole = cityRow(tables, { span: 'd', placeId: city, tMs, stations: 1 }, [own])
        await server.db.transaction().execute((trx) => writeRows(trx, [own, whole], tMs + MINUTE_MS))
      }
  })

  it('contain published pollutants only', async () => {
    const token = await tokenOf()
    const [whole] = await aqi('span=day&place=city&region=32', token)
    expect(whole).toMatchObject({
      t: '2026-11-20T00:00:00+08:00',
      placeId: '320500',
      leading: 'pm25',
      pm25: 70,
      no2: 40,
    })
    await setPublication({ metrics: ['no2'] })
    const [part] = await aqi('span=day&place=city&region=32', token)
    expect(part).toMatchObject({ pm25: null, pm25Iaqi: null, no2: 40, no2Iaqi: whole?.['no2Iaqi' as never] })
    await setPublication({ metrics: [] })
  })

  it.each(['city', 'station'])('of places are paged without repeats: %s', async (place) => {
    const token = await tokenOf()
    const whole = await aqi(`span=day&place=${place}`, token)
    expect(whole.map(({ t }) => t)).toEqual(
      [FROM + DAY_MS, FROM + DAY_MS, TO, TO].map((tMs) => `${formatGmt8(tMs).replace(' ', 'T')}+08:00`),
    )
    for (const limit of [1, 2, 3, 4]) {
      const found: OpenAqi[] = []
      let next: string | null = ''
      while (next !== null) {
        const cursor = next === '' ? '' : `&cursor=${next}`
        const page = await ask(`aqi?from=${FROM}&to=${TO}&span=day&place=${place}&limit=${limit}${cursor}`, token)
        const answer = page.json<{ data: OpenAqi[]; next: string | null }>()
        found.push(...answer.data)
        next = answer.next
      }
      expect(found).toEqual(whole)
    }
    const own = await aqi(`span=day&place=${place}`, await tokenOf({ regionPrefixes: ['11'] }))
    expect(own.map(({ placeId }) => placeId)).toEqual(
      Array.from({ length: 2 }, () => (place === 'city' ? '110100' : beijing.id)),
    )
  })

  it('of stations are limited to reviewed days', async () => {
    const token = await tokenOf({ publicationId: 'pub-reviewed' })
    await server.call('PUT', '/mon/publication/edit', { token: admin, body: { id: 'pub-reviewed', delayMin: 0 } })
    expect(await aqi('span=day&place=station', token)).toEqual([])
    await server.db
      .insertInto('monReviewDay')
      .values({ stationId: suzhou.id, day: '2026-11-20', state: 'reviewed' })
      .execute()
    expect((await aqi('span=day&place=station', token)).map(({ t, placeId }) => [t, placeId])).toEqual([
      ['2026-11-21T00:00:00+08:00', suzhou.id],
    ])
  })
})
