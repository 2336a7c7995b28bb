import { MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildRollup } from '../../testing/build-telemetry.ts'
import { takeNbcEvents } from './take-events.ts'
import { tellEvent } from './testing/tell.ts'

let server: TestApp
let officer: string
let second: string
let analyst: string
let north: string
let chem: BuiltDevice
let vane: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp()
  for (const name of ['officer', 'second']) await server.addUser(name, { roles: ['nbc_officer'] })
  await server.addUser('analyst', { roles: ['analyst'] })
  await server.addUser('reader', { roles: ['auditor'] })
  await server.addUser('north', { roles: ['nbc_officer'], regionPrefixes: ['11'] })
  officer = await server.signIn('officer')
  second = await server.signIn('second')
  analyst = await server.signIn('analyst')
  north = await server.signIn('north')
  const { id: stationId } = await buildStation(server.db, { name: '一号站' })
  chem = await buildDevice(server.db, { kind: 'chem', metrics: ['chem_bar'], stationId, name: '毒剂报警器 1' })
  vane = await buildDevice(server.db, { kind: 'met', metrics: ['wind_speed', 'wind_dir'], stationId })
  server.bus.publish('registers', {})
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query(
    'truncate mon_device_event, mon_nbc_event, mon_nbc_event_step, mon_nbc_report, mon_alarm, mon_alarm_outbox cascade',
  )
  await server.pool.query('delete from mon_r1m')
})

const post = async (path: string, body: object, token = officer) =>
  (await server.call('POST', `/mon/nbc/${path}`, { body, token })).body
const get = async (path: string, token = officer) => (await server.call('GET', `/mon/nbc/${path}`, { token })).body
const detail = async (id: string, token = officer) => (await get(`event/${id}/detail`, token)).result
const outbox = async () => await server.db.selectFrom('monAlarmOutbox').select(['kind', 'severity']).execute()

/** Creates an event of a detector; returns its id. */
async function event(level = 2, given: object = {}): Promise<string> {
  await tellEvent(server.db, chem, { type: 'nbc.chem', tsMs: Date.now() - MINUTE_MS, level, ...given })
  await takeNbcEvents(server.db, Date.now())
  const { records } = (await get('event/list')).result
  return records[0].id
}
const verify = (id: string, version: number, given: object = {}, token = officer) =>
  post('event/verify', { id, version, to: 'local_confirmed', note: '手持仪阳性', ...given }, token)

describe('an event', () => {
  it('goes from detection over the site to the laboratory, each step recorded with its author', async () => {
    const id = await event()
    expect(await verify(id, 1)).toMatchObject({ success: true, result: { state: 'local_confirmed', version: 2 } })
    expect(await verify(id, 2, { to: 'lab_confirmed', note: 'GC-MS 检出' }, second)).toMatchObject({ success: true })
    const { event: row, steps, mayLeave } = await detail(id)
    expect(row).toMatchObject({ state: 'lab_confirmed', state_dictText: '实验室确证', severity: 2, version: 3 })
    expect(mayLeave).toBe(true)
    expect(
      steps.map(({ actorName, action, from, to, note }: Record<string, unknown>) => [
        actorName,
        action,
        from,
        to,
        note,
      ]),
    ).toEqual([
      ['系统', 'detect', null, 'detected', '设备上报 nbc.chem'],
      ['officer（测试）', 'decide', 'detected', 'local_confirmed', '手持仪阳性'],
      ['second（测试）', 'decide', 'local_confirmed', 'lab_confirmed', 'GC-MS 检出'],
    ])
    expect(await verify(id, 3, { to: 'rejected', reason: 'false' })).toMatchObject({
      message: '该状态下不能执行此操作！',
    })
  })

  it('is excluded only with a reason', async () => {
    const id = await event()
    expect(await verify(id, 1, { to: 'rejected' })).toMatchObject({ message: '请选择排除原因！' })
    expect(await verify(id, 1, { to: 'rejected', reason: 'device', note: '' })).toMatchObject({ success: false })
    expect(await verify(id, 1, { to: 'rejected', reason: 'device', note: '灯泡老化' })).toMatchObject({ success: true })
    expect(await detail(id)).toMatchObject({
      rejectReason: 'device',
      mayLeave: false,
      event: { state: 'rejected', severity: 3 },
    })
  })

  it('cannot skip a step', async () => {
    const id = await event()
    expect(await verify(id, 1, { to: 'lab_confirmed' })).toMatchObject({ message: '该状态下不能执行此操作！' })
  })

  it('accepts one of two concurrent decisions and asks the other user to reload', async () => {
    const id = await event()
    const answers = await Promise.all([verify(id, 1), verify(id, 1, { to: 'rejected', reason: 'false' }, second)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success).message).toBe('数据已被他人修改，请刷新后重试！')
    expect((await detail(id)).steps).toHaveLength(2)
  })

  it('is visible and decidable only with the permission and in the region', async () => {
    const id = await event()
    expect(await get(`event/${id}/detail`, north)).toMatchObject({ message: '未找到对应数据' })
    expect(await verify(id, 1, {}, north)).toMatchObject({ message: '未找到对应数据' })
    expect((await get('event/list', north)).result.total).toBe(0)
    expect((await get('event/counts', north)).result.states.detected).toBe(0)
    expect(await get('event/list', analyst)).toMatchObject({ code: 403 })
    const reader = await server.signIn('reader')
    expect((await get('event/list', reader)).result.total).toBe(1)
    expect(await verify(id, 1, {}, reader)).toMatchObject({ code: 403 })
  })

  it('is listed by state and type, counted, and exported as a sheet', async () => {
    const id = await event()
    await verify(id, 1)
    expect((await get('event/list?state=local_confirmed&type=chem')).result.total).toBe(1)
    expect((await get('event/list?state=detected')).result.total).toBe(0)
    expect((await get('event/counts')).result).toMatchObject({
      states: { detected: 0, local_confirmed: 1, lab_confirmed: 0, rejected: 0 },
      drills: 0,
    })
    const sheet = await server.call('GET', '/mon/nbc/event/exportXls', { token: officer })
    expect(String(sheet.headers['content-disposition'])).toContain(encodeURIComponent('核生化事件.xlsx'))
  })
})

describe('an event of the highest level', () => {
  it('needs two people: the first cannot be the second', async () => {
    const id = await event(1)
    expect((await detail(id)).event).toMatchObject({ level: 1, severity: 3 })
    expect(await verify(id, 1)).toMatchObject({ success: true, result: { state: 'detected', version: 2 } })
    expect((await detail(id)).event).toMatchObject({
      state: 'detected',
      severity: 3,
      proposal: { to: 'local_confirmed', by: 'officer', name: 'officer（测试）', note: '手持仪阳性' },
    })
    expect(await post('event/agree', { id, version: 2 })).toMatchObject({ success: false, message: '须由另一人处理' })
    expect(await verify(id, 2, { to: 'rejected', reason: 'false' }, second)).toMatchObject({
      message: 'officer（测试）已提交处理意见，须由另一人同意或退回',
    })
    expect(await post('event/agree', { id, version: 2 }, second)).toMatchObject({
      success: true,
      result: { state: 'local_confirmed', version: 3 },
    })
    expect((await detail(id)).event).toMatchObject({ state: 'local_confirmed', severity: 1, proposal: null })
    expect(await post('event/agree', { id, version: 3 }, second)).toMatchObject({
      message: '没有待同意的处理意见，请刷新后重试！',
    })
  })

  it('cannot be set by one detector, not even in SQL; a second one nearby upgrades it and allows release', async () => {
    const id = await event(1)
    await expect(server.pool.query('update mon_nbc_event set severity = 1')).rejects.toThrow(/severity/)
    await expect(server.pool.query('insert into mon_nbc_event (severity) values (1)')).rejects.toThrow(/severity/)
    expect(await detail(id)).toMatchObject({ mayLeave: false, event: { level: 1, severity: 3 }, nearby: [] })
    const { id: stationId } = await buildStation(server.db, { name: '二号站' })
    const other = await buildDevice(server.db, { kind: 'chem', metrics: ['chem_bar'], stationId, name: '毒剂报警器 2' })
    await tellEvent(server.db, other, { type: 'nbc.chem', tsMs: Date.now() - MINUTE_MS, level: 2 })
    await takeNbcEvents(server.db, Date.now())
    expect(await detail(id)).toMatchObject({
      mayLeave: true,
      event: { state: 'detected', severity: 1, corroborated: true },
      nearby: [{ deviceName: '毒剂报警器 2' }],
      steps: [{ action: 'detect' }, { action: 'corroborate', note: '20 km 内另一台设备同时探测到：毒剂报警器 2' }],
    })
  })

  it('is declined with a note, and withdrawn by its proposer', async () => {
    const id = await event(1)
    await verify(id, 1, { to: 'rejected', reason: 'weather' })
    expect(await post('event/decline', { id, version: 2, note: '' }, second)).toMatchObject({ success: false })
    expect(await post('event/decline', { id, version: 2, note: '再测一次' }, second)).toMatchObject({ success: true })
    const { event: row, steps } = await detail(id)
    expect(row).toMatchObject({ state: 'detected', proposal: null, version: 3 })
    expect(steps.at(-1)).toMatchObject({ action: 'decline', to: 'rejected', note: '再测一次' })
    await verify(id, 3)
    expect(await post('event/decline', { id, version: 4, note: '填错了' })).toMatchObject({ success: true })
  })
})

describe('the alarm of an event', () => {
  const alarmed = async (given: object = {}) => {
    const alarmId = await buildAlarm(server.db, {
      deviceId: chem.id,
      deviceNo: chem.deviceNo,
      limitText: 'nbc.chem',
      severity: 3,
      severityMax: 3,
      corroboration: 'pending',
      evidence: JSON.stringify({ targetSeverity: 2 }),
      triggerTs: new Date(Date.now() - 2 * MINUTE_MS),
      ...given,
    })
    await server.db
      .insertInto('monAlarmTimer')
      .values({ alarmId, kind: 'verify', step: 0, dueAt: new Date(Date.now() + MINUTE_MS) })
      .execute()
    return { alarmId, id: await event(2) }
  }
  const timers = async () =>
    (await server.db.selectFrom('monAlarmTimer').select('kind').execute()).map(({ kind }) => kind)
  const alarm = (id: string) =>
    server.db.selectFrom('monAlarm').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('is upgraded and notified again when the site has confirmed it', async () => {
    const { alarmId, id } = await alarmed()
    expect((await detail(id)).event).toMatchObject({ alarmId, alarmNo: `A${alarmId}` })
    await verify(id, 1)
    expect(await alarm(alarmId)).toMatchObject({ severity: 2, severityMax: 2, corroboration: 'confirmed' })
    expect(await outbox()).toEqual([{ kind: 'up', severity: 2 }])
    expect(await timers()).not.toContain('verify')
    const log = await server.db
      .selectFrom('monAlarmLog')
      .selectAll()
      .where('alarmId', '=', alarmId)
      .orderBy('seq')
      .execute()
    expect(log.at(-1)).toMatchObject({ action: 'confirm', actor: 'officer', fromVal: '3', toVal: '2' })
    // Only once: the laboratory does not upgrade it again.
    await verify(id, 2, { to: 'lab_confirmed' })
    expect(await outbox()).toHaveLength(1)
  })

  it('is not upgraded by a timer after the event was excluded, and stays open', async () => {
    const { alarmId, id } = await alarmed()
    await verify(id, 1, { to: 'rejected', reason: 'false', note: '柴油尾气' })
    expect(await alarm(alarmId)).toMatchObject({ severity: 3, active: true, closedTs: null })
    expect(await timers()).toEqual([])
    expect(await outbox()).toEqual([])
    const log = await server.db
      .selectFrom('monAlarmLog')
      .selectAll()
      .where('alarmId', '=', alarmId)
      .orderBy('seq')
      .execute()
    expect(log.at(-1)?.note).toMatch(/^核生化事件 NBC\d+-001 排除（误报）：柴油尾气$/)
  })

  it('that was acknowledged at a lower severity becomes unacknowledged', async () => {
    const { alarmId, id } = await alarmed({ acked: true })
    await verify(id, 1)
    expect(await alarm(alarmId)).toMatchObject({ severity: 2, acked: false })
  })

  it('that keeps its severity stays acknowledged', async () => {
    const { alarmId, id } = await alarmed({ acked: true, evidence: JSON.stringify({ targetSeverity: 3 }) })
    await verify(id, 1)
    expect(await alarm(alarmId)).toMatchObject({ severity: 3, acked: true, corroboration: 'confirmed' })
  })

  it('that is marked as false is confirmed without notification', async () => {
    const { alarmId, id } = await alarmed({ marked: true })
    await verify(id, 1)
    expect(await alarm(alarmId)).toMatchObject({ severity: 2, corroboration: 'confirmed' })
    expect(await outbox()).toEqual([])
  })

  it('is upgraded to the highest severity by two people only, even if the event itself is lower', async () => {
    const { alarmId, id } = await alarmed({ evidence: JSON.stringify({ targetSeverity: 1 }) })
    expect(await verify(id, 1)).toMatchObject({ result: { state: 'detected', version: 2 } })
    expect(await alarm(alarmId)).toMatchObject({ severity: 3, corroboration: 'pending' })
    expect(await post('event/agree', { id, version: 2 })).toMatchObject({ message: '须由另一人处理' })
    await post('event/agree', { id, version: 2 }, second)
    expect(await alarm(alarmId)).toMatchObject({ severity: 1, severityMax: 1, corroboration: 'confirmed' })
    expect(await outbox()).toEqual([{ kind: 'up', severity: 1 }])
    expect(await timers()).toContain('escalate')
  })

  it('that was closed is left unchanged', async () => {
    const { alarmId, id } = await alarmed()
    await server.db.updateTable('monAlarm').set({ closedTs: new Date(), closedBy: 'duty', active: false }).execute()
    await verify(id, 1)
    expect(await alarm(alarmId)).toMatchObject({ severity: 3, corroboration: 'pending' })
    expect(await outbox()).toEqual([])
  })
})

describe('the hazard area', () => {
  const blow = async (speed: number, minutesAgo = 3) => {
    const endMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - minutesAgo * MINUTE_MS
    for (const [index, v] of [speed, 270].entries())
      await buildRollup(
        server.db,
        'monR1m',
        { deviceNo: vane.deviceNo, channelNo: vane.channelNos[index] ?? 0 },
        { endMs, v, n: 1 },
      )
  }
  const area = async (id: string, query = '') => (await get(`event/${id}/hazardArea${query}`)).result

  it('is not drawn without a wind within 20 minutes, with a message', async () => {
    await blow(5, 25)
    const id = await event()
    expect(await area(id)).toEqual({
      area: null,
      wind: null,
      text: '30 km 内没有 20 分钟以内的风，不画危害区',
      banner: '仅供参考，非扩散模型结果',
    })
  })

  it("is a circle in calm air and a downwind wedge otherwise, with the operator's radii", async () => {
    await blow(2.7)
    const calm = await area(await event(), '?closeKm=2')
    expect(calm).toMatchObject({ area: { kind: 'circle', radiusKm: 2, towardsDeg: null }, wind: { speedMs: 2.7 } })
    expect(calm.text).toContain('低于 2.8 m/s')
    await server.pool.query('delete from mon_r1m')
    await blow(4)
    const windy = await area(await event(), '?downwindKm=6')
    expect(windy).toMatchObject({ area: { kind: 'wedge', radiusKm: 6, towardsDeg: 90 } })
    expect(windy.text).toContain('风向 270°：下风 6 km、60° 扇形')
    expect(await get(`event/${await event()}/hazardArea?closeKm=0`)).toMatchObject({ success: false })
  })
})

describe('reports', () => {
  const FIRST = { observer: '一组', observedAt: '2026-11-21 10:00:00', place: '南门', description: '报警 3 格' }
  const SECOND = { basis: '现场复核', agentClass: 'blister', confidencePct: 80, assessment: '疑似糜烂性毒剂' }
  const save = (eventId: string, kind: number, body: object, given: object = {}, token = officer) =>
    post('report/save', { eventId, kind, body, ...given }, token)
  const send = (id: string, version: number, token = officer) => post('report/send', { id, version }, token)

  it('are drafts that others may continue, and immutable once sent', async () => {
    const eventId = await event()
    const { result: draft } = await save(eventId, 1, { observer: '一组', place: '' })
    expect(draft).toMatchObject({ kind: 1, seq: 1, status: 'draft', version: 1, body: { observer: '一组' } })
    expect(await send(draft.id, 1)).toMatchObject({ message: '报告未填完整：观测时间、地点、现象与经过' })
    expect(await save(eventId, 1, FIRST, { id: draft.id, version: 1 }, second)).toMatchObject({
      result: { version: 2 },
    })
    expect(await save(eventId, 1, FIRST, { id: draft.id, version: 1 })).toMatchObject({
      message: '数据已被他人修改，请刷新后重试！',
    })
    expect(await send(draft.id, 2)).toMatchObject({
      success: true,
      result: { status: 'sent', sentName: 'officer（测试）' },
    })
    expect(await send(draft.id, 3)).toMatchObject({ message: '报告已发出，不能修改' })
    expect(await save(eventId, 1, FIRST, { id: draft.id, version: 3 })).toMatchObject({
      message: '报告已发出，不能修改',
    })
    await expect(server.pool.query(`update mon_nbc_report set body = '{}'`)).rejects.toThrow(/is sent/)
    await expect(server.pool.query('delete from mon_nbc_report')).rejects.toThrow(/is sent/)
    expect((await detail(eventId)).steps.at(-1)).toMatchObject({
      action: 'report',
      note: '发出第 1 类报告（观测初报）第 1 份',
    })
  })

  it('with an assessment are not sent for a single unverified detector', async () => {
    const eventId = await event()
    const { result: draft } = await save(eventId, 2, SECOND)
    expect(await send(draft.id, 1)).toMatchObject({ message: '单台未核实，不升 1 级，不能发出预警和评估报告' })
    await verify(eventId, 1)
    expect(await send(draft.id, 1)).toMatchObject({ success: true })
  })

  it('are numbered consecutively by kind, even if started concurrently', async () => {
    const eventId = await event()
    const drafts = await Promise.all([1, 2, 3].map(() => save(eventId, 4, { team: '三组' })))
    expect(drafts.map(({ result }) => result.seq).toSorted()).toEqual([1, 2, 3])
  })

  it('reject what does not match their form, with a message', async () => {
    const eventId = await event()
    expect(await save(eventId, 2, { confidencePct: 120 })).toMatchObject({ message: '报告未填完整：置信度' })
    expect(await save(eventId, 2, { secret: 1 })).toMatchObject({ message: '报告未填完整：未知字段' })
    expect(await save(eventId, 7, {})).toMatchObject({ success: false })
    expect(await save(eventId, 1, {}, {}, north)).toMatchObject({ message: '未找到对应数据' })
    const { result: draft } = await save(eventId, 1, FIRST)
    expect(await send(draft.id, 1, north)).toMatchObject({ message: '未找到对应数据' })
    expect(await save(eventId, 1, FIRST, {}, analyst)).toMatchObject({ code: 403 })
  })
})
