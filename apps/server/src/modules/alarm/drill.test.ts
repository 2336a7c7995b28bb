import { MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { loadConfig } from '../../platform/config.ts'
import { createLogger } from '../../platform/logger.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { findFigures, findLeftOver } from '../duty/handover.repository.ts'
import { createChannels } from '../notify/channels.ts'
import { createNotifier } from '../notify/dispatcher.ts'
import { findActive } from './alarm.repository.ts'
import { findHourly, findUnacked } from './alarm-figures.repository.ts'
import { runDueTimers } from './alarm-timers.ts'
import { findOpenLevels } from './open-levels.repository.ts'

let server: TestApp
let clock: ManualClock
let duty: string
let colleague: string
let device: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('duty', { roles: ['nat_duty'] })
  await server.addUser('colleague', { roles: ['prov_duty'] })
  await server.addUser('analyst', { roles: ['analyst'] })
  await server.addUser('north', { roles: ['prov_duty'], regionPrefixes: ['11'] })
  duty = await server.signIn('duty')
  colleague = await server.signIn('colleague')
  device = await buildDevice(server.db, { metrics: ['cl2'], stationId: (await buildStation(server.db)).id })
  server.bus.publish('registers', {})
})
afterAll(() => server.close())
beforeEach(async () => {
  clock = createManualClock(Date.now())
  await server.pool.query('truncate mon_alarm, mon_alarm_log, mon_alarm_timer, mon_alarm_outbox cascade')
})

const post = async (path: string, body: object, token = duty) =>
  (await server.call('POST', `/mon/alarm/${path}`, { body, token })).body
const get = async (path: string, token = duty) => (await server.call('GET', path, { token })).body.result
const channelNo = () => device.channelNos[0] as number
const order = (given: object = {}) => ({
  deviceId: device.id,
  channelNo: channelNo(),
  severity: 2,
  value: 2.3,
  minutes: 30,
  reason: '月度演练',
  ...given,
})
async function start(given: object = {}, token = duty): Promise<string> {
  const { success, message, result } = await post('drill', order(given), token)
  expect({ success, message }).toEqual({ success: true, message: '演练已开始' })
  return result.id
}

/** Deliveries prepared by then, including those of due timers. */
async function deliveries(): Promise<{ channel: string; state: string }[]> {
  const config = loadConfig({ LOG_LEVEL: 'silent' })
  const log = createLogger(config).of('alarm')
  const notifier = createNotifier({
    db: server.db,
    bus: server.bus,
    log,
    clock,
    channels: createChannels({ ...config, publicUrl: '' }, log),
  })
  await notifier.turn()
  clock.advance(20 * MINUTE_MS)
  await runDueTimers(server.db, server.bus, clock.now())
  await notifier.turn()
  notifier.stop()
  return server.db.selectFrom('monNotifyDelivery').select(['channel', 'state']).execute()
}

async function insertPolicy(): Promise<void> {
  await server.db
    .insertInto('monNotifyPolicy')
    .values({
      id: 'everything',
      name: '全部方式',
      toRoles: JSON.stringify(['nat_duty', 'prov_duty']),
      channels: JSON.stringify(['console', 'sms', 'mail', 'webhook', 'wechat']),
      repeatMin: 5,
    })
    .execute()
}

it('a drill is delivered to the console only, initially, repeated and escalated, unlike a real alarm', async () => {
  await insertPolicy()
  await start()
  const told = await deliveries()
  expect(told.length).toBeGreaterThan(2)
  expect(new Set(told.map(({ channel }) => channel))).toEqual(new Set(['console']))
  const { rows } = await server.pool.query(`select kind from mon_alarm_outbox order by created_at`)
  expect(rows.map(({ kind }) => kind)).toEqual(['raise', 'escalate', 'escalate'])

  await server.pool.query('truncate mon_alarm, mon_alarm_log, mon_alarm_timer, mon_alarm_outbox cascade')
  const real = await buildAlarm(server.db)
  await server.db
    .insertInto('monAlarmOutbox')
    .values({ id: 'out-1', alarmId: real, kind: 'raise', severity: 2 })
    .execute()
  expect(new Set((await deliveries()).map(({ channel }) => channel))).toEqual(
    new Set(['console', 'sms', 'mail', 'webhook', 'wechat']),
  )
  await server.pool.query(`delete from mon_notify_policy where id = 'everything'`)
})

it('appears in lists and in no figure: counts, dashboard, statistics, duty, similar alarms, the engine', async () => {
  const real = await buildAlarm(server.db, { deviceId: device.id, channelNo: channelNo(), metricCode: 'cl2' })
  const figures = async () => {
    const { drills: _drills, ...counts } = await get('/mon/alarm/counts')
    const shift = [new Date(0), new Date(Date.now() + MINUTE_MS)] as const
    const team = { sysOrgCode: '', regionCode: '' }
    const { total, severities } = await get('/mon/alarm/stats?days=7')
    return {
      counts,
      // The dashboard caches its summary: query its sources instead.
      unacked: await findUnacked(server.db, EVERYTHING, undefined),
      byHour: await findHourly(server.db, EVERYTHING, undefined, 0),
      levels: await findOpenLevels(server.db, EVERYTHING),
      total,
      severities,
      similar: await get(`/mon/alarm/similar?id=${real}`),
      leftOver: (await findLeftOver(server.db, team)).map(({ id }) => id),
      ofShift: await findFigures(server.db, team, ...shift),
    }
  }
  const { counts, ...before } = await figures()
  const id = await start()
  await post('ack', { ids: id, note: '收到' })
  await post('assign', { ids: id, username: 'duty' })
  await start({ channelNo: undefined, severity: 1 })
  const after = await figures()
  expect(after).toEqual({ ...before, counts: { ...counts, engineLagMs: after.counts.engineLagMs } })
  expect((await get('/mon/alarm/counts')).drills).toEqual({ unacked: [1, 0, 0, 0, 0], open: 2 })
  expect((await get('/mon/alarm/list')).records.map(({ drill }: { drill: boolean }) => drill)).toEqual([
    true,
    false,
    true,
  ])
  expect((await findActive(server.db)).map(({ dedupeKey }) => dedupeKey)).toEqual([`key-${real}`])
})

it('is handled like an alarm, with every step sealed, can be ended by others with the permission, and closes with the drill code only', async () => {
  const id = await start()
  const { alarm, explanation } = await get(`/mon/alarm/queryById?id=${id}`)
  expect(alarm).toMatchObject({ title: '【演练】氯气模拟报警', state: 'unack', severity: 2, value: 2.3, drill: true })
  expect(alarm.drillUntilMs - alarm.triggerMs).toBe(30 * MINUTE_MS)
  expect(explanation).toContain('duty（测试）发起的演练，不是真实报警：月度演练')
  expect(await post('ack', { ids: id })).toMatchObject({ message: '请填写确认说明！' })
  await post('ack', { ids: id, note: '收到' })
  await post('shelve', { ids: id, minutes: 10, reason: '等待' })
  expect(await post('close', { ids: id, closeCode: 'device' })).toMatchObject({ message: '演练报警只能以“演练”关闭' })
  expect(await post('endDrill', { id, note: '演练完毕' }, colleague)).toMatchObject({ message: '演练已结束' })
  const { alarm: ended, log, isChainWhole } = await get(`/mon/alarm/queryById?id=${id}`)
  expect(ended).toMatchObject({ state: 'closed', active: false, closeCode: 'test', closedName: 'colleague（测试）' })
  expect(log.map(({ action }: { action: string }) => action)).toEqual(['raise', 'ack', 'shelve', 'endDrill'])
  expect(isChainWhole).toBe(true)
  expect(await server.db.selectFrom('monAlarmTimer').selectAll().execute()).toEqual([])
  expect(await post('endDrill', { id })).toMatchObject({ message: '该报警已被colleague（测试）处理，请刷新后重试' })
  const real = await buildAlarm(server.db)
  expect(await post('endDrill', { id: real })).toMatchObject({ message: '该状态下不能执行此操作！' })
})

it('ends automatically', async () => {
  const id = await start()
  await runDueTimers(server.db, server.bus, Date.now() + 31 * MINUTE_MS)
  const { alarm, log, isChainWhole } = await get(`/mon/alarm/queryById?id=${id}`)
  expect(alarm).toMatchObject({ state: 'closed', closedName: '系统', closeCode: 'test' })
  expect(log.at(-1)).toMatchObject({ action: 'endDrill', note: '到时自动结束' })
  expect(isChainWhole).toBe(true)
})

it('refuses the second of two concurrent starts, naming the first user; a real alarm coexists', async () => {
  const real = await buildAlarm(server.db, { deviceId: device.id, channelNo: channelNo() })
  const answers = await Promise.all([post('drill', order()), post('drill', order(), colleague)])
  const refused = answers.filter(({ success }) => !success)
  expect(refused).toHaveLength(1)
  expect(refused[0].message).toMatch(/^该通道正在演练，由(duty|colleague)（测试）发起$/)
  expect((await get('/mon/alarm/list')).total).toBe(2)
  expect((await get(`/mon/alarm/queryById?id=${real}`)).alarm).toMatchObject({ state: 'unack', drill: false })
})

it("can be started only within the user's scope, with the permission, for an existing subject", async () => {
  expect(await post('drill', order(), await server.signIn('north'))).toMatchObject({ message: '未找到对应数据' })
  expect(await post('drill', order(), await server.signIn('analyst'))).toMatchObject({ success: false, code: 403 })
  expect(await post('drill', order({ channelNo: 999_999 }))).toMatchObject({ message: '未找到对应数据' })
  expect(await post('drill', order({ reason: '' }))).toMatchObject({
    message: '请求参数不正确：reason：请填写演练原因',
  })
  expect(await post('drill', order({ minutes: 481 }))).toMatchObject({
    message: '请求参数不正确：minutes：最长 8 小时',
  })
  expect((await get('/mon/alarm/list')).total).toBe(0)
})
