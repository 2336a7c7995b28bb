import { MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { takeNbcEvents } from './take-events.ts'
import { tellEvent } from './testing/tell.ts'

let server: TestApp
let clock: ManualClock
let officer: string
let second: string
let device: BuiltDevice

beforeAll(async () => {
  clock = createManualClock(Date.now())
  server = await buildTestApp({ clock })
  await server.addUser('officer', { roles: ['nbc_officer'] })
  await server.addUser('second', { roles: ['nbc_officer'] })
  await server.addUser('province', { roles: ['nbc_officer'], orgCode: 'A01A32', regionPrefixes: ['32'] })
  await server.addUser('other', { roles: ['nbc_officer'], orgCode: 'A01A33', regionPrefixes: ['33'] })
  await server.addUser('reader', { roles: ['auditor'] })
  officer = await server.signIn('officer')
  second = await server.signIn('second')
  const { id: stationId } = await buildStation(server.db, { sysOrgCode: 'A01A32' })
  device = await buildDevice(server.db, { kind: 'chem', metrics: ['chem_bar'], stationId, sysOrgCode: 'A01A32' })
  server.bus.publish('registers', {})
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query(
    'truncate mon_nbc_drill, mon_nbc_event, mon_nbc_event_step, mon_nbc_report, mon_alarm, mon_alarm_outbox, mon_device_event cascade',
  )
})

const post = async (path: string, body: object, token = officer) =>
  (await server.call('POST', `/mon/nbc/${path}`, { body, token })).body
const get = async (path: string, token = officer) =>
  (await server.call('GET', `/mon/nbc/${path}`, { token })).body.result
const start = (given: object = {}, token = officer) =>
  post('drill/start', { title: '联合演练', minutes: 60, ...given }, token)
const play = (given: object = {}, token = officer) =>
  post('drill/event', { deviceId: device.id, level: 1, agentClass: 'nerve', bars: 5, note: '放样', ...given }, token)

/** Counts everything that could be sent to the outside. */
async function outgoing(): Promise<number[]> {
  const tables = ['mon_alarm', 'mon_alarm_outbox', 'mon_notify_delivery', 'sys_announcement_send', 'sys_sms'] as const
  return Promise.all(
    tables.map(async (table) => Number((await server.pool.query(`select count(*) from ${table}`)).rows[0].count)),
  )
}

/** Takes an event from detection to the laboratory with its reports, by two people. */
async function handle(id: string): Promise<void> {
  const step = (path: string, body: object, token: string) => post(path, { id, ...body }, token)
  expect(await step('event/verify', { version: 1, to: 'local_confirmed', note: '复核' }, officer)).toMatchObject({
    success: true,
  })
  expect(await step('event/agree', { version: 2 }, second)).toMatchObject({ success: true })
  expect(await step('event/verify', { version: 3, to: 'lab_confirmed', note: '确证' }, officer)).toMatchObject({
    success: true,
  })
  expect(await step('event/agree', { version: 4 }, second)).toMatchObject({ success: true })
}

it('drill events leave no outbox rows whatever is done with them, while the same real event does', async () => {
  await start()
  const before = await outgoing()
  const { result } = await play()
  await handle(result.id)
  const body = { basis: '演练', agentClass: 'nerve', confidencePct: 90, assessment: '演练' }
  const { result: draft } = await post('report/save', { eventId: result.id, kind: 2, body })
  expect(await post('report/send', { id: draft.id, version: 1 })).toMatchObject({ success: true })
  await takeNbcEvents(server.db, clock.now())
  expect(await outgoing()).toEqual(before)
  expect(await get(`event/${result.id}/detail`)).toMatchObject({
    mayLeave: false,
    event: { drill: true, state: 'lab_confirmed' },
  })

  await buildAlarm(server.db, {
    deviceId: device.id,
    limitText: 'nbc.chem',
    severity: 3,
    severityMax: 3,
    corroboration: 'pending',
    evidence: JSON.stringify({ targetSeverity: 1 }),
    triggerTs: new Date(clock.now() - 2 * MINUTE_MS),
  })
  await tellEvent(server.db, device, { type: 'nbc.chem', tsMs: clock.now() - MINUTE_MS, level: 1 })
  await takeNbcEvents(server.db, clock.now())
  const real = (await get('event/list?source=device')).records[0]
  await handle(real.id)
  expect((await outgoing())[1]).toBe(1)
})

it('a real event during a drill stays real, and neither corroborates the other', async () => {
  await start()
  await play()
  await tellEvent(server.db, device, { type: 'nbc.chem', tsMs: clock.now() - MINUTE_MS, level: 1 })
  await takeNbcEvents(server.db, clock.now())
  const { records } = await get('event/list')
  expect(records.map(({ drill, severity }: Record<string, unknown>) => [drill, severity])).toEqual([
    [true, 3],
    [false, 3],
  ])
  expect(await get('event/counts')).toMatchObject({ states: { detected: 1 }, drills: 1 })
})

it('a drill is in force for the department that started it and its subdepartments only', async () => {
  const province = await server.signIn('province')
  const other = await server.signIn('other')
  expect(await get('drill/current')).toBeNull()
  const { result: drill } = await start({}, province)
  expect(await get('drill/current', province)).toMatchObject({ id: drill.id, title: '联合演练', mayEnd: true })
  expect(await get('drill/current', other)).toBeNull()
  expect(await get('drill/current')).toBeNull()
  const { result: national } = await start({ title: '全国演练' })
  expect(await get('drill/current', other)).toMatchObject({ title: '全国演练', mayEnd: false })
  expect(await post('drill/end', { id: national.id }, other)).toMatchObject({ message: '演练已结束' })
  expect(await get('drill/current', other)).not.toBeNull()
  // Parent departments may end drills of their subdepartments.
  expect(await post('drill/end', { id: drill.id })).toMatchObject({ success: true })
  expect(await post('drill/end', { id: national.id })).toMatchObject({ success: true, message: '演练已结束' })
  expect(await get('drill/current', other)).toBeNull()
})

it('only one of concurrent starts succeeds', async () => {
  const answers = await Promise.all([start(), start({ title: '另一场' }, second), start({}, second)])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.find(({ success }) => !success).message).toMatch(
    /^本部门正在演练“(联合演练|另一场)”，由(officer|second)（测试）发起$/,
  )
})

it('a drill ends when its time is over, and another one may follow', async () => {
  const { result: drill } = await start({ minutes: 5 })
  clock.advance(5 * MINUTE_MS)
  expect(await get('drill/current')).toBeNull()
  // Already over: it cannot be ended again in another name.
  expect(await post('drill/end', { id: drill.id })).toMatchObject({ success: false, message: '演练已结束' })
  expect(await play()).toMatchObject({ message: '演练已结束' })
  expect(await start()).toMatchObject({ success: true })
})

it('simulates events on visible devices only, within limits and with the permission', async () => {
  expect(await play()).toMatchObject({ message: '演练已结束' })
  await start()
  expect(await play({}, await server.signIn('other'))).toMatchObject({ message: '未找到对应数据' })
  expect(await play({ level: 6 })).toMatchObject({ success: false })
  expect(await play({ bars: 9 })).toMatchObject({ success: false })
  expect(await start({ minutes: 481 }, second)).toMatchObject({ message: '请求参数不正确：minutes：最长 8 小时' })
  const reader = await server.signIn('reader')
  expect(await start({}, reader)).toMatchObject({ code: 403 })
  expect(await get('drill/current', reader)).not.toBeNull()
})

it('marks exports while a drill is running', async () => {
  await start()
  const sheet = await server.call('GET', '/mon/nbc/event/exportXls', { token: officer })
  expect(decodeURIComponent(String(sheet.headers['content-disposition']))).toContain('【演练】核生化事件.xlsx')
  const query = `deviceId=${device.id}&from=${clock.now() - MINUTE_MS}&to=${clock.now()}`
  const csv = await server.call('GET', `/mon/nbc/export?${query}&format=csv`, { token: officer })
  expect(csv.raw.toString()).toMatch(/^\uFEFF# 【演练】核生化数据 .+\r\n# 【演练】联合演练 · /)
})
