import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MonAlarm } from '../../db/types.ts'
import { newId } from '../../platform/id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { SYSTEM } from './alarm-log.ts'
import { runDueTimers } from './alarm-timers.ts'
import { insertAlarms } from './alarm-writer.ts'

const DUTY = 'duty（测试）'
const COLLEAGUE = 'colleague（测试）'

let server: TestApp
let duty: string
let colleague: string
let deviceId: string
let stationId: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('duty', { roles: ['nat_duty'] })
  await server.addUser('colleague', { roles: ['prov_duty'] })
  await server.addUser('reader', { roles: ['analyst'] })
  await server.addUser('north', { roles: ['prov_duty'], regionPrefixes: ['11'] })
  duty = await server.signIn('duty')
  colleague = await server.signIn('colleague')
  stationId = (await buildStation(server.db)).id
  deviceId = (await buildDevice(server.db, { metrics: ['cl2'], stationId })).id
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('truncate mon_alarm, mon_alarm_log, mon_alarm_timer, mon_alarm_outbox cascade')
})

let count = 0
async function raise(given: Partial<Insertable<MonAlarm>> = {}): Promise<string> {
  const id = newId()
  count += 1
  const ts = new Date(Date.now() - 60_000)
  await server.db.transaction().execute((trx) =>
    insertAlarms(trx, [
      {
        id,
        no: `A20261121-${String(count).padStart(6, '0')}`,
        ruleId: 'rule-aegl',
        ruleVersion: 1,
        branch: 0,
        dedupeKey: `key-${count}`,
        deviceId,
        stationId,
        regionCode: '320500',
        sysOrgCode: 'A01',
        metricCode: 'cl2',
        severity: 3,
        severityMax: 3,
        title: '氯气超 AEGL-1',
        triggerTs: ts,
        raisedTs: ts,
        lastTs: ts,
        judgedTs: ts,
        value: 0.6,
        limitValue: 0.5,
        unit: 'ppm',
        op: '>=',
        ...given,
        entries: [{ tsMs: ts.getTime(), ...SYSTEM, action: 'raise', to: '3' }],
      },
    ]),
  )
  return id
}

const call = async (path: string, body: object, token = duty) =>
  (await server.call('POST', `/mon/alarm/${path}`, { body, token })).body
const list = async (query: Record<string, string> = {}, token = duty) =>
  (await server.call('GET', `/mon/alarm/list?${new URLSearchParams(query)}`, { token })).body.result
const detail = async (id: string, token = duty) =>
  (await server.call('GET', `/mon/alarm/queryById?id=${id}`, { token })).body.result

describe('alarms folded into a parent', () => {
  it('[BZ-20] are hidden behind it in lists and counts, opened with it, and handled with it', async () => {
    const parent = await raise({ severity: 2, severityMax: 2, isCluster: true })
    const child = await raise({ parentId: parent })
    const graver = await raise({ severity: 1, severityMax: 1, parentId: parent })
    const north = await raise({ parentId: parent, regionCode: '110000' })
    const ids = async (query: Record<string, string>, token = duty) =>
      (await list(query, token)).records.map(({ id }: { id: string }) => id)
    const open = async () => (await server.call('GET', '/mon/alarm/counts', { token: duty })).body.result
    expect(await ids({})).toEqual([graver, parent])
    expect(await ids({ view: 'unacked' })).toEqual([graver, parent])
    expect(await open()).toMatchObject({ open: [1, 1, 0, 0, 0], unacked: [1, 1, 0, 0, 0] })
    expect((await ids({ view: 'all', parentId: parent })).toSorted()).toEqual([child, graver, north].toSorted())
    expect((await detail(parent)).alarm).toMatchObject({ childCount: 3, parentId: null, isFolded: false })
    const { no } = (await detail(parent)).alarm
    expect((await detail(child)).alarm).toMatchObject({ parentId: parent, parentNo: no, isFolded: true, childCount: 0 })
    expect((await detail(graver)).alarm).toMatchObject({ parentId: parent, isFolded: false })
    // A user who cannot see the parent sees an ordinary alarm.
    const afar = await server.signIn('north')
    expect(await ids({}, afar)).toEqual([north])
    expect((await detail(north, afar)).alarm).toMatchObject({ parentId: null, parentNo: null, isFolded: false })

    await call('ack', { ids: parent, note: '已通知园区' })
    expect((await detail(child)).alarm).toMatchObject({ acked: true, ackNote: '已通知园区' })
    expect((await detail(child)).log.at(-1)).toMatchObject({ action: 'ack', note: `随 ${no} 一并处理：已通知园区` })
    expect((await detail(graver)).alarm).toMatchObject({ acked: false })

    await server.db.updateTable('monAlarm').set({ active: false }).where('id', 'in', [parent, north]).execute()
    expect(await ids({})).toEqual([graver, child, parent])
    await call('close', { ids: parent, closeCode: 'real' })
    expect((await detail(child)).alarm.state).toBe('acked')
    expect((await detail(north)).alarm).toMatchObject({ state: 'closed', closeCode: 'real' })
  })

  it('escalate with an unacknowledged parent, and separately once it is acknowledged or in another province', async () => {
    const parent = await raise({ isCluster: true })
    const child = await raise({ parentId: parent })
    const north = await raise({ parentId: parent, regionCode: '110000' })
    const now = Date.now()
    for (const alarmId of [child, north])
      await server.db
        .insertInto('monAlarmTimer')
        .values({ alarmId, kind: 'escalate', step: 1, dueAt: new Date(now - 1_000), toRole: 'prov_duty' })
        .execute()
    await runDueTimers(server.db, server.bus, now)
    expect((await detail(north)).alarm.escalateLevel).toBe(1)
    expect((await detail(child)).alarm.escalateLevel).toBe(0)
    await server.db.updateTable('monAlarm').set({ acked: true }).where('id', '=', parent).execute()
    await runDueTimers(server.db, server.bus, now + 60_000)
    expect((await detail(child)).alarm.escalateLevel).toBe(1)
  })
})

describe('alarms in a list', () => {
  it('[BZ-20] are listed unacknowledged first, gravest first, with counts matching the views', async () => {
    const mild = await raise({ severity: 5, severityMax: 5 })
    const grave = await raise({ severity: 1, severityMax: 1, triggerTs: new Date(Date.now() - 600_000) })
    const seen = await raise({ severity: 1, severityMax: 1, acked: true, ackName: DUTY })
    const shelved = await raise({ shelvedUntil: new Date(Date.now() + 60_000) })
    const over = await raise({ closedTs: new Date(), closeCode: 'real', active: false, acked: true })
    const ids = async (query: Record<string, string>) => (await list(query)).records.map(({ id }: { id: string }) => id)
    expect(await ids({})).toEqual([grave, mild, seen, shelved])
    // As requested by the console.
    expect(await ids({ column: 'urgency', order: 'desc' })).toEqual([grave, mild, seen, shelved])
    expect((await ids({ column: 'triggerMs', order: 'asc' }))[0]).toBe(grave)
    expect(await ids({ view: 'unacked' })).toEqual([grave, mild])
    expect(await ids({ view: 'shelved' })).toEqual([shelved])
    expect(await ids({ view: 'history' })).toEqual([over])
    expect(await ids({ view: 'all', severity: '1' })).toHaveLength(2)
    expect(await ids({ view: 'all', closeCode: 'real' })).toEqual([over])
    const { body } = await server.call('GET', '/mon/alarm/counts', { token: duty })
    expect(body.result).toMatchObject({ unacked: [1, 0, 0, 0, 1], open: [2, 0, 1, 0, 1], shelved: 1, mine: 0 })
    for (const [view, counted] of [
      ['open', 4],
      ['unacked', 2],
    ] as const)
      expect((await list({ view })).total).toBe(counted)
  })

  it('[BZ-20] show the event that raised them by its field term, and a device-specific event by its code', async () => {
    const event = { metricCode: null, value: null, limitValue: null, unit: null, op: null }
    const known = await raise({ ...event, limitText: 'vital.news2' })
    const own = await raise({ ...event, limitText: 'door.open', severity: 4, severityMax: 4 })
    const { records } = await list()
    expect(records).toMatchObject([
      { id: known, limitText: 'NEWS2 评分' },
      { id: own, limitText: 'door.open' },
    ])
    expect((await detail(known)).alarm).toMatchObject({ limitText: 'NEWS2 评分' })
  })

  it("are restricted to the user's regions, in lists, records, counts and actions", async () => {
    const id = await raise()
    const north = await server.signIn('north')
    expect((await list({}, north)).total).toBe(0)
    expect(await detail(id, north)).toBeNull()
    expect((await call('ack', { ids: id }, north)).message).toBe('未找到对应数据')
    const { body } = await server.call('GET', '/mon/alarm/counts', { token: north })
    expect(body.result).toMatchObject({ regionPrefixes: ['11'], open: [0, 0, 0, 0, 0] })
  })

  it('are found by number, title, device and station; malformed filters are harmless', async () => {
    const id = await raise()
    const { no } = (await detail(id)).alarm
    expect((await list({ keyword: no })).total).toBe(1)
    expect((await list({ keyword: 'AEGL-1' })).total).toBe(1)
    expect((await list({ keyword: "%' or 1=1" })).total).toBe(0)
    expect((await list({ region: '32' })).total).toBe(1)
    expect((await list({ region: 'x' })).total).toBe(1)
  })
})

it('filters alarms by clear time and duration, where an active alarm lasts until now', async () => {
  const now = Date.now()
  const ago = (minutes: number) => new Date(now - minutes * 60_000)
  const short = await raise({ triggerTs: ago(70), clearedTs: ago(60), active: false })
  const long = await raise({ triggerTs: ago(200), clearedTs: ago(90), active: false })
  const going = await raise({ triggerTs: ago(30) })
  const ids = async (query: Record<string, string>) =>
    (await list({ view: 'all', column: 'triggerMs', order: 'asc', ...query })).records.map(
      ({ id }: { id: string }) => id,
    )
  expect(await ids({ lastedMin: '20' })).toEqual([long, going])
  expect(await ids({ lastedMax: '20' })).toEqual([short])
  expect(await ids({ lastedMin: '10', lastedMax: '20' })).toEqual([short])
  expect(await ids({ clearedFromMs: `${ago(90).getTime()}` })).toEqual([short])
  expect(await ids({ clearedToMs: `${ago(90).getTime()}` })).toEqual([long])
  expect(await ids({ lastedMin: 'x', clearedToMs: '-' })).toEqual([long, short, going])
})

describe('an officer', () => {
  it('repeating an order whose response was lost succeeds without a second effect; another order is refused', async () => {
    const id = await raise()
    const order = { ids: id, version: 1, note: '已核实', orderId: randomBytes(16).toString('hex') }
    const answers = await Promise.all([call('ack', order), call('ack', order)])
    expect(answers.map(({ message }) => message)).toEqual(['已确认', '已确认'])
    expect((await detail(id)).log.map(({ action }: { action: string }) => action)).toEqual(['raise', 'ack'])
    expect((await detail(id)).isChainWhole).toBe(true)
    expect(await call('ack', { ...order, orderId: randomBytes(16).toString('hex') }, colleague)).toMatchObject({
      message: `该报警已被${DUTY}处理，请刷新后重试`,
    })
  })

  it('[BZ-20] acknowledges with a note where it is required, all in a sealed log', async () => {
    const id = await raise({ severity: 2, severityMax: 2 })
    expect(await call('ack', { ids: id })).toMatchObject({ success: false, message: '请填写确认说明！' })
    expect(await call('ack', { ids: id, note: '已电话核实' })).toMatchObject({ success: true, message: '已确认' })
    const { alarm, log, isChainWhole } = await detail(id)
    expect(alarm).toMatchObject({ state: 'acked', state_dictText: '处置中', ackName: DUTY, ackNote: '已电话核实' })
    expect(log).toMatchObject([
      { action: 'raise' },
      { action: 'ack', from: 'unack', to: 'acked', note: '已电话核实', actorName: DUTY },
    ])
    expect(isChainWhole).toBe(true)
  })

  it('is told who was first when two act concurrently, and nothing happens twice', async () => {
    const id = await raise()
    const answers = await Promise.all([
      call('ack', { ids: id, note: '甲' }),
      call('ack', { ids: id, note: '乙' }, colleague),
      call('ack', { ids: id, note: '丙' }, colleague),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const { alarm, log } = await detail(id)
    for (const { success, message } of answers)
      if (!success)
        expect([`该报警已被${alarm.ackName}处理，请刷新后重试`, '该状态下不能执行此操作！']).toContain(message)
    expect(log.filter(({ action }: { action: string }) => action === 'ack')).toHaveLength(1)
  })

  it('closes cleared alarms, and active ones only as not real and with the permission, which mutes them', async () => {
    const id = await raise()
    expect((await call('close', { ids: id, closeCode: 'false' }, colleague)).message).toContain('报警仍在持续')
    expect((await call('close', { ids: id, closeCode: 'real' })).message).toContain('报警仍在持续')
    expect((await call('close', { ids: id, closeCode: 'false', note: '零点漂移' })).success).toBe(true)
    const row = await server.db.selectFrom('monAlarm').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ active: false, closeCode: 'false', closedName: DUTY, clearReason: 'closed' })
    expect(row.mutedUntil?.getTime()).toBeGreaterThan(Date.now() + 14 * 60_000)
    expect((await call('ack', { ids: id }, colleague)).message).toBe(`该报警已被${DUTY}处理，请刷新后重试`)
  })

  it('shelves for at most eight hours, with a reason, and never the gravest severity', async () => {
    const id = await raise()
    const grave = await raise({ severity: 1, severityMax: 1 })
    expect((await call('shelve', { ids: id, minutes: 481, reason: '检修' })).message).toContain('最长搁置 8 小时')
    expect((await call('shelve', { ids: id, minutes: 30, reason: '' })).message).toContain('请填写搁置原因')
    expect((await call('shelve', { ids: grave, minutes: 30, reason: '检修' })).message).toBe('特别重大报警不能搁置！')
    expect((await call('shelve', { ids: id, minutes: 30, reason: '检修' })).success).toBe(true)
    expect((await detail(id)).alarm).toMatchObject({ state: 'shelved', shelveReason: '检修' })
    expect((await call('unshelve', { ids: id })).success).toBe(true)
    expect((await detail(id)).alarm).toMatchObject({ state: 'unack', shelvedUntilMs: null })
  })

  it('acts on all given alarms or on none', async () => {
    const ids = [
      await raise(),
      await raise(),
      await raise({ closedTs: new Date(), closeCode: 'other', closedName: '系统' }),
    ]
    expect((await call('ack', { ids: ids.join(',') })).success).toBe(false)
    expect((await list({ view: 'unacked' })).total).toBe(2)
    expect((await call('ack', { ids: ids.slice(0, 2).join(',') })).success).toBe(true)
    expect((await list({ view: 'unacked' })).total).toBe(0)
    const many = Array.from({ length: 201 }, (_, i) => `x${i}`).join(',')
    expect((await call('ack', { ids: many })).message).toContain('一次最多处理 200 条')
  })

  it('assigns to colleagues, comments, ticks checklist lines', async () => {
    const id = await raise({ checklist: JSON.stringify([{ text: '核对邻站' }, { text: '电话联系' }]) })
    expect((await call('assign', { ids: id, username: 'nobody' })).message).toBe('该用户不存在或看不到此报警')
    expect((await call('assign', { ids: id, username: 'colleague' })).success).toBe(true)
    expect((await list({ view: 'mine' }, colleague)).total).toBe(1)
    expect((await call('comment', { id, note: '园区正在核实' })).success).toBe(true)
    expect((await call('check', { id, index: 1, done: true })).success).toBe(true)
    expect((await call('check', { id, index: 5, done: true })).success).toBe(false)
    const { alarm, checklist } = await detail(id)
    expect(alarm).toMatchObject({ assigneeName: COLLEAGUE, commentCount: 1 })
    expect(checklist).toMatchObject([{ done: false }, { done: true, byName: DUTY }])
  })

  it('is told when their view of the alarm is stale', async () => {
    const id = await raise()
    const { version } = (await detail(id)).alarm
    await call('assign', { ids: id, username: 'colleague' })
    expect((await call('close', { ids: id, version, closeCode: 'false' })).message).toBe(
      '数据已被他人修改，请刷新后重试！',
    )
  })
})

it('log entries cannot be changed or deleted', async () => {
  const id = await raise()
  for (const text of [
    `update mon_alarm_log set note = 'x' where alarm_id = '${id}'`,
    `delete from mon_alarm_log where alarm_id = '${id}'`,
  ])
    await expect(server.pool.query(text)).rejects.toThrow('append-only')
})

describe('due timers', () => {
  const timer = (alarmId: string, given: object) =>
    server.db
      .insertInto('monAlarmTimer')
      .values({
        alarmId,
        kind: 'escalate',
        step: 1,
        toRole: 'prov_duty',
        dueAt: new Date(Date.now() - 1_000),
        ...given,
      })
      .execute()
  const outbox = () => server.db.selectFrom('monAlarmOutbox').select(['kind', 'step', 'toRole']).execute()

  it('[BZ-20] escalate an alarm not acknowledged in time, once, also with concurrent processes', async () => {
    const id = await raise()
    await timer(id, {})
    const now = Date.now()
    await Promise.all([1, 2, 3].map(() => runDueTimers(server.db, server.bus, now)))
    expect((await detail(id)).alarm).toMatchObject({ escalateLevel: 1 })
    expect(await outbox()).toEqual([{ kind: 'escalate', step: 1, toRole: 'prov_duty' }])
  })

  it('wait while the alarm is shelved, and are dropped by an acknowledgement', async () => {
    const shelved = await raise({ shelvedUntil: new Date(Date.now() + 600_000) })
    await timer(shelved, {})
    const acked = await raise()
    await timer(acked, {})
    await call('ack', { ids: acked })
    await runDueTimers(server.db, server.bus, Date.now())
    expect(await outbox()).toEqual([])
    await runDueTimers(server.db, server.bus, Date.now() + 601_000)
    expect(await outbox()).toHaveLength(1)
  })

  it('lift a capped alarm that nobody verified, to 重大 at most', async () => {
    const id = await raise({
      severity: 4,
      severityMax: 4,
      corroboration: 'pending',
      evidence: JSON.stringify({ targetSeverity: 1 }),
    })
    await timer(id, { kind: 'verify', step: 0, toRole: null })
    await runDueTimers(server.db, server.bus, Date.now())
    expect((await detail(id)).alarm).toMatchObject({ severity: 2, acked: false })
  })

  it('close an alarm that has been cleared and acknowledged for a day', async () => {
    const id = await raise({ active: false, acked: true, clearedTs: new Date() })
    await timer(id, { kind: 'close', step: 0, toRole: null })
    await runDueTimers(server.db, server.bus, Date.now())
    expect((await detail(id)).alarm).toMatchObject({ state: 'closed', closeCode: 'other', closedName: '系统' })
  })
})
