import type { StationType } from '@natim/contract/dict'
import { PERMISSION_CODES, type PermissionCode } from '@natim/contract/permissions'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/id.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildRollup } from '../../testing/build-telemetry.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { buildSessionUser, JIANGSU, NATIONAL } from '../../testing/session-users.ts'
import { buildSubject } from '../breath/testing/build-test.ts'
import { createWearables } from './wearable.service.ts'

const NOW_MS = Date.parse('2026-11-21T10:00:00+08:00')
const PLACE = { lng: 114.5, lat: 38.04 }

let database: OpenDatabase
let wearables: ReturnType<typeof createWearables>
let bindingId: string
let wornId: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  wearables = createWearables({ db: database.db, now: () => NOW_MS })
  for (const table of ['mon_wearable_binding', 'mon_r1m', 'mon_baseline'])
    await sql`delete from ${sql.table(table)}`.execute(database.db)
  await database.db.updateTable('monDevice').set({ delFlag: 1 }).execute()
  ;[bindingId, wornId] = await wear(['hr'])
})

async function wear(metrics: readonly string[], sinceMs = NOW_MS - 3 * DAY_MS): Promise<[string, string]> {
  const { db } = database
  const device = await buildDevice(db, { kind: 'wearable', metrics, regionCode: '130100', status: 'online' })
  await db.updateTable('monDeviceState').set(PLACE).where('deviceId', '=', device.deviceNo).execute()
  const subject = await buildSubject(db)
  const id = newId()
  const place = { site: 'wrist', unit: '一区', regionCode: '130100', sysOrgCode: 'A01' }
  await db
    .insertInto('monWearableBinding')
    .values({ id, deviceId: device.id, subjectId: subject.id, boundFrom: new Date(sinceMs), ...place })
    .execute()
  if (metrics.length > 1) await measure(device, metrics.length - 1, 24 * 60, 4)
  return [id, device.id]
}

/** A fixed device `km` north of the wearer. */
async function fix(
  name: string,
  metrics: readonly string[],
  km: number,
  stationType: StationType = 'hospital',
  regionCode = '130100',
) {
  const { db } = database
  const station = await buildStation(db, { regionCode, lng: PLACE.lng, lat: PLACE.lat + km / 111.2 })
  await db.updateTable('monStation').set({ stationType }).where('id', '=', station.id).execute()
  const device = await buildDevice(db, { kind: 'gas', name, metrics, stationId: station.id, regionCode })
  await db.updateTable('monDevice').set({ lng: null, lat: null }).where('id', '=', device.id).execute()
  return device
}

/** Stores the last `count` minutes of one channel, except those of a gap. */
async function measure(
  device: { deviceNo: number; channelNos: readonly number[] },
  channel: number,
  count: number,
  v: number,
  hole: readonly [from: number, to: number] = [0, 0],
) {
  await buildRollup(
    database.db,
    'monR1m',
    { deviceNo: device.deviceNo, channelNo: device.channelNos[channel] ?? 0 },
    { endMs: NOW_MS - 40 * DAY_MS, v, n: 1 },
  )
  await sql`
    insert into mon_r1m (device_id, channel_no, t, n, n_valid, v_avg, v_min, v_max, v_first, v_last, v_sum, v_m2, q_or)
    select ${device.deviceNo}, ${device.channelNos[channel] ?? 0}, ${new Date(NOW_MS)}::timestamptz - back * interval '1 minute',
      1, 1, ${v}, ${v}, ${v}, ${v}, ${v}, ${v}, 0, 0
    from generate_series(0, ${count - 1}::int) as back
    where not (back >= ${hole[0]} and back < ${hole[1]})`.execute(database.db)
}

const setBaseline = ({ deviceNo, channelNos }: { deviceNo: number; channelNos: readonly number[] }, usual: number) =>
  database.db
    .insertInto('monBaseline')
    .values({
      deviceNo,
      channelNo: channelNos[0] ?? 0,
      reckonedAt: new Date(NOW_MS),
      medians: Array<number>(168).fill(usual),
      sigmas: Array<number>(168).fill(0.01),
    })
    .execute()

let readers = 0
const reader = (scope = NATIONAL, permissions: readonly PermissionCode[] = PERMISSION_CODES) => ({
  user: buildSessionUser(`exposed${(readers += 1)}`, scope, permissions),
})
const ask = (open = true, actor = reader()) => wearables.exposure(actor, { id: bindingId, open })

describe("a person's exposure", () => {
  it('is taken from the nearest fixed device, which is named with its distance', async () => {
    const near = await fix('病区辐射仪', ['dose_rate'], 1)
    await fix('远处辐射仪', ['dose_rate'], 3)
    await measure(near, 0, 24 * 60, 0.3, [60, 120])
    await setBaseline(near, 0.1)
    const { dose, toxics, hasPlace } = await ask()
    expect(dose?.source).toMatchObject({ kind: 'fixed', name: '病区辐射仪' })
    expect(dose?.source.distanceKm).toBeCloseTo(1, 1)
    // Twenty-three hours at 0.2 µSv/h above the baseline; the unmeasured hour adds nothing.
    expect(dose?.doseUsv).toBeCloseTo(4.6, 6)
    expect(dose?.gaps).toEqual([{ fromMs: NOW_MS - 2 * HOUR_MS, toMs: NOW_MS - HOUR_MS }])
    expect([toxics, hasPlace]).toEqual([null, true])
  })

  it('is taken from worn devices first', async () => {
    const fixed = await fix('病区气体仪', ['cl2'], 0.1)
    await measure(fixed, 0, 24 * 60, 9)
    ;[bindingId] = await wear(['hr', 'cl2'])
    const { toxics } = await ask()
    expect(toxics?.source).toMatchObject({ kind: 'own', distanceKm: null })
    expect(toxics?.substances).toMatchObject([{ metricCode: 'cl2', long: 4, longCover: 1, short: 4, gapMinutes: 0 }])
  })

  it('has 8-hour and 15-minute means of every toxic channel, and none from insufficient data', async () => {
    const gas = await fix('气体仪', ['cl2', 'nh3', 'dose_rate'], 2)
    await measure(gas, 0, 24 * 60, 0.4)
    await measure(gas, 1, 10, 7)
    const { toxics } = await ask()
    expect(toxics?.substances.map(({ metricCode, long, short }) => [metricCode, long, short])).toEqual([
      ['cl2', expect.closeTo(0.4, 6), expect.closeTo(0.4, 6)],
      ['nh3', null, null],
    ])
    expect(toxics?.substances[1]?.gapMinutes).toBe(24 * 60 - 10)
  })

  it('is not taken from devices that are far away, mobile, or outside of the scope', async () => {
    await fix('远', ['cl2'], 6)
    await fix('车', ['cl2'], 0.2, 'mobile')
    const other = await fix('外地', ['cl2'], 0.3, 'hospital', '320500')
    await measure(other, 0, 100, 1)
    const hebei = { orgCode: 'A01', regionPrefixes: ['13'] }
    expect((await ask(true, reader(hebei))).toxics).toBeNull()
    expect((await ask()).toxics?.source.name).toBe('外地')
    await expect(ask(true, reader(JIANGSU))).rejects.toMatchObject({ code: 'row.not_found' })
  })

  it('starts at the binding, and is empty without a baseline or a place', async () => {
    const rad = await fix('辐射仪', ['dose_rate'], 1)
    await measure(rad, 0, 24 * 60, 0.3)
    expect((await ask()).dose).toMatchObject({ doseUsv: null })
    await setBaseline(rad, 0.1)
    ;[bindingId, wornId] = await wear(['hr'], NOW_MS - HOUR_MS)
    const late = await ask()
    expect([late.fromMs, late.dose?.doseUsv]).toEqual([NOW_MS - HOUR_MS, expect.closeTo(0.2, 6)])
    await sql`update mon_device_state set lng = null, lat = null`.execute(database.db)
    await database.db.updateTable('monDevice').set({ lng: null, lat: null }).where('id', '=', wornId).execute()
    expect(await ask()).toMatchObject({ hasPlace: false, dose: null, toxics: null })
  })

  it('shows figures only to a masked reader, without device, distance or instant; an open read is logged', async () => {
    const gas = await fix('气体仪', ['cl2', 'dose_rate'], 2)
    await measure(gas, 0, 24 * 60, 0.4, [60, 120])
    const masked = await ask(false)
    expect(masked).toMatchObject({ fromMs: null, toMs: null, dose: { gaps: [] } })
    expect(masked.toxics).toMatchObject({
      source: { kind: 'fixed', name: null, distanceKm: null },
      substances: [{ short: expect.closeTo(0.4, 6), shortMs: null, gapMinutes: 60, gaps: [] }],
    })
    const lines = () =>
      database.db.selectFrom('monHealthAccess').select('id').where('object', '=', 'wearable_exposure').execute()
    const before = (await lines()).length
    await ask(false)
    expect((await lines()).length).toBe(before)
    expect((await ask()).toxics?.substances[0]).toMatchObject({ gaps: [{ toMs: NOW_MS - HOUR_MS }] })
    expect((await lines()).length).toBe(before + 1)
    const closed = reader(
      NATIONAL,
      PERMISSION_CODES.filter((code) => code !== 'mon:health:view'),
    )
    await expect(ask(true, closed)).rejects.toMatchObject({ code: 'health.open_refused' })
  })
})

describe('the source device', () => {
  const cl2At = async (
    name: string,
    km: number,
    given: { kind?: 'wearable' | 'gas'; metrics?: readonly string[] } = {},
  ) => {
    const device = await fix(name, given.metrics ?? ['cl2'], km)
    if (given.kind)
      await database.db.updateTable('monDevice').set({ kind: given.kind }).where('id', '=', device.id).execute()
    await measure(device, 0, 24 * 60, km)
    return device
  }
  const nameOf = async () => (await ask()).toxics?.source.name
  const set = (id: string, values: object) =>
    database.db.updateTable('monDevice').set(values).where('id', '=', id).execute()

  it.each<[string, (device: { id: string }) => Promise<unknown>]>([
    ['what is out of service', ({ id }) => set(id, { retiredAt: new Date(NOW_MS - DAY_MS) })],
    ['what somebody else wears', ({ id }) => set(id, { kind: 'wearable' })],
    ['what was removed', ({ id }) => set(id, { delFlag: 1 })],
    [
      'a channel that was removed',
      ({ id }) => database.db.updateTable('monChannel').set({ delFlag: 1 }).where('deviceId', '=', id).execute(),
    ],
    ['what hangs at no station', ({ id }) => set(id, { stationId: null })],
  ])('is not %s, however near', async (_name, spoil) => {
    await cl2At('次近', 3)
    const nearest = await cl2At('最近', 1)
    expect(await nameOf()).toBe('最近')
    await spoil(nearest)
    expect(await nameOf()).toBe('次近')
  })

  it("is located by its own place before its station's", async () => {
    await cl2At('站上', 2)
    const moved = await cl2At('自有坐标', 4.5)
    await set(moved.id, { lng: PLACE.lng, lat: PLACE.lat + 0.5 / 111.2 })
    const { toxics } = await ask()
    expect(toxics?.source.name).toBe('自有坐标')
    expect(toxics?.source.distanceKm).toBeCloseTo(0.5, 1)
    await set(moved.id, { lng: PLACE.lng, lat: PLACE.lat + 40 / 111.2 })
    expect(await nameOf()).toBe('站上')
  })

  it.each([
    [4.9, '边上'],
    [5.2, undefined],
  ])('is at most five kilometres away: %s km', async (km, name) => {
    await cl2At('边上', km)
    expect(await nameOf()).toBe(name)
  })

  it('is the nearest one, separately for radiation and gases', async () => {
    await cl2At('气体仪', 1)
    const rad = await fix('辐射仪', ['dose_rate'], 3)
    await measure(rad, 0, 24 * 60, 0.1)
    const { dose, toxics } = await ask()
    expect([dose?.source.name, toxics?.source.name]).toEqual(['辐射仪', '气体仪'])
  })

  it('is searched around the last reported place, else the registered one', async () => {
    await cl2At('此处', 1)
    await set(wornId, { lng: PLACE.lng, lat: PLACE.lat + 2 })
    expect(await nameOf()).toBe('此处')
    await sql`update mon_device_state set lng = null, lat = null`.execute(database.db)
    expect(await ask()).toMatchObject({ hasPlace: true, toxics: null })
    await set(wornId, PLACE)
    expect(await nameOf()).toBe('此处')
  })
})

describe('the exposure period', () => {
  it('is not available after the binding has ended', async () => {
    const gas = await fix('气体仪', ['cl2'], 1)
    await measure(gas, 0, 3 * 24 * 60, 2)
    const end = (boundTo: Date | null) =>
      database.db.updateTable('monWearableBinding').set({ boundTo }).where('id', '=', bindingId).execute()
    expect((await ask()).toxics?.substances).toHaveLength(1)
    await end(new Date(NOW_MS - DAY_MS))
    await expect(ask()).rejects.toMatchObject({ code: 'row.not_found' })
  })

  it('is at most one day, without earlier samples', async () => {
    const gas = await fix('气体仪', ['cl2'], 1)
    await measure(gas, 0, 60, 3)
    const { fromMs, toMs, toxics } = await ask()
    expect([toMs, fromMs]).toEqual([NOW_MS, NOW_MS - DAY_MS])
    expect(toxics?.substances[0]).toMatchObject({ short: 3, shortMs: expect.any(Number), gapMinutes: 24 * 60 - 60 })
    expect(toxics?.substances[0]?.gaps).toEqual([{ fromMs: NOW_MS - DAY_MS, toMs: NOW_MS - HOUR_MS }])
  })
})
