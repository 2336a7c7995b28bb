import type { PermissionCode } from '@natim/contract/permissions'
import { PERMISSION_CODES } from '@natim/contract/permissions'
import { DAY_MS, formatGmt8, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/id.ts'
import type { DataScope } from '../../platform/scope.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { buildRollup, buildSamples } from '../../testing/build-telemetry.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { buildSessionUser, JIANGSU, NATIONAL } from '../../testing/session-users.ts'
import { buildSubject } from '../breath/testing/build-test.ts'
import { createWearables } from './wearable.service.ts'

/** Visibility of a wearer by time of binding, permission and region. */
const NOW_MS = Date.parse('2026-11-21T10:00:30+08:00')
const SINCE_MS = NOW_MS - 2 * DAY_MS
const HEBEI: DataScope = { orgCode: 'A01', regionPrefixes: ['13'] }

let database: OpenDatabase
let wearables: ReturnType<typeof createWearables>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  // Own instance, as logged reads are remembered for ten minutes.
  wearables = createWearables({ db: database.db, now: () => NOW_MS })
  for (const table of ['mon_wearable_binding', 'mon_vital_window', 'mon_sample', 'mon_latest'])
    await sql`delete from ${sql.table(table)}`.execute(database.db)
})

let readers = 0
const reader = (scope = NATIONAL, permissions?: readonly PermissionCode[]) => ({
  user: buildSessionUser(`reader${(readers += 1)}`, scope, permissions),
})
const without = (missing: PermissionCode) => PERMISSION_CODES.filter((code) => code !== missing)

async function buildWearer(given: { unit?: string } = {}) {
  const place = { regionCode: '130100', sysOrgCode: 'A01' }
  const device = await buildDevice(database.db, {
    kind: 'wearable',
    metrics: ['hr', 'rr'],
    status: 'online',
    regionCode: '130100',
  })
  const subject = await buildSubject(database.db)
  const id = newId()
  await database.db
    .insertInto('monWearableBinding')
    .values({
      id,
      deviceId: device.id,
      subjectId: subject.id,
      site: 'wrist',
      unit: given.unit ?? '一区',
      boundFrom: new Date(SINCE_MS),
      ...place,
    })
    .execute()
  return { id, device, subject }
}
const addWindow = (subjectId: string, bindingId: string, tsMs: number, hr: number) =>
  database.db
    .insertInto('monVitalWindow')
    .values({
      subjectId,
      bindingId,
      ts: new Date(tsMs),
      hr,
      hrN: 5,
      spo2Scale: 1,
      points: [0, 0, 0, 0, 0, 0, 0],
      total: 0,
      excluded: false,
    })
    .execute()
const pulseOf = ({ deviceNo, channelNos: [hr = 0] }: BuiltDevice) => ({ deviceNo, channelNo: hr })
const accessLines = () => database.db.selectFrom('monHealthAccess').selectAll().orderBy('id').execute()
const board = (query: object, actor = reader()) =>
  wearables.board(actor, { filter: 'all', pageNo: 1, open: true, ...query })

describe('data from before the binding are excluded', () => {
  it.each([
    ['at its begin', SINCE_MS, null],
    ['just after it', SINCE_MS + 1, 118],
  ])('from the newest value: %s', async (_name, tsMs, value) => {
    const { device } = await buildWearer()
    const late = createWearables({ db: database.db, now: () => SINCE_MS + MINUTE_MS })
    await buildSamples(database.db, pulseOf(device), [[tsMs, 118]])
    const { cards } = await late.board(reader(), { filter: 'all', pageNo: 1, open: true })
    expect(cards[0]?.vitals.hr.value).toBe(value)
  })

  it("from the person's own band", async () => {
    const { device } = await buildWearer()
    const bandOf = async () => (await board({})).cards[0]?.vitals.hr.band
    for (let hour = 0; hour < 47; hour += 1)
      await buildRollup(database.db, 'monR1h', pulseOf(device), { endMs: NOW_MS - hour * HOUR_MS, v: 70, n: 60 })
    await buildRollup(database.db, 'monR1h', pulseOf(device), { endMs: SINCE_MS, v: 200, n: 60 })
    // A band takes 48 hours, and the hour that ends at the beginning of the binding does not count.
    expect(await bandOf()).toBeNull()
    await buildRollup(database.db, 'monR1h', pulseOf(device), { endMs: SINCE_MS + HOUR_MS - 1, v: 70, n: 60 })
    expect(await bandOf()).toEqual({ low: 70, high: 70 })
  })

  it('from alarms, as are drills at any time', async () => {
    const { id, device } = await buildWearer()
    const raise = (title: string, tsMs: number, drill = false) =>
      buildAlarm(database.db, { deviceId: device.id, title, triggerTs: new Date(tsMs), drill })
    await raise('前一位佩戴者', SINCE_MS)
    await raise('演练', NOW_MS - HOUR_MS, true)
    await raise('早', NOW_MS - 2 * HOUR_MS)
    await raise('晚', NOW_MS - HOUR_MS)
    const { alarms } = await wearables.wearer(reader(), { id, open: true })
    expect(alarms.map(({ title }) => title)).toEqual(['晚', '早'])
  })

  it('from the curves of a day and a week', async () => {
    const { id, subject } = await buildWearer()
    for (const tsMs of [SINCE_MS, SINCE_MS + MINUTE_MS, NOW_MS - DAY_MS, NOW_MS - DAY_MS + 1, NOW_MS])
      await addWindow(subject.id, id, tsMs, 70)
    const timesOf = async (hours: 24 | 168) => {
      const { fromMs, windows } = await wearables.timeline(reader(), { id, hours })
      return [fromMs, windows.map(({ tMs }) => tMs)]
    }
    expect(await timesOf(24)).toEqual([NOW_MS - DAY_MS, [NOW_MS - DAY_MS + 1, NOW_MS]])
    const all = [SINCE_MS + MINUTE_MS, NOW_MS - DAY_MS, NOW_MS - DAY_MS + 1, NOW_MS]
    expect(await timesOf(168)).toEqual([SINCE_MS, all])
  })

  it('the day of a unit', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => buildWearer()))
    const [old, today] = [NOW_MS - 3 * DAY_MS, NOW_MS - HOUR_MS]
    for (const { device } of people)
      for (const endMs of [old, today])
        await buildRollup(database.db, 'monR1h', pulseOf(device), { endMs, v: 70, n: 60 })
    const { units } = await wearables.cohort(reader().user, { days: 4 })
    expect(units[0]?.cells.map(({ wearers }) => wearers)).toEqual(['small', 'small', 'small', 5])
  })
})

describe('data that require their own permission', () => {
  it('include alarms and place of the device', async () => {
    const { id, device } = await buildWearer()
    await buildAlarm(database.db, { deviceId: device.id, triggerTs: new Date(NOW_MS - HOUR_MS) })
    await database.db
      .updateTable('monDeviceState')
      .set({ lng: 114.5, lat: 38.04 })
      .where('deviceId', '=', device.deviceNo)
      .execute()
    const seenBy = async (permissions?: readonly PermissionCode[], open = true) => {
      const { alarms, position } = await wearables.wearer(reader(NATIONAL, permissions), { id, open })
      return [alarms.length, position]
    }
    const place = { lng: 114.5, lat: 38.04 }
    expect(await seenBy()).toEqual([1, place])
    expect(await seenBy(without('mon:alarm:view'))).toEqual([0, place])
    expect(await seenBy(without('mon:device:track'))).toEqual([1, null])
    expect(await seenBy(PERMISSION_CODES, false)).toEqual([0, null])
  })

  it('include the subject code in the response to an entry', async () => {
    const { id, subject } = await buildWearer()
    const entry = { id, sbp: 104, dbp: 62, onOxygen: false, consciousness: 'A', spo2Scale: 1 } as const
    const before = (await accessLines()).length
    const masked = await wearables.enter(reader(NATIONAL, without('mon:health:view')), entry)
    expect(masked.subjectCode).toMatch(/\*{4}/)
    expect((await accessLines()).length).toBe(before)
    expect((await wearables.enter(reader(), entry)).subjectCode).toBe(subject.subjectCode)
    expect((await accessLines()).length).toBe(before + 1)
  })
})

describe('a repeated entry of a nurse', () => {
  const ENTRY = { sbp: 104, dbp: 62, onOxygen: false, consciousness: 'A', spo2Scale: 1 } as const
  const rows = async (subjectId: string) =>
    database.db.selectFrom('monVitalEntry').select('sbp').where('subjectId', '=', subjectId).orderBy('madeAt').execute()

  it('is stored once, even when sent concurrently', async () => {
    const { id, subject } = await buildWearer()
    const nurse = reader()
    const cards = await Promise.all(Array.from({ length: 8 }, () => wearables.enter(nurse, { id, ...ENTRY })))
    expect(cards.map(({ subjectCode }) => subjectCode)).toEqual(Array(8).fill(subject.subjectCode))
    expect(await rows(subject.id)).toEqual([{ sbp: 104 }])
  })

  it('is stored again with other values, by another user, or a minute later', async () => {
    const { id, subject } = await buildWearer()
    const nurse = reader()
    const at = (ms: number) => formatGmt8(NOW_MS + ms)
    await wearables.enter(nurse, { id, ...ENTRY, at: at(-MINUTE_MS) })
    await wearables.enter(nurse, { id, ...ENTRY, at: at(-1_000) })
    await wearables.enter(nurse, { id, ...ENTRY })
    expect(await rows(subject.id)).toHaveLength(2)
    await wearables.enter(nurse, { id, ...ENTRY, sbp: 110 })
    await wearables.enter(reader(), { id, ...ENTRY })
    expect((await rows(subject.id)).map(({ sbp }) => sbp)).toEqual([104, 104, 110, 104])
  })
})

describe('an open read', () => {
  it('is logged separately for the board, a wearer and the curve', async () => {
    const { id, subject } = await buildWearer()
    const before = (await accessLines()).length
    const actor = reader()
    for (let twice = 0; twice < 2; twice += 1) {
      await board({}, actor)
      await wearables.wearer(actor, { id, open: true })
      await wearables.timeline(actor, { id, hours: 24 })
      await wearables.hygiene(actor, { open: true })
    }
    const lines = (await accessLines()).slice(before)
    expect(lines.map(({ kind, object }) => `${kind} ${object}`)).toEqual([
      'list wearable',
      'detail wearable',
      'detail wearable_timeline',
      'list wearable_device',
    ])
    for (const line of lines) expect([line.userName, line.subjectIds]).toEqual([actor.user.username, [subject.id]])
    await board({}, reader())
    expect((await accessLines()).length).toBe(before + 5)
  })
})

describe('a reader of another region', () => {
  it('sees no card, wearer, unit or faulty device', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => buildWearer()))
    for (const { device } of people)
      await buildRollup(database.db, 'monR1h', pulseOf(device), { endMs: NOW_MS - HOUR_MS, v: 70, n: 60 })
    const seenBy = async (scope: DataScope) => {
      const actor = reader(scope)
      const { total } = await board({}, actor)
      const { units } = await wearables.cohort(actor.user, { days: 3 })
      return [total, units.length, (await wearables.hygiene(actor, { open: true })).length]
    }
    expect(await seenBy(HEBEI)).toEqual([5, 1, 5])
    expect(await seenBy(JIANGSU)).toEqual([0, 0, 0])
    const id = people[0]?.id ?? ''
    for (const ask of [
      () => wearables.wearer(reader(JIANGSU), { id, open: true }),
      () => wearables.timeline(reader(JIANGSU), { id, hours: 24 }),
      () => wearables.unbind(reader(JIANGSU), { id }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'row.not_found' })
  })
})

describe('the pages of the board', () => {
  it('contain twelve cards, with units and counts over all pages', async () => {
    for (let at = 0; at < 13; at += 1) await buildWearer({ unit: at < 12 ? '一区' : '二区' })
    const pages = await Promise.all([board({ pageNo: 1 }), board({ pageNo: 2 }), board({ pageNo: 3 })])
    expect(pages.map(({ cards }) => cards.length)).toEqual([12, 1, 0])
    const ids = pages.flatMap(({ cards }) => cards.map(({ id }) => id))
    expect(new Set(ids).size).toBe(13)
    const narrowed = await board({ unit: '二区', filter: 'calm' })
    expect(narrowed).toMatchObject({ total: 1, counts: { all: 1, calm: 1 }, units: ['二区', '一区'] })
    expect(await board({ unit: '二区', filter: 'severe' })).toMatchObject({ total: 0, counts: { all: 1, severe: 0 } })
  })

  it('open the requested wearer', async () => {
    const wearers = [await buildWearer(), await buildWearer()]
    for (const { id, subject } of wearers)
      expect((await wearables.wearer(reader(), { id, open: true })).card.subjectCode).toBe(subject.subjectCode)
  })
})

describe('binding', () => {
  const bind = async (device: BuiltDevice, from?: string) => {
    const { subjectCode } = await buildSubject(database.db)
    const form = { clientId: device.clientId, subjectCode, site: 'wrist', unit: '一区', scaleOrder: null } as const
    return wearables.bind(reader(), { ...form, ...(from !== undefined && { from }) })
  }
  const bare = () => buildDevice(database.db, { kind: 'wearable', regionCode: '130100' })

  it.each([
    ['retired', { retiredAt: new Date(NOW_MS) }],
    ['deleted', { delFlag: 1 }],
  ])('refuses a device that was %s', async (_name, change) => {
    const device = await bare()
    await database.db.updateTable('monDevice').set(change).where('id', '=', device.id).execute()
    await expect(bind(device)).rejects.toMatchObject({ code: 'wearable.device' })
  })

  it('accepts a time up to a minute in the future as now', async () => {
    const device = await bare()
    await expect(bind(device, formatGmt8(NOW_MS + MINUTE_MS + 1_000))).rejects.toMatchObject({
      code: 'wearable.future',
    })
    const { id } = await bind(device, formatGmt8(NOW_MS + MINUTE_MS))
    const { boundFrom } = await wearables.wearer(reader(), { id, open: true })
    expect(boundFrom).toBe(formatGmt8(NOW_MS))
  })
})
