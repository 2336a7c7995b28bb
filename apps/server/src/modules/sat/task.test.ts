import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read as readSheet, utils } from '@e965/xlsx'
import type { SatPass, SatTask, SatTaskDetail } from '@natim/contract/mon/sat'
import { writeTle } from '@natim/domain/sat-tle'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createLocalStore } from '../../platform/files/local-store.ts'
import { createLogger } from '../../platform/logger.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildStation } from '../../testing/build-network.ts'
import { startSatWorker } from './index.ts'
import { type SatEvent, type SatOrder, type SatProvider, SatRefusal } from './provider/provider.ts'
import { drawRaster } from './provider/raster.ts'
import { satForm } from './testing/sat-form.ts'

const NOW = parseGmt8('2026-11-21 08:00:00') ?? 0
const log = createLogger({ logLevel: 'silent' } as never).of('jobs')
const clock = createManualClock(NOW)

let server: TestApp
let folder: string
const tokens: Record<string, string> = {}

/** Returns configured responses, and records calls. */
const provider = {
  name: '测试服务商',
  orders: [] as string[],
  cancelled: [] as string[],
  isDown: false,
  /** The call that it refuses. */
  refuses: '',
  events: (order: SatOrder): SatEvent[] => [
    { state: 'acquiring', atMs: order.startMs },
    { state: 'downlinked', atMs: order.endMs + MINUTE_MS, quality: '合格' },
    { state: 'processing', atMs: order.endMs + 2 * MINUTE_MS },
    { state: 'delivered', atMs: order.endMs + 3 * MINUTE_MS },
  ],
}
const asProvider: SatProvider = {
  name: provider.name,
  order(order) {
    if (provider.isDown) return Promise.reject(new Error('no answer'))
    if (provider.refuses === 'order') return Promise.reject(new SatRefusal('不在服务区域'))
    provider.orders.push(order.id)
    return Promise.resolve({ ref: `R-${order.id.slice(-4)}`, costWan: 4.2 })
  },
  status: (order) => Promise.resolve({ events: provider.events(order).filter(({ atMs }) => atMs <= clock.now()) }),
  async products(order) {
    if (provider.refuses === 'products') throw new SatRefusal('产品已删除')
    const bytes = await drawRaster({ place: 'a', moment: order.id, sensor: 'SAR', cloudPct: 0, mark: 0 }, 32)
    return [{ level: 'L1', name: `L1_${order.satellite.code}`, format: 'PNG', bbox: [121, 40, 122, 41], bytes }]
  },
  cancel(id) {
    provider.cancelled.push(id)
    return provider.refuses === 'cancel' ? Promise.reject(new SatRefusal('订单已结束')) : Promise.resolve()
  },
}

const worker = () =>
  startSatWorker({
    db: server.db,
    bus: server.bus,
    log,
    provider: asProvider,
    store: createLocalStore(join(folder, 'files')),
    clock,
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'natim-sat-'))
  server = await buildTestApp({ clock, config: { dataDir: folder } })
  await server.addUser('planner', { roles: ['sat_planner'] })
  await server.addUser('north', { roles: ['sat_planner'], regionPrefixes: ['21'] })
  await server.addUser('south', { roles: ['sat_planner'], regionPrefixes: ['44'] })
  await server.addUser('officer', { roles: ['nat_duty'] })
  await server.addUser('boss', { roles: ['nat_admin'] })
  for (const name of ['planner', 'north', 'south', 'officer', 'boss']) tokens[name] = await server.signIn(name)
  await buildStation(server.db, { name: '盘锦站', regionCode: '211100', lng: 122, lat: 41 })
  for (const [index, code] of ['T-1', 'T-2', 'T-3', 'T-4'].entries()) {
    const orbit = {
      inclinationDeg: 97.9,
      raanDeg: index * 80,
      anomalyDeg: index * 130,
      meanMotion: 14.7 + index * 0.07,
    }
    const [tle1, tle2] = writeTle({ noradId: 90_001 + index, epochMs: NOW - DAY_MS, ...orbit })
    const body = { code, name: `样星 ${index}`, sensorType: 'SAR', swathKm: 120, resM: 5, offNadirMax: 45, tle1, tle2 }
    const { body: answer } = await server.call('POST', '/mon/satellite/add', { token: tokens['planner'] ?? '', body })
    expect(answer.success).toBe(true)
  }
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

type Method = 'GET' | 'POST' | 'PUT'
const call = async (who: string, method: Method, path: string, body?: object) =>
  (await server.call(method, `/mon/sat/${path}`, { token: tokens[who] ?? '', ...(body && { body }) })).body
const form = (given: object = {}) => satForm({ from: clock.now(), to: clock.now() + 2 * DAY_MS, ...given })
const spec = (given: object = {}) => {
  const { area, sensorType, satelliteIds, resMaxM, offNadirMax, from, to } = form(given)
  return { area, sensorType, satelliteIds, resMaxM, offNadirMax, from, to }
}
const passesOf = async (given: object = {}): Promise<SatPass[]> =>
  (await call('planner', 'POST', 'passes', spec(given))).result.passes
/** The next usable passes before their command deadline. */
async function choose(count: number) {
  const passes = (await passesOf()).filter(({ fault, startMs }) => fault === null && startMs > clock.now() + HOUR_MS)
  return passes.slice(0, count).map(({ satelliteId, peakMs }) => ({ satelliteId, peakMs }))
}
const get = async (id: string, who = 'planner'): Promise<SatTaskDetail> =>
  (await call(who, 'GET', `task/get?id=${id}`)).result
async function act(who: string, action: string, { id }: { readonly id: string }, given: object = {}) {
  const { version } = await get(id)
  return call(who, 'POST', `task/${action}`, { id, version, ...given })
}
async function draft(count = 2, given: object = {}): Promise<SatTask> {
  const { message, result } = await call(
    'planner',
    'POST',
    'task/add',
    form({ choices: await choose(count), ...given }),
  )
  expect(message).toBe('已保存草稿')
  return result
}
async function approved(count = 2, given: object = {}): Promise<SatTask> {
  const task = await draft(count, given)
  await act('planner', 'submit', task)
  expect((await act('officer', 'approve', task)).message).toBe('已批准')
  return task
}
async function look(times = 1) {
  for (let i = 0; i < times; i += 1) {
    const one = worker()
    await one.look()
    await one.stop()
  }
}
const until = (ms: number) => clock.leap(Math.max(0, ms - clock.now()))

describe('passes', () => {
  it('lie in the window, each with consistent figures', async () => {
    const { result } = await call('planner', 'POST', 'passes', spec())
    expect(result.satellites).toBe(4)
    expect(result.nearestMs).toBeNull()
    expect(result.passes.length).toBeGreaterThan(4)
    for (const pass of result.passes as SatPass[]) {
      expect(pass.startMs).toBeLessThan(pass.peakMs)
      expect(pass.endMs).toBeGreaterThan(pass.peakMs)
      expect(pass.peakMs).toBeGreaterThan(clock.now())
      expect(pass.fault === 'off_nadir').toBe(pass.offNadir > 45)
      expect(pass.feasibility > 0).toBe(pass.fault === null)
    }
  })

  it('include the nearest usable one when there is none in the window', async () => {
    const { result } = await call('planner', 'POST', 'passes', spec({ offNadirMax: 20, to: clock.now() + HOUR_MS }))
    expect(result.passes.filter(({ fault }: SatPass) => fault === null)).toEqual([])
    expect(result.nearestMs).toBeGreaterThan(clock.now() + HOUR_MS)
  })

  it.each([
    [{ to: NOW - 1 }, '窗口'],
    [{ to: NOW + 40 * DAY_MS }, '窗口不能超过 31 天'],
    [{ sensorType: 'TIR' }, '没有可用的热红外卫星'],
    [
      {
        area: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        },
      },
      '区域多边形自相交',
    ],
    [
      {
        area: {
          type: 'Polygon',
          coordinates: [
            [
              [179, 0],
              [-179, 0],
              [-179, 1],
              [179, 1],
              [179, 0],
            ],
          ],
        },
      },
      '180°',
    ],
    [
      {
        area: {
          type: 'Polygon',
          coordinates: [
            [
              [90, 30],
              [110, 30],
              [110, 45],
              [90, 45],
              [90, 30],
            ],
          ],
        },
      },
      '面积不能超过',
    ],
  ])('are rejected for %j', async (given, message) => {
    expect((await call('planner', 'POST', 'passes', spec(given))).message).toContain(message)
  })
})

describe('a task', () => {
  it('stores passes computed by the server, with the letters of its choices', async () => {
    const task = await draft()
    expect(task.no).toMatch(/^SAT-261121-\d\d$/)
    const detail = await get(task.id)
    expect(detail.state).toBe('draft')
    expect(detail.regionCode).toBe('211100')
    expect(detail.areaKm2).toBeGreaterThan(1_000)
    expect(detail.passes.map(({ rank }) => rank).filter(Boolean)).toEqual([1, 2])
  })

  it('rejects a pass that does not exist', async () => {
    const [choice] = await choose(1)
    const wrong = { ...choice, peakMs: (choice?.peakMs ?? 0) + 60_000 }
    expect((await call('planner', 'POST', 'task/add', form({ choices: [wrong] }))).message).toContain(
      '所选过境已不可用',
    )
    expect((await call('planner', 'POST', 'task/add', form({ choices: [choice, choice] }))).message).toContain(
      '重新计算过境',
    )
  })

  it('cannot be submitted without choices; once rejected, only its author may change it', async () => {
    const { result: task } = await call('planner', 'POST', 'task/add', form())
    expect((await act('planner', 'submit', task)).message).toBe('请先计算过境并选择至少一个方案')
    const { version } = await get(task.id)
    const choices = await choose(1)
    const edit = (seen: number) =>
      call('planner', 'PUT', 'task/edit', { ...form({ choices, title: '改过' }), id: task.id, version: seen })
    expect((await edit(version + 1)).message).toBe('数据已被他人修改，请刷新后重试！')
    expect((await edit(version)).result.title).toBe('改过')
    expect((await act('planner', 'submit', task)).message).toBe('已提交，等待批准')
    expect((await edit(version + 2)).message).toBe('该状态下不能执行此操作！')
  })

  it('is approved only by another person, who may reject it with a reason', async () => {
    const task = await draft()
    expect((await act('boss', 'approve', task)).message).toBe('该状态下不能执行此操作！')
    await act('planner', 'submit', task)
    expect((await act('planner', 'approve', task)).message).toContain('没有权限')
    expect((await act('officer', 'reject', task)).message).toContain('不能为空')
    expect((await get(task.id, 'officer')).mayDecide).toBe(true)
    const { result } = await act('officer', 'reject', task, { note: '区域过大' })
    expect(result.state).toBe('rejected')
    expect((await get(task.id)).reason).toBe('区域过大')
    expect((await act('planner', 'revise', task)).result.state).toBe('draft')
    // A user with both permissions still needs another person.
    const own = (await call('boss', 'POST', 'task/add', form({ choices: await choose(1) }))).result as SatTask
    await act('boss', 'submit', own)
    expect((await get(own.id, 'boss')).mayDecide).toBe(false)
    expect((await act('boss', 'approve', own)).message).toBe('须由另一人处理')
    expect((await act('boss', 'reject', own, { note: '自己' })).message).toBe('须由另一人处理')
    expect((await act('officer', 'approve', own)).result.state).toBe('approved')
  })

  it('cannot be approved by a person who changed it, even if others wrote and submitted it', async () => {
    const task = await draft(1)
    const { version } = await get(task.id)
    const body = { ...form({ choices: await choose(1), title: '改过' }), id: task.id, version }
    expect((await call('boss', 'PUT', 'task/edit', body)).success).toBe(true)
    await act('planner', 'submit', task)
    expect((await get(task.id, 'boss')).mayDecide).toBe(false)
    expect((await act('boss', 'approve', task)).message).toBe('须由另一人处理')
    const told = await server.db
      .selectFrom('sysAnnouncementSend as send')
      .innerJoin('sysAnnouncement as notice', 'notice.id', 'send.announcementId')
      .innerJoin('sysUser as person', 'person.id', 'send.userId')
      .select('person.username')
      .where('notice.busId', '=', task.id)
      .execute()
    expect(told.map(({ username }) => username)).toEqual(['officer'])
    expect((await act('officer', 'approve', task)).result.state).toBe('approved')
  })

  it('accepts one of two concurrent decisions', async () => {
    const task = await draft()
    await act('planner', 'submit', task)
    const { version } = await get(task.id)
    const both = await Promise.all([
      call('officer', 'POST', 'task/approve', { id: task.id, version }),
      call('boss', 'POST', 'task/reject', { id: task.id, version, note: '不需要' }),
    ])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect((await get(task.id)).log.filter(({ from }) => from === 'submitted')).toHaveLength(1)
  })

  it('is not found by users of another region', async () => {
    const task = await draft()
    expect((await call('south', 'GET', `task/get?id=${task.id}`)).message).toBe('未找到对应数据')
    expect((await call('south', 'POST', 'task/submit', { id: task.id, version: 1 })).message).toBe('未找到对应数据')
    expect((await call('south', 'POST', 'task/add', form())).message).toBe('任务区超出您的数据范围')
    expect((await call('south', 'GET', 'task/list?tab=all')).result).toMatchObject({ total: 0, records: [] })
    expect((await call('north', 'GET', `task/get?id=${task.id}`)).result.no).toBe(task.no)
  })

  it('notifies those who may approve it, and the requester', async () => {
    const task = await draft()
    await act('planner', 'submit', task)
    await act('officer', 'approve', task, { note: '尽快' })
    const told = await server.db
      .selectFrom('sysAnnouncement as notice')
      .innerJoin('sysAnnouncementSend as send', 'send.announcementId', 'notice.id')
      .innerJoin('sysUser as person', 'person.id', 'send.userId')
      .select(['notice.title', 'person.username'])
      .where('notice.busId', '=', task.id)
      .execute()
    expect(
      told
        .filter(({ title }) => title.includes('待批准'))
        .map(({ username }) => username)
        .toSorted(),
    ).toEqual(['boss', 'officer'])
    expect(told.find(({ username }) => username === 'planner')?.title).toContain('已批准：方案 A；尽快')
  })
})

describe('the worker', () => {
  it('takes an approved task to its products, each step once with two processes', async () => {
    const task = await approved()
    const others = [worker(), worker()]
    await Promise.all(others.map((one) => one.look()))
    const planned = await get(task.id)
    expect(planned).toMatchObject({ state: 'planned', choiceRank: 1, costEst: 4.2 })
    const chosen = planned.passes.find(({ rank }) => rank === 1)
    expect(provider.orders.filter((id) => id === chosen?.id)).toHaveLength(1)
    until((chosen?.endMs ?? 0) + 5 * MINUTE_MS)
    await Promise.all(others.map((one) => one.look()))
    await Promise.all(others.map((one) => one.look()))
    await Promise.all(others.map((one) => one.stop()))
    const done = await get(task.id)
    expect(done.state).toBe('delivered')
    expect(done.acquisitions).toMatchObject([{ state: 'delivered', quality: '合格', rank: 1, failReason: null }])
    expect(done.products).toHaveLength(1)
    expect(done.products[0]?.stac).toMatchObject({ type: 'Feature', stac_version: '1.0.0', bbox: [121, 40, 122, 41] })
    expect(done.log.map(({ to }) => to)).toEqual([
      'draft',
      'submitted',
      'approved',
      'planned',
      'acquiring',
      'downlinked',
      'processing',
      'delivered',
    ])
    const [product] = done.products
    const file = await server.call('GET', `/mon/sat/product/file?id=${product?.id}`, { token: tokens['planner'] ?? '' })
    expect(file.raw.subarray(1, 4).toString()).toBe('PNG')
    const thumb = await server.call('GET', `/mon/sat/product/thumb?id=${product?.id}`, {
      token: tokens['officer'] ?? '',
    })
    expect(thumb.raw.subarray(8, 12).toString()).toBe('WEBP')
    const foreign = await server.call('GET', `/mon/sat/product/thumb?id=${product?.id}`, {
      token: tokens['south'] ?? '',
    })
    expect(foreign.body.message).toBe('未找到对应数据')
    expect((await act('planner', 'close', task)).result.state).toBe('closed')
  })

  it('switches to the next choice after a failure, and notifies', async () => {
    const before = provider.events
    const task = await approved(2)
    await look()
    const { passes } = await get(task.id)
    const [a, b] = [1, 2].map((rank) => passes.find((pass) => pass.rank === rank))
    provider.events = (order) =>
      order.id === a?.id
        ? [{ state: 'failed', atMs: order.startMs - 2 * HOUR_MS, reason: '云量 80% 超过上限 30%', cloudPct: 80 }]
        : before(order)
    until((a?.startMs ?? 0) - HOUR_MS / 2)
    // The provider may fail an order before the pass; the worker checks again when the pass begins.
    await server.db
      .updateTable('monSatTask')
      .set({ lookAt: new Date(clock.now()) })
      .where('id', '=', task.id)
      .execute()
    await look(2)
    const next = await get(task.id)
    expect(next).toMatchObject({ state: 'planned', choiceRank: 2 })
    expect(next.acquisitions.map(({ state, failReason }) => [state, failReason])).toEqual([
      ['failed', '云量 80% 超过上限 30%'],
      ['planned', null],
    ])
    expect(next.log.find(({ action }) => action === '改用下一方案')?.note).toBe(`方案 A → B，${b?.satCode}`)
    provider.events = before
    until((b?.endMs ?? 0) + HOUR_MS)
    await look(2)
    expect((await get(task.id)).state).toBe('delivered')
  })

  it('leaves a task without further choices to users, who choose again, or until its window ends', async () => {
    const before = provider.events
    const task = await approved(1)
    await look()
    provider.events = (order) => [{ state: 'failed', atMs: order.startMs, reason: '星上存储异常' }]
    until(((await get(task.id)).passes.find(({ rank }) => rank === 1)?.startMs ?? 0) + 1)
    await look(2)
    expect(await get(task.id)).toMatchObject({ state: 'failed', reason: '方案 A：星上存储异常' })
    provider.events = before
    const { toMs } = await get(task.id)
    const free = (await passesOf({ to: toMs })).filter(
      (pass) => pass.fault === null && pass.startMs > clock.now() + HOUR_MS,
    )
    const choices = free.slice(0, 1).map(({ satelliteId, peakMs }) => ({ satelliteId, peakMs }))
    expect((await act('planner', 'replan', task, { choices })).result).toMatchObject({
      state: 'replanned',
      choiceRank: 2,
    })
    await look()
    expect((await get(task.id)).state).toBe('planned')
    expect((await act('planner', 'cancel', task, { note: '不再需要' })).result.state).toBe('cancelled')
    await look()
    expect(provider.cancelled).toContain((await get(task.id)).passes.find(({ rank }) => rank === 2)?.id)
    expect((await get(task.id)).acquisitions.at(-1)?.state).toBe('cancelled')
  })

  it('retries while the provider is unreachable, and reports it', async () => {
    const task = await approved(1)
    provider.isDown = true
    await look()
    expect(await get(task.id)).toMatchObject({ state: 'approved', trouble: '测试服务商 暂时无法连接' })
    provider.isDown = false
    clock.advance(2 * MINUTE_MS)
    await look()
    expect(await get(task.id)).toMatchObject({ state: 'planned', trouble: null })
  })

  const toldTitles = async (id: string) =>
    (await server.db.selectFrom('sysAnnouncement').select('title').where('busId', '=', id).orderBy('id').execute()).map(
      ({ title }) => title,
    )
  const lookAtOf = async (id: string) =>
    (await server.db.selectFrom('monSatTask').select('lookAt').where('id', '=', id).executeTakeFirstOrThrow()).lookAt
  const passOf = (task: SatTaskDetail, rank: number) => task.passes.find((pass) => pass.rank === rank)

  it('notifies the requester when the last choice fails, but not before', async () => {
    const task = await approved(2)
    provider.refuses = 'order'
    await look()
    provider.refuses = ''
    const failed = await get(task.id)
    expect(failed).toMatchObject({ state: 'failed', choiceRank: 2, reason: '服务商拒绝：不在服务区域' })
    const titles = await toldTitles(task.id)
    expect(titles.filter((title) => title.includes('已自动改用方案 B'))).toHaveLength(1)
    expect(titles.filter((title) => title.includes('已无后续方案，请重新安排'))).toHaveLength(1)
  })

  it.each(['downlinked', 'processing'] as const)('fails a choice that is %s already', async (last) => {
    const before = provider.events
    const task = await approved(1)
    await look()
    const { endMs = 0, id } = passOf(await get(task.id), 1) ?? {}
    provider.events = (order) => {
      if (order.id !== id) return before(order)
      const done = before(order)
      const kept = done.slice(0, done.findIndex(({ state }) => state === last) + 1)
      return [...kept, { state: 'failed', atMs: order.endMs + 4 * MINUTE_MS, reason: '数据损坏' }]
    }
    until(endMs + 5 * MINUTE_MS)
    await look(2)
    provider.events = before
    const failed = await get(task.id)
    expect(failed).toMatchObject({ state: 'failed', reason: '方案 A：数据损坏' })
    expect(failed.log.at(-1)).toMatchObject({ from: last, to: 'failed' })
    expect(failed.acquisitions).toMatchObject([{ state: 'failed', failReason: '数据损坏', quality: '合格' }])
  })

  it('fails a task whose products are refused instead of retrying forever', async () => {
    const task = await approved(1)
    await look()
    until((passOf(await get(task.id), 1)?.endMs ?? 0) + 5 * MINUTE_MS)
    provider.refuses = 'products'
    await look(2)
    provider.refuses = ''
    expect(await get(task.id)).toMatchObject({
      state: 'failed',
      reason: '服务商拒绝：产品已删除',
      acquisitions: [{ state: 'failed', failReason: '服务商拒绝：产品已删除' }],
      products: [],
    })
  })

  it('keeps a task cancelled when the provider refuses to cancel the order', async () => {
    const task = await approved(1)
    await look()
    provider.refuses = 'cancel'
    await act('planner', 'cancel', task, { note: '不需要' })
    await look()
    provider.refuses = ''
    expect((await get(task.id)).state).toBe('cancelled')
    expect(await lookAtOf(task.id)).toBeNull()
  })

  it('keeps a failed acquisition when its task is cancelled afterwards', async () => {
    const before = provider.events
    const task = await approved(1)
    await look()
    const pass = passOf(await get(task.id), 1)
    provider.events = (order) => (order.id === pass?.id ? [{ state: 'failed', atMs: order.startMs }] : before(order))
    until((pass?.startMs ?? 0) + 1)
    await look(2)
    provider.events = before
    await act('planner', 'cancel', task, { note: '不需要' })
    await look()
    expect((await get(task.id)).acquisitions).toMatchObject([{ state: 'failed', failReason: '服务商未说明原因' }])
    expect(provider.cancelled).not.toContain(pass?.id)
  })

  it('cancels the order of a silent provider when the window is over', async () => {
    const before = provider.events
    const task = await approved(1)
    await look()
    const pass = passOf(await get(task.id), 1)
    provider.events = (order) => (order.id === pass?.id ? [] : before(order))
    until(task.toMs + 2 * MINUTE_MS)
    await look(2)
    provider.events = before
    const over = await get(task.id)
    expect(over).toMatchObject({ state: 'expired', reason: '窗口内未能成像', acquisitions: [{ state: 'cancelled' }] })
    expect(provider.cancelled).toContain(pass?.id)
  })

  it('leaves a task open at the exact end of its window, and expires it a moment later', async () => {
    const task = await draft(1)
    await act('planner', 'submit', task)
    until(task.toMs)
    await look()
    expect((await get(task.id)).state).toBe('submitted')
    until(task.toMs + 1_000)
    await look()
    expect((await get(task.id)).state).toBe('expired')
  })

  it('expires a task whose window ends without a picture', async () => {
    const task = await draft(1)
    await act('planner', 'submit', task)
    until(task.toMs + 1_000)
    await look()
    expect((await get(task.id)).state).toBe('expired')
    expect((await act('planner', 'cancel', task, { note: '太晚' })).message).toBe('该状态下不能执行此操作！')
  })

  it('creates the further tasks of a revisit when the first one is approved', async () => {
    const task = await approved(1, { revisit: { mode: 'every_n_days', n: 3, count: 3 } })
    const { children } = await get(task.id)
    expect(children.map(({ no, state, fromMs }) => [no, state, fromMs - task.fromMs])).toEqual([
      [`${task.no}-01`, 'draft', 3 * DAY_MS],
      [`${task.no}-02`, 'draft', 6 * DAY_MS],
    ])
  })
})

describe('lists', () => {
  it('count tasks by tab and find them by title and number', async () => {
    const { result } = await call('planner', 'GET', 'task/list?tab=all&pageSize=100')
    expect(result.counts.all).toBe(result.total)
    const [first] = result.records as SatTask[]
    expect((await call('planner', 'GET', `task/list?tab=all&text=${first?.no}`)).result.records[0].id).toBe(first?.id)
    expect((await call('planner', 'GET', 'task/list?tab=all&text=%25')).result.total).toBe(0)
    const over = (await call('planner', 'GET', 'task/list?tab=over')).result.records as SatTask[]
    expect(over.every(({ state }) => ['rejected', 'cancelled', 'expired'].includes(state))).toBe(true)
  })

  it('show windows and chosen passes on a timeline', async () => {
    const { result } = await call('planner', 'GET', `task/timeline?from=${NOW}&to=${NOW + 30 * DAY_MS}`)
    expect(result.length).toBeGreaterThan(5)
    expect(result.some(({ passes }: { passes: unknown[] }) => passes.length > 0)).toBe(true)
    expect((await call('planner', 'GET', `task/timeline?from=${NOW}&to=${NOW}`)).result).toEqual([])
  })

  it('find products', async () => {
    expect((await call('officer', 'GET', 'product/list')).result.total).toBeGreaterThan(0)
    expect((await call('officer', 'GET', 'product/list?level=L3')).result.total).toBe(0)
    expect((await call('officer', 'GET', 'product/list?text=没有')).result.total).toBe(0)
  })
})

it('keeps its log immutable', async () => {
  await expect(server.db.deleteFrom('monSatLog').execute()).rejects.toThrow('append-only')
  await expect(server.db.updateTable('monSatLog').set({ note: '改' }).execute()).rejects.toThrow('append-only')
})

describe('the list as a sheet', () => {
  const sheetOf = async (who: string, query: string) => {
    const path = `/mon/sat/task/exportXls?${query}`
    const { raw, status } = await server.call('GET', path, { token: tokens[who] ?? '' })
    if (status !== 200) return { status, lines: [] }
    const book = readSheet(raw)
    return { status, lines: utils.sheet_to_csv(book.Sheets[book.SheetNames[0] ?? ''] ?? {}).split('\n') }
  }

  it('contains all tasks of the tab, beyond one page, with the labels of the list', async () => {
    const { total } = (await call('planner', 'GET', 'task/list?tab=all&pageSize=1')).result
    const { lines } = await sheetOf('planner', 'tab=all')
    expect(lines[2]).toMatch(/^编号,任务名称,用途,优先级,传感器,状态,地区/)
    expect(lines.filter((line) => line.startsWith('SAT-'))).toHaveLength(total)
    expect(total).toBeGreaterThan(1)
    const cancelled = (await call('planner', 'GET', 'task/list?tab=over&pageSize=100')).result
    const over = (await sheetOf('planner', 'tab=over')).lines.filter((line) => line.startsWith('SAT-'))
    expect(over).toHaveLength(cancelled.total)
    expect(over.every((line) => /,(已驳回|已取消|已过期|失败),/.test(line))).toBe(true)
  })

  it('contains no tasks of other regions, and is logged', async () => {
    const { lines, status } = await sheetOf('south', 'tab=all')
    expect([status, lines.filter((line) => line.startsWith('SAT-'))]).toEqual([200, []])
    const noted = await server.db
      .selectFrom('sysLog')
      .select('id')
      .where('logContent', 'like', '导出卫星任务%')
      .execute()
    expect(noted.length).toBeGreaterThan(0)
  })
})
