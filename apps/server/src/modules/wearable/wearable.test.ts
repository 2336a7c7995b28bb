import { QUALITY } from '@natim/domain/quality'
import type { AgeBand } from '@natim/domain/subject'
import { DAY_MS, formatGmt8, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { buildRollup, buildSamples } from '../../testing/build-telemetry.ts'
import { newSubjectCode } from '../subject/index.ts'
import { runVitals } from './vital-worker.ts'

const NOW_MS = Date.parse('2026-11-21T10:00:30+08:00')
/** End of the newest window computed at NOW. */
const LAST_MS = Date.parse('2026-11-21T10:00:00+08:00')
const clock = createManualClock(NOW_MS)
const METRICS = ['hr', 'spo2', 'rr', 'temp_core', 'temp_skin'] as const

let server: TestApp
let officer: string
let analyst: string
let southern: string

beforeAll(async () => {
  server = await buildTestApp({ clock })
  await server.addUser('officer', { roles: ['health_officer'], regionPrefixes: ['32', '13'] })
  await server.addUser('analyst', { roles: ['analyst'], regionPrefixes: ['*'] })
  await server.addUser('southern', { roles: ['health_officer'], regionPrefixes: ['44'] })
  officer = await server.signIn('officer')
  analyst = await server.signIn('analyst')
  southern = await server.signIn('southern')
})
afterAll(() => server.close())
beforeEach(async () => {
  clock.advance(NOW_MS - clock.now())
  for (const table of ['mon_wearable_binding', 'mon_vital_window', 'mon_vital_turn', 'mon_device_event', 'mon_sample'])
    await sql`delete from ${sql.table(table)}`.execute(server.db)
})

const get = async (path: string, token = officer) => (await server.call('GET', path, { token })).body
const post = async (path: string, body: object, token = officer) =>
  (await server.call('POST', path, { token, body })).body

async function buildSubject(given: { ageBand?: AgeBand; pregnant?: boolean } = {}) {
  const id = newId()
  const subjectCode = newSubjectCode()
  await server.db
    .insertInto('monSubject')
    .values({ id, subjectCode, ageBand: '60-74', regionCode: '320500', sysOrgCode: 'A01', ...given })
    .execute()
  return { id, subjectCode }
}

interface Wearer {
  readonly id: string
  readonly subject: { readonly id: string; readonly subjectCode: string }
  readonly device: BuiltDevice
}

async function buildWearer(
  given: {
    unit?: string
    sinceMs?: number
    toMs?: number
    ageBand?: AgeBand
    pregnant?: boolean
    scaleOrder?: string
  } = {},
): Promise<Wearer> {
  const { unit = '发热病区', sinceMs = NOW_MS - 20 * DAY_MS, toMs, scaleOrder, ...person } = given
  const device = await buildDevice(server.db, { kind: 'wearable', metrics: METRICS, status: 'online' })
  const subject = await buildSubject(person)
  const id = newId()
  await server.db
    .insertInto('monWearableBinding')
    .values({
      id,
      deviceId: device.id,
      subjectId: subject.id,
      site: 'wrist',
      unit,
      scaleOrder: scaleOrder ?? null,
      boundFrom: new Date(sinceMs),
      boundTo: toMs === undefined ? null : new Date(toMs),
      regionCode: '320500',
      sysOrgCode: 'A01',
    })
    .execute()
  return { id, subject, device }
}

type Values = Partial<Record<(typeof METRICS)[number], number>>
const WELL: Values = { hr: 70, spo2: 98, rr: 16, temp_core: 36.8 }
const ILL: Values = { hr: 118, spo2: 93, rr: 22, temp_core: 38.6 }

/** Stores one sample per metric at an instant. */
async function measure({ device }: Pick<Wearer, 'device'>, atMs: number, values: Values, q = 0) {
  for (const [index, metric] of METRICS.entries()) {
    const value = values[metric]
    if (value === undefined) continue
    await buildSamples(server.db, { deviceNo: device.deviceNo, channelNo: device.channelNos[index] ?? 0 }, [
      [atMs, value, q],
    ])
  }
}

async function reckon(nowMs = NOW_MS) {
  while (await runVitals(server.db, nowMs));
}

async function windowAt({ subject }: Wearer, endMs: number) {
  return await server.db
    .selectFrom('monVitalWindow')
    .selectAll()
    .where('subjectId', '=', subject.id)
    .where('ts', '=', new Date(endMs))
    .executeTakeFirst()
}

const events = async () =>
  (
    await sql<{ type: string; level: number; ts: Date; data: unknown }>`
    select type, level, ts, data from mon_device_event order by ts, level desc`.execute(server.db)
  ).rows

describe('windows of vital signs', () => {
  it('hold the median of the valid samples of (end − 5 min, end]', async () => {
    const wearer = await buildWearer()
    await measure(wearer, LAST_MS - 5 * MINUTE_MS, { hr: 200 })
    await measure(wearer, LAST_MS - 4 * MINUTE_MS, { hr: 60 })
    await measure(wearer, LAST_MS - 3 * MINUTE_MS, { hr: 70 })
    await measure(wearer, LAST_MS - 2 * MINUTE_MS, { hr: 220 }, QUALITY.jump)
    await measure(wearer, LAST_MS - MINUTE_MS, { hr: 72 }, QUALITY.jump | QUALITY.manuallyValid)
    await measure(wearer, LAST_MS, { hr: 90 })
    await reckon()
    expect(await windowAt(wearer, LAST_MS)).toMatchObject({ hr: 71, hrN: 4, spo2: null, total: 0, severity: null })
    expect(await windowAt(wearer, LAST_MS - 5 * MINUTE_MS)).toMatchObject({ hr: 200, hrN: 1 })
  })

  it('score known values, list unknown ones, and never use skin for body temperature', async () => {
    const wearer = await buildWearer()
    await measure(wearer, LAST_MS, { ...ILL, temp_skin: 34.1 })
    await reckon()
    expect(await windowAt(wearer, LAST_MS)).toMatchObject({
      total: 7,
      severity: 2,
      points: [2, 2, null, null, 2, null, 1],
      skin: 34.1,
    })
    const other = await buildWearer()
    await measure(other, LAST_MS, { temp_skin: 40 })
    await reckon(NOW_MS + 5 * MINUTE_MS)
    expect(await windowAt(other, LAST_MS)).toMatchObject({ temp: null, total: 0, severity: null })
  })

  it('belong to the wearer at the time, and to nobody outside of a binding', async () => {
    const device = await buildDevice(server.db, { kind: 'wearable', metrics: METRICS, status: 'online' })
    const bind = async (fromMs: number, toMs: number | null) => {
      const subject = await buildSubject()
      await server.db
        .insertInto('monWearableBinding')
        .values({
          id: newId(),
          deviceId: device.id,
          subjectId: subject.id,
          site: 'wrist',
          unit: '一',
          boundFrom: new Date(fromMs),
          boundTo: toMs === null ? null : new Date(toMs),
          regionCode: '320500',
          sysOrgCode: 'A01',
        })
        .execute()
      return { id: '', subject, device }
    }
    const first = await bind(LAST_MS - 40 * MINUTE_MS, LAST_MS - 20 * MINUTE_MS)
    const second = await bind(LAST_MS - 12 * MINUTE_MS, null)
    for (const minutes of [45, 35, 21, 19, 16, 13, 11, 6, 1])
      await measure({ device }, LAST_MS - minutes * MINUTE_MS, { hr: 100 + minutes })
    await reckon()
    const heldBy = async ({ subject }: Wearer) =>
      (
        await server.db
          .selectFrom('monVitalWindow')
          .select(['hr'])
          .where('subjectId', '=', subject.id)
          .where('hr', 'is not', null)
          .orderBy('ts')
          .execute()
      ).map(({ hr }) => hr)
    expect(await heldBy(first)).toEqual([135, 121])
    expect(await heldBy(second)).toEqual([111, 106, 101])
  })

  it('are recomputed when samples arrive minutes late, once by two concurrent workers', async () => {
    const wearer = await buildWearer()
    await measure(wearer, LAST_MS, WELL)
    await Promise.all([1, 2, 3, 4].map(() => runVitals(server.db, NOW_MS)))
    await reckon()
    expect(await windowAt(wearer, LAST_MS - 5 * MINUTE_MS)).toMatchObject({ hr: null, hrN: 0 })
    await measure(wearer, LAST_MS - 5 * MINUTE_MS, { hr: 88 })
    await reckon(NOW_MS + 5 * MINUTE_MS)
    expect(await windowAt(wearer, LAST_MS - 5 * MINUTE_MS)).toMatchObject({ hr: 88, hrN: 1 })
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from mon_vital_window`.execute(server.db)
    expect(rows[0]?.n).toBe(24 * 12 + 2 + 1)
  })

  it('are rescored within one pass when samples are declared invalid, and when that is undone', async () => {
    const wearer = await buildWearer()
    const [atMs, [pulse = 0]] = [LAST_MS - 3 * HOUR_MS, wearer.device.channelNos]
    await measure(wearer, atMs, ILL)
    await measure(wearer, LAST_MS + 20_000, ILL)
    await reckon()
    expect(await windowAt(wearer, atMs)).toMatchObject({ hr: 118, total: 7 })
    await server.addUser('reviewer', { roles: ['nat_admin'], regionPrefixes: ['*'] })
    const reviewer = await server.signIn('reviewer')
    const span = { channelNos: [pulse], from: atMs - MINUTE_MS, to: NOW_MS }
    const made = await post('/mon/ts/invalidate', { ...span, reason: 'interference', note: '运动伪差' }, reviewer)
    expect(made.result).toMatchObject({ n: 2 })
    await reckon()
    expect(await windowAt(wearer, atMs)).toMatchObject({ hr: null, hrN: 0, total: 5 })
    // Its last samples have not arrived yet.
    expect(await windowAt(wearer, LAST_MS + 5 * MINUTE_MS)).toBeUndefined()
    expect(await events()).toEqual([])
    await post('/mon/ts/undoMark', { batchId: made.result.batchId }, reviewer)
    await reckon()
    expect(await windowAt(wearer, atMs)).toMatchObject({ hr: 118, total: 7 })
  })

  it('are not scored for persons under 16 or pregnant', async () => {
    for (const person of [{ ageBand: '12-17' as const }, { pregnant: true }]) {
      const wearer = await buildWearer(person)
      await measure(wearer, LAST_MS, ILL)
      await sql`delete from mon_vital_turn`.execute(server.db)
      await reckon()
      expect(await windowAt(wearer, LAST_MS)).toMatchObject({ excluded: true, severity: null, total: 0, hr: 118 })
    }
    expect(await events()).toEqual([])
  })

  it('report a rising score to rules: once, again when it gets worse, and nothing from long ago', async () => {
    const wearer = await buildWearer()
    const at = (minutes: number) => LAST_MS + minutes * MINUTE_MS
    await measure(wearer, LAST_MS - 2 * HOUR_MS, ILL)
    await reckon()
    expect(await events()).toEqual([])
    await measure(wearer, at(5), { ...WELL, rr: 25 })
    await reckon(NOW_MS + 5 * MINUTE_MS)
    await measure(wearer, at(10), { ...WELL, rr: 26 })
    await reckon(NOW_MS + 10 * MINUTE_MS)
    expect(await events()).toMatchObject([
      { type: 'vital.news2', level: 3, ts: new Date(at(5)), data: { score: 3, known: '4/7', single: '呼吸频率' } },
    ])
    await measure(wearer, at(15), ILL)
    await reckon(NOW_MS + 15 * MINUTE_MS)
    await measure(wearer, at(20), { ...WELL, rr: 25 })
    await reckon(NOW_MS + 20 * MINUTE_MS)
    expect((await events()).map(({ level }) => level)).toEqual([3, 2])
  })
})

describe('a worker after downtime', () => {
  it('computes at most the last day, one hour at a time, and resumes where it stopped', async () => {
    const wearer = await buildWearer()
    await measure(wearer, LAST_MS - 25 * HOUR_MS, WELL)
    await measure(wearer, LAST_MS - 23 * HOUR_MS, WELL)
    let turns = 0
    while (await runVitals(server.db, NOW_MS)) turns++
    expect(turns).toBe(23)
    expect(await windowAt(wearer, LAST_MS - 23 * HOUR_MS)).toMatchObject({ hr: 70 })
    expect(await windowAt(wearer, LAST_MS - 25 * HOUR_MS)).toBeUndefined()
    // Three days later: the gap is in the curves, and scores of that time are of no use.
    const laterMs = NOW_MS + 3 * DAY_MS
    await measure(wearer, LAST_MS + DAY_MS, WELL)
    await measure(wearer, LAST_MS + 3 * DAY_MS, WELL)
    await reckon(laterMs)
    expect(await windowAt(wearer, LAST_MS + DAY_MS)).toBeUndefined()
    expect(await windowAt(wearer, LAST_MS + 3 * DAY_MS)).toMatchObject({ hr: 70 })
    expect(await runVitals(server.db, laterMs)).toBe(false)
  })

  it('computes no window before its last samples have arrived', async () => {
    const wearer = await buildWearer()
    await measure(wearer, LAST_MS, WELL)
    await reckon(LAST_MS + 19_000)
    expect(await windowAt(wearer, LAST_MS)).toBeUndefined()
    await reckon(LAST_MS + 20_000)
    expect(await windowAt(wearer, LAST_MS)).toMatchObject({ hr: 70, severity: null })
  })

  it('waits while another worker holds the turn, and takes it over when that one dies', async () => {
    const wearer = await buildWearer()
    await measure(wearer, LAST_MS, WELL)
    await reckon(NOW_MS - 5 * MINUTE_MS)
    await server.db
      .transaction()
      .execute(async (trx) => {
        await sql`select done_to from mon_vital_turn for update`.execute(trx)
        expect(await runVitals(server.db, NOW_MS)).toBe(false)
        throw new Error('killed')
      })
      .catch(() => undefined)
    expect(await windowAt(wearer, LAST_MS)).toBeUndefined()
    await reckon()
    expect(await windowAt(wearer, LAST_MS)).toMatchObject({ hr: 70 })
  })
})

describe("a nurse's entry", () => {
  const ENTRY = { sbp: 104, dbp: 62, onOxygen: false, consciousness: 'A' }
  const enter = (id: string, given: object = {}) => post('/mon/wearable/enter', { id, ...ENTRY, ...given })

  it('completes the score at once and for 15 minutes', async () => {
    const wearer = await buildWearer()
    await measure(wearer, LAST_MS, ILL)
    await reckon()
    const { result, success } = await enter(wearer.id)
    expect(success).toBe(true)
    expect(result.score).toMatchObject({ total: 8, points: [2, 2, 0, 1, 2, 0, 1], severity: 2 })
    for (const minutes of [10, 20]) await measure(wearer, LAST_MS + minutes * MINUTE_MS, ILL)
    await reckon(NOW_MS + 25 * MINUTE_MS)
    expect(await windowAt(wearer, LAST_MS + 10 * MINUTE_MS)).toMatchObject({ total: 8, sbp: 104 })
    expect(await windowAt(wearer, LAST_MS + 20 * MINUTE_MS)).toMatchObject({ total: 7, sbp: null })
    const { result: detail } = await get(`/mon/wearable/wearer?id=${wearer.id}&open=true`)
    expect(detail.entries).toMatchObject([{ ...ENTRY, spo2Scale: 1 }])
    await expect(sql`update mon_vital_entry set sbp = 120`.execute(server.db)).rejects.toThrow()
  })

  it('uses scale 2 only when ordered, and is refused for the future, the distant past, or when incomplete', async () => {
    const wearer = await buildWearer()
    const ordered = await buildWearer({ scaleOrder: 'YZ-1' })
    await measure(ordered, LAST_MS, { ...WELL, spo2: 90 })
    await reckon()
    const messageOf = async (given: object) => (await enter(wearer.id, given)).message
    expect(await messageOf({ spo2Scale: 2 })).toBe('SpO₂ 标度 2 须有医嘱！')
    expect(await messageOf({ at: formatGmt8(NOW_MS + 2 * MINUTE_MS) })).toBe('时间不能晚于现在！')
    expect(await messageOf({ at: formatGmt8(NOW_MS - 16 * MINUTE_MS) })).toBe('只能补录 15 分钟以内的测量！')
    expect(await messageOf({ dbp: 104 })).toContain('舒张压应低于收缩压')
    expect(await messageOf({ consciousness: undefined })).toContain('请选择意识状态')
    expect(
      (await server.db.selectFrom('monVitalEntry').selectAll().where('subjectId', '=', wearer.subject.id).execute())
        .length,
    ).toBe(0)
    expect((await enter(ordered.id, { spo2Scale: 2 })).result.score.points[1]).toBe(0)
  })

  it('is refused for persons of another region and for ended bindings', async () => {
    const wearer = await buildWearer()
    expect((await post('/mon/wearable/enter', { id: wearer.id, ...ENTRY }, southern)).message).toBe('未找到对应数据')
    await post('/mon/wearable/unbind', { id: wearer.id })
    expect((await enter(wearer.id)).message).toBe('未找到对应数据')
  })
})

describe('bindings', () => {
  const form = (device: BuiltDevice, subjectCode: string, given: object = {}) => ({
    clientId: device.clientId,
    subjectCode,
    site: 'wrist',
    unit: '留观 A 区',
    ...given,
  })
  const bare = () => buildDevice(server.db, { kind: 'wearable', metrics: METRICS, status: 'online' })

  it('never overlap: of eight concurrent ones one is made, for a device and for a person', async () => {
    const device = await bare()
    const people = await Promise.all(Array.from({ length: 8 }, () => buildSubject()))
    const ofDevice = await Promise.all(
      people.map(({ subjectCode }) => post('/mon/wearable/bind', form(device, subjectCode))),
    )
    expect(ofDevice.filter(({ success }) => success)).toHaveLength(1)
    expect(ofDevice.find(({ success }) => !success)?.message).toBe('该设备在该时段已有绑定，请先解除！')
    const person = await buildSubject()
    const devices = await Promise.all(Array.from({ length: 8 }, bare))
    const ofPerson = await Promise.all(devices.map((one) => post('/mon/wearable/bind', form(one, person.subjectCode))))
    expect(ofPerson.filter(({ success }) => success)).toHaveLength(1)
    expect(ofPerson.find(({ success }) => !success)?.message).toBe('该受试者在该时段已有绑定，请先解除！')
  })

  it('that begin in the past have their scores at once, and report nothing', async () => {
    const device = await bare()
    const person = await buildSubject()
    await reckon()
    await measure({ device }, LAST_MS - 30 * MINUTE_MS, ILL)
    await measure({ device }, LAST_MS - 90 * MINUTE_MS, ILL)
    const from = formatGmt8(NOW_MS - HOUR_MS)
    const { result } = await post('/mon/wearable/bind', form(device, person.subjectCode, { from }))
    const wearer = { id: result.id, subject: person, device }
    expect(await windowAt(wearer, LAST_MS - 30 * MINUTE_MS)).toMatchObject({ hr: 118, total: 7 })
    expect(await windowAt(wearer, LAST_MS)).toMatchObject({ hrN: 0 })
    expect(await windowAt(wearer, LAST_MS - 90 * MINUTE_MS)).toBeUndefined()
    expect(await events()).toEqual([])
  })

  it('that begin in the past do not suppress the report of a current illness', async () => {
    const device = await bare()
    const person = await buildSubject()
    await reckon()
    for (let minutes = -40; minutes <= 5; minutes += 5) await measure({ device }, LAST_MS + minutes * MINUTE_MS, ILL)
    await post('/mon/wearable/bind', form(device, person.subjectCode, { from: formatGmt8(NOW_MS - HOUR_MS) }))
    await reckon(NOW_MS + 5 * MINUTE_MS)
    expect((await events()).map(({ level }) => level)).toEqual([2])
  })

  it('made during a computation miss no window', async () => {
    await reckon()
    await reckon(NOW_MS + 5 * MINUTE_MS)
    const wearer = await buildWearer()
    await reckon(NOW_MS + 10 * MINUTE_MS)
    expect(await windowAt(wearer, LAST_MS + 5 * MINUTE_MS)).toMatchObject({ hrN: 0 })
  })

  it('that ended in the past give their person no windows of the next wearer', async () => {
    const device = await bare()
    const [first, second] = [await buildSubject(), await buildSubject()]
    const from = formatGmt8(NOW_MS - HOUR_MS)
    const { result } = await post('/mon/wearable/bind', form(device, first.subjectCode, { from }))
    await measure({ device }, LAST_MS - 20 * MINUTE_MS, WELL)
    await measure({ device }, LAST_MS - 10 * MINUTE_MS, ILL)
    await reckon()
    const end = formatGmt8(LAST_MS - 15 * MINUTE_MS)
    await post('/mon/wearable/unbind', { id: result.id, to: end })
    await post('/mon/wearable/bind', form(device, second.subjectCode, { from: end }))
    const [former, present] = [first, second].map((subject) => ({ id: '', subject, device }))
    expect(await windowAt(former!, LAST_MS - 20 * MINUTE_MS)).toMatchObject({ hr: 70 })
    expect(await windowAt(former!, LAST_MS - 15 * MINUTE_MS)).toBeDefined()
    expect(await windowAt(former!, LAST_MS - 10 * MINUTE_MS)).toBeUndefined()
    expect(await windowAt(present!, LAST_MS - 10 * MINUTE_MS)).toMatchObject({ hr: 118 })
    expect(await windowAt(present!, LAST_MS - 20 * MINUTE_MS)).toBeUndefined()
  })

  it('can begin only after the previous one has ended', async () => {
    const device = await bare()
    const [first, second] = [await buildSubject(), await buildSubject()]
    const { result } = await post(
      '/mon/wearable/bind',
      form(device, first.subjectCode, { from: formatGmt8(NOW_MS - HOUR_MS) }),
    )
    const end = formatGmt8(NOW_MS - 10 * MINUTE_MS)
    expect((await post('/mon/wearable/unbind', { id: result.id, to: formatGmt8(NOW_MS - 2 * HOUR_MS) })).message).toBe(
      '结束时间必须晚于开始时间！',
    )
    expect((await post('/mon/wearable/unbind', { id: result.id, to: end })).success).toBe(true)
    expect((await post('/mon/wearable/unbind', { id: result.id })).message).toBe('未找到对应数据')
    const early = form(device, second.subjectCode, { from: formatGmt8(NOW_MS - 11 * MINUTE_MS) })
    expect((await post('/mon/wearable/bind', early)).message).toBe('该设备在该时段已有绑定，请先解除！')
    expect((await post('/mon/wearable/bind', { ...early, from: end })).success).toBe(true)
  })

  it('accept only wearables and persons of the own region, and no future time', async () => {
    const device = await bare()
    const fixed = await buildDevice(server.db, { kind: 'air' })
    const { subjectCode } = await buildSubject()
    const messageOf = async (body: object, token = officer) => (await post('/mon/wearable/bind', body, token)).message
    expect(await messageOf(form(fixed, subjectCode))).toBe('可穿戴设备不存在、已报废或无权查看')
    expect(await messageOf(form(device, subjectCode), southern)).toBe('可穿戴设备不存在、已报废或无权查看')
    expect(await messageOf(form(device, newSubjectCode()))).toBe('受试者不存在或无权查看')
    expect(await messageOf(form(device, subjectCode, { from: formatGmt8(NOW_MS + HOUR_MS) }))).toBe(
      '时间不能晚于现在！',
    )
    expect(await messageOf(form(device, 'B-123'))).toContain('受试者码应为')
  })

  it('leave no subject code in the operation log', async () => {
    const device = await bare()
    const { subjectCode } = await buildSubject()
    await post('/mon/wearable/bind', form(device, subjectCode))
    const { rows } = await sql<{ text: string }>`select string_agg(l::text, ' ') as text from sys_log l`.execute(
      server.db,
    )
    expect(rows[0]?.text).toContain('绑定可穿戴设备：B-')
    expect(rows[0]?.text).not.toContain(subjectCode)
  })
})

describe('the board', () => {
  it('lists the highest risk first, and counts each filter', async () => {
    const well = await buildWearer({ unit: '医护组' })
    const worst = await buildWearer()
    const raised = await buildWearer()
    const unworn = await buildWearer()
    const silent = await buildWearer()
    await measure(well, LAST_MS, WELL)
    await measure(worst, LAST_MS, ILL)
    await measure(raised, LAST_MS, { ...WELL, rr: 25 })
    await measure(silent, LAST_MS, ILL)
    await sql`update mon_device_state set status = 'offline' where device_id = ${silent.device.deviceNo}`.execute(
      server.db,
    )
    await sql`update mon_device_state set battery_pct = 14 where device_id = ${well.device.deviceNo}`.execute(server.db)
    await reckon()
    const { result } = await get('/mon/wearable/board?open=true')
    const codes = result.cards.map(({ subjectCode }: { subjectCode: string }) => subjectCode)
    expect(codes.slice(0, 3)).toEqual([worst, raised, well].map(({ subject }) => subject.subjectCode))
    expect(result.counts).toEqual({ all: 5, severe: 1, raised: 1, calm: 1, unworn: 1, offline: 1, low: 1 })
    expect(result.units).toEqual(['发热病区', '医护组'])
    const only = async (query: string) =>
      (await get(`/mon/wearable/board?open=true&${query}`)).result.cards.map(({ id }: { id: string }) => id)
    expect(await only('filter=severe')).toEqual([worst.id])
    expect(await only('filter=unworn')).toEqual([unworn.id])
    expect(await only('filter=offline')).toEqual([silent.id])
    expect(await only(`unit=${encodeURIComponent('医护组')}`)).toEqual([well.id])
    expect((await get('/mon/wearable/board', southern)).result.total).toBe(0)
  })

  it("shows the newest value only if recent and valid, and the person's own band of 14 days", async () => {
    const wearer = await buildWearer()
    const [hr = 0] = wearer.device.channelNos
    for (let hour = 1; hour <= 60; hour++)
      await buildRollup(
        server.db,
        'monR1h',
        { deviceNo: wearer.device.deviceNo, channelNo: hr },
        { endMs: LAST_MS - hour * HOUR_MS, v: 60 + (hour % 11), n: 60 },
      )
    await measure(wearer, NOW_MS - MINUTE_MS, { hr: 118, spo2: 40 }, 0)
    await sql`update mon_latest set q = ${QUALITY.stuck} where v = 40`.execute(server.db)
    await measure(wearer, NOW_MS - 31 * MINUTE_MS, { rr: 16 })
    const { result } = await get('/mon/wearable/board?open=true')
    const [card] = result.cards
    expect(card.vitals.hr).toEqual({ value: 118, tsMs: NOW_MS - MINUTE_MS, band: { low: 61, high: 69 } })
    expect(card.vitals.spo2).toMatchObject({ value: null, tsMs: null })
    expect(card.vitals.rr).toMatchObject({ value: null })
  })

  it('[BZ-24.wearable] shows codes, times and devices only to an open read, which is logged and requires its permission', async () => {
    const wearer = await buildWearer()
    await measure(wearer, LAST_MS, WELL)
    await reckon()
    const before =
      (await sql<{ n: number }>`select count(*)::int as n from mon_health_access`.execute(server.db)).rows[0]?.n ?? 0
    const { subjectCode } = wearer.subject
    const secrets = [subjectCode, wearer.device.clientId, String(LAST_MS), String(NOW_MS)]
    for (const path of ['/mon/wearable/board', `/mon/wearable/wearer?id=${wearer.id}`, '/mon/wearable/hygiene']) {
      const { body } = await server.call('GET', path, { token: analyst })
      expect(body.success).toBe(true)
      const { timestamp: _sent, ...said } = body
      for (const secret of secrets) expect(JSON.stringify(said)).not.toContain(secret)
      const open = `${path}${path.includes('?') ? '&' : '?'}open=true`
      expect((await server.call('GET', open, { token: analyst })).status).toBe(403)
      expect((await get(open)).success).toBe(true)
    }
    expect((await server.call('GET', `/mon/wearable/timeline?id=${wearer.id}`, { token: analyst })).status).toBe(403)
    expect((await get(`/mon/wearable/timeline?id=${wearer.id}`)).result.windows.length).toBeGreaterThan(0)
    const after =
      (await sql<{ n: number }>`select count(*)::int as n from mon_health_access`.execute(server.db)).rows[0]?.n ?? 0
    expect(after - before).toBe(4)
  })

  it('logs a self-refreshing board once in ten minutes, and a new person at once', async () => {
    await buildWearer()
    const lines = async () =>
      (await sql<{ subjectIds: string[] }>`select subject_ids from mon_health_access order by id`.execute(server.db))
        .rows
    const before = (await lines()).length
    for (let i = 0; i < 3; i++) await get('/mon/wearable/board?open=true')
    expect(await lines()).toHaveLength(before + 1)
    const other = await buildWearer()
    await get('/mon/wearable/board?open=true')
    expect((await lines()).slice(before).map(({ subjectIds }) => subjectIds.length)).toEqual([1, 1])
    expect((await lines()).at(-1)?.subjectIds).toEqual([other.subject.id])
    clock.advance(10 * MINUTE_MS)
    await get('/mon/wearable/board?open=true')
    expect((await lines()).at(-1)?.subjectIds).toHaveLength(2)
  })

  it('cannot be searched by masked characters', async () => {
    const { subject } = await buildWearer()
    const find = async (q: string, rest = '') => (await get(`/mon/wearable/board?q=${q}${rest}`)).result.total
    expect(await find(subject.subjectCode.slice(6, 10))).toBe(0)
    expect(await find(subject.subjectCode.slice(2, 6))).toBe(1)
    expect(await find(subject.subjectCode.slice(6, 10), '&open=true')).toBe(1)
  })
})

describe('device hygiene', () => {
  it('reports devices not worn for an hour, not heard for two, or with constant values', async () => {
    const fine = await buildWearer()
    const unworn = await buildWearer()
    const flat = await buildWearer()
    const unsynced = await buildWearer()
    const justBound = await buildWearer()
    const nextDevice = await buildWearer()
    for (let minutes = 0; minutes < 120; minutes += 5) {
      await measure(fine, LAST_MS - minutes * MINUTE_MS, { hr: 70 + (minutes % 7) })
      await measure(flat, LAST_MS - minutes * MINUTE_MS, { hr: 70 })
    }
    await measure(unworn, LAST_MS - 61 * MINUTE_MS, { hr: 70 })
    await measure(nextDevice, LAST_MS, { hr: 70 })
    for (const { device } of [fine, unworn, flat, justBound, nextDevice])
      await sql`update mon_device_state set last_sample_ts = ${new Date(NOW_MS)} where device_id = ${device.deviceNo}`.execute(
        server.db,
      )
    await sql`update mon_device_state set last_sample_ts = ${new Date(NOW_MS - 3 * HOUR_MS)} where device_id = ${unsynced.device.deviceNo}`.execute(
      server.db,
    )
    await reckon()
    const bind = (id: string, sinceMs: number) =>
      sql`update mon_wearable_binding set bound_from = ${new Date(NOW_MS - sinceMs)} where id = ${id}`.execute(
        server.db,
      )
    await bind(justBound.id, HOUR_MS)
    // Windows of a previous binding say nothing about the current one.
    await bind(nextDevice.id, 61 * MINUTE_MS)
    await sql`update mon_vital_window set binding_id = ${fine.id} where binding_id = ${nextDevice.id}`.execute(
      server.db,
    )
    const { result } = await get('/mon/wearable/hygiene?open=true')
    const faults = new Map(result.map(({ id, fault }: { id: string; fault: string }) => [id, fault]))
    expect([fine, unworn, flat, unsynced, justBound, nextDevice].map(({ id }) => faults.get(id))).toEqual([
      undefined,
      'unworn',
      'flat',
      'unsynced',
      undefined,
      'unworn',
    ])
  })
})
