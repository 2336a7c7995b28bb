import { MINUTE_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildRollup } from '../../testing/build-telemetry.ts'
import { takeNbcEvents } from './take-events.ts'
import { tellEvent } from './testing/tell.ts'

const NOW = Date.UTC(2026, 10, 21, 2)
let server: TestApp
let here: BuiltDevice
let near: BuiltDevice
let far: BuiltDevice
let rad: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp()
  const [a, b, c] = await Promise.all([
    buildStation(server.db, { lng: 120.62, lat: 31.32 }),
    buildStation(server.db, { lng: 120.7, lat: 31.35 }),
    buildStation(server.db, { lng: 121.2, lat: 31.32 }),
  ])
  here = await buildDevice(server.db, { kind: 'chem', metrics: ['chem_bar'], stationId: a.id })
  near = await buildDevice(server.db, { kind: 'chem', metrics: ['chem_bar'], stationId: b.id })
  far = await buildDevice(server.db, { kind: 'chem', metrics: ['chem_bar'], stationId: c.id })
  rad = await buildDevice(server.db, { kind: 'rad', metrics: ['dose_rate'], stationId: b.id })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query(
    'truncate mon_device_event, mon_nbc_event, mon_nbc_event_step, mon_nbc_report, mon_alarm cascade',
  )
})

const tell = (device: BuiltDevice, tsMs: number, given: object = {}) =>
  tellEvent(server.db, device, { type: 'nbc.chem', tsMs, level: 1, ...given })
const take = (nowMs = NOW) => takeNbcEvents(server.db, nowMs)
const events = () => server.db.selectFrom('monNbcEvent').selectAll().orderBy('ts').orderBy('seq').execute()
const severities = async () => (await events()).map(({ severity }) => severity)

describe('a report of a device', () => {
  it('becomes one event with a number, its content and a first step', async () => {
    await tell(here, NOW - MINUTE_MS, { level: 2, data: { agent: 'H', bars: 3, conf: 0.8 } })
    expect(await take()).toBe(1)
    const [event] = await events()
    expect(event).toMatchObject({
      no: 'NBC20261121-001',
      type: 'chem',
      source: 'device',
      deviceId: here.id,
      level: 2,
      severity: 3,
      state: 'detected',
      agentClass: 'blister',
      agentName: 'H',
      agentConfidence: 0.8,
      bars: 3,
      regionCode: '320500',
      sysOrgCode: 'A01',
    })
    const steps = await server.db.selectFrom('monNbcEventStep').selectAll().execute()
    expect(steps).toMatchObject([{ seq: 1, actor: 'system', action: 'detect', toState: 'detected' }])
  })

  it('becomes a single event, however often and by how many processes it is read', async () => {
    await tell(here, NOW - MINUTE_MS)
    await tell(here, NOW - MINUTE_MS)
    expect((await Promise.all([take(), take(), take()])).reduce((sum, n) => sum + n)).toBe(2)
    expect(await take()).toBe(0)
    expect((await events()).map(({ no }) => no)).toEqual(['NBC20261121-001', 'NBC20261121-002'])
    const [event] = await events()
    // The database rejects a second one.
    await expect(
      server.db
        .insertInto('monNbcEvent')
        .values({ ...fresh(event), id: 'twice', seq: 9 })
        .execute(),
    ).rejects.toThrow(/mon_nbc_event_told/)
  })

  it('is ignored for doors, command responses, and old messages', async () => {
    await tell(here, NOW - MINUTE_MS, { type: 'door' })
    await tell(here, NOW - MINUTE_MS, { type: 'nbc.test' })
    await tell(here, NOW - 8 * 24 * 60 * MINUTE_MS)
    expect(await take()).toBe(0)
  })

  it('continues numbering beyond 999', async () => {
    await tell(here, NOW - MINUTE_MS)
    await take()
    const [event] = await events()
    await server.db
      .insertInto('monNbcEvent')
      .values({ ...fresh(event), id: 'late', seq: 1_000, eventKey: Buffer.from('other') })
      .execute()
    expect((await events()).map(({ no }) => no)).toContain('NBC20261121-1000')
  })

  it('stores the wind of the nearest station within 30 km and 20 minutes', async () => {
    const { id: stationId, name } = await buildStation(server.db, { name: '风站', lng: 120.65, lat: 31.32 })
    const vane = await buildDevice(server.db, { kind: 'met', metrics: ['wind_speed', 'wind_dir'], stationId })
    const blow = (index: 0 | 1, endMs: number, v: number) =>
      buildRollup(
        server.db,
        'monR1m',
        { deviceNo: vane.deviceNo, channelNo: vane.channelNos[index] ?? 0 },
        { endMs, v, n: 1 },
      )
    const at = NOW - 30 * MINUTE_MS
    await blow(0, at - 25 * MINUTE_MS, 9)
    await blow(1, at - 25 * MINUTE_MS, 9)
    await tell(here, at)
    await take()
    expect((await events())[0]?.met).toBeNull()
    for (const [minute, speed] of [
      [-15, 4],
      [-3, 5],
    ] as const) {
      await blow(0, at + minute * MINUTE_MS, speed)
      await blow(1, at + minute * MINUTE_MS, 90)
    }
    await tell(here, at)
    await take()
    expect((await events())[1]?.met).toMatchObject({ stationName: name, fromDeg: 90, speedMs: 5, distanceKm: 2.8 })
    await tell(far, at)
    await take()
    expect((await events())[2]?.met).toBeNull()
  })
})

/** Columns of a row that may be written. */
function fresh<T extends { no: string; severity: number }>(event: T | undefined) {
  if (event === undefined) throw new Error('no event')
  const { no: _no, severity: _severity, ...rest } = event
  return { ...rest, isotopes: '[]', told: '{}', met: null }
}

describe('corroboration', () => {
  it('caps a single unverified detector at severity 3; a second one nearby upgrades both to their reported level', async () => {
    await tell(here, NOW - 10 * MINUTE_MS)
    await take()
    expect(await severities()).toEqual([3])
    // The same detector cannot corroborate itself.
    await tell(here, NOW - 9 * MINUTE_MS)
    await take()
    expect(await severities()).toEqual([3, 3])
    await tell(near, NOW - 5 * MINUTE_MS, { level: 2 })
    await take()
    expect(await severities()).toEqual([1, 1, 2])
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from mon_nbc_event_step where action = 'corroborate'`.execute(server.db)
    expect(rows[0]?.n).toBe(3)
    await take()
    expect((await events()).map(({ version }) => version)).toEqual([2, 2, 2])
  })

  it.each([
    ['from too far away', () => tell(far, NOW - 5 * MINUTE_MS)],
    ['more than half an hour apart', () => tell(near, NOW - 41 * MINUTE_MS)],
    ['of another type', () => tell(rad, NOW - 5 * MINUTE_MS, { type: 'nbc.rad' })],
  ])('does not come from a detection %s', async (_, other) => {
    await tell(here, NOW - 10 * MINUTE_MS)
    await other()
    await take()
    expect(await severities()).toEqual([3, 3])
  })

  it('does not come from an excluded event', async () => {
    await tell(near, NOW - 12 * MINUTE_MS)
    await take()
    await server.db.updateTable('monNbcEvent').set({ state: 'rejected' }).execute()
    await tell(here, NOW - 10 * MINUTE_MS)
    await take()
    expect(await severities()).toEqual([3, 3])
  })

  it('follows from the confirmation of the alarm of the same message', async () => {
    const alarm = await buildAlarm(server.db, {
      deviceId: here.id,
      deviceNo: here.deviceNo,
      limitText: 'nbc.chem',
      triggerTs: new Date(NOW - 10 * MINUTE_MS),
      corroboration: 'pending',
    })
    await tell(here, NOW - 10 * MINUTE_MS)
    await take()
    expect(await events()).toMatchObject([{ alarmId: alarm, severity: 3 }])
    await server.db.updateTable('monAlarm').set({ corroboration: 'confirmed' }).execute()
    await take()
    expect(await severities()).toEqual([1])
  })
})

describe('alarms on detector measurements', () => {
  const raise = (given: object) =>
    buildAlarm(server.db, {
      deviceId: rad.id,
      deviceNo: rad.deviceNo,
      channelNo: rad.channelNos[0] ?? 0,
      metricCode: 'dose_rate',
      severity: 4,
      severityMax: 4,
      value: 0.21,
      triggerTs: new Date(NOW - 5 * MINUTE_MS),
      raisedTs: new Date(NOW - 5 * MINUTE_MS),
      ...given,
    })

  it('become events, once each, with the value that raised them', async () => {
    const alarmId = await raise({})
    expect(await take()).toBe(1)
    expect(await take()).toBe(0)
    expect(await events()).toMatchObject([
      { source: 'alarm', alarmId, type: 'rad', level: 4, severity: 4, value: 0.21, unit: 'µSv/h' },
    ])
  })

  it('keep their uncapped level, but are at most severity 3 until confirmed', async () => {
    await raise({
      severity: 3,
      severityMax: 3,
      evidence: JSON.stringify({ targetSeverity: 1 }),
      corroboration: 'pending',
    })
    await take()
    expect(await events()).toMatchObject([{ level: 1, severity: 3 }])
  })

  it.each([
    ['drills', { drill: true }],
    ['what was found only later', { historic: true, active: false }],
    ['mere attention', { severity: 5, severityMax: 5 }],
    ['the state of the device', { channelNo: null }],
  ])('are ignored: %s', async (_, given) => {
    await raise(given)
    expect(await take()).toBe(0)
  })
})

it('steps are append-only, even in SQL', async () => {
  await tell(here, NOW - MINUTE_MS)
  await take()
  await expect(sql`update mon_nbc_event_step set note = 'x'`.execute(server.db)).rejects.toThrow(/append-only/)
  await expect(sql`delete from mon_nbc_event_step`.execute(server.db)).rejects.toThrow(/append-only/)
})
