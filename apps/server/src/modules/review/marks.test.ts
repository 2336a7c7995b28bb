import { QUALITY } from '@natim/domain/quality'
import { bucketEnd, DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { runRechecks } from '../alarm/history/recheck-worker.ts'
import { buildRule } from '../alarm/testing/rules.ts'
import { drainMarks } from '../rollup/index.ts'
import { openPartitions, storeSamples, type TestSample } from '../rollup/testing/samples.ts'
import { createPartition, partitionAt } from '../sample/index.ts'
import { packDay } from '../sample/pack.service.ts'

const NOW = parseGmt8('2026-11-25 10:00:00') ?? 0
const DAY = '2026-11-20'
const D0 = parseGmt8(`${DAY} 00:00:00`) ?? 0

let server: TestApp
let device: BuiltDevice
let foreign: BuiltDevice
let loose: BuiltDevice
let stationId: string
let reviewer: string
let provincial: string
const [BAD, GOOD] = [QUALITY.manuallyInvalid, QUALITY.manuallyValid]

/** A reproducible pseudo-random number in [0, 1). */
const noise = (i: number) => (((Math.sin(i * 12.9898) * 43_758.5453) % 1) + 1) % 1
const FLAGS = [0, 0, QUALITY.jump, QUALITY.stuck, QUALITY.late, QUALITY.calibration, QUALITY.deviceInvalid, 0]

/** One sample per minute of both channels for six hours, some of them flagged. */
const morning = (): TestSample[] =>
  device.channelNos.flatMap((channelNo, c) =>
    Array.from({ length: 360 }, (_, i) => ({
      deviceNo: device.deviceNo,
      channelNo,
      ts: D0 + (i + 1) * MINUTE_MS,
      v: Math.round(noise(i + 999 * c) * 1_000) / 10,
      q: FLAGS[Math.floor(noise(i * 3 + c) * 8)] ?? 0,
    })),
  )

/** All samples and what is derived from them, as text: equal text = equal bytes. */
async function everything(): Promise<string[]> {
  const lines: string[] = []
  for (const table of ['mon_samples', 'mon_r1m', 'mon_r1h', 'mon_r1d', 'mon_latest']) {
    const key = table === 'mon_samples' || table === 'mon_latest' ? 'ts' : 't'
    const hidden = table === 'mon_samples' ? `- 'part_from' - 'part_to'` : ''
    const { rows } = await server.pool.query<{ line: string }>(
      `select '${table} ' || (to_jsonb(r) ${hidden})::text as line from ${table} r order by device_id, channel_no, ${key}`,
    )
    lines.push(...rows.map(({ line }) => line))
  }
  return lines
}

const bitsOf = async (fromMs: number, toMs: number, channelNo = device.channelNos[0]) =>
  (
    await server.pool.query<{ bits: number; n: number }>(
      `select q & 1536 as bits, count(*)::int as n from mon_samples
       where channel_no = $1 and ts > $2 and ts <= $3 group by 1 order by 1`,
      [channelNo, new Date(fromMs), new Date(toMs)],
    )
  ).rows.map(({ bits, n }) => [bits, n])

const say = async (call: string, body: object, token = reviewer) =>
  (await server.call('POST', `/mon/ts/${call}`, { token, body })).body
const form = (fromMs: number, toMs: number, given: object = {}) => ({
  channelNos: [device.channelNos[0]],
  from: fromMs,
  to: toMs,
  reason: 'interference',
  note: '路面切割作业',
  ...given,
})

beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(NOW) })
  await openPartitions(server.db)
  for (const ms of [D0, D0 - DAY_MS]) await createPartition(server.pool, partitionAt('mon_sample_pack', ms))
  ;({ id: stationId } = await buildStation(server.db, { name: '江北园区' }))
  device = await buildDevice(server.db, { metrics: ['pm25', 'pm10'], stationId })
  foreign = await buildDevice(server.db, { regionCode: '110000' })
  loose = await buildDevice(server.db)
  await server.addUser('reviewer', { roles: ['nat_admin'] })
  await server.addUser('provincial', { roles: ['nat_admin'], regionPrefixes: ['32'] })
  reviewer = await server.signIn('reviewer')
  provincial = await server.signIn('provincial')
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`truncate mon_sample, mon_sample_pack, mon_pack_touched, mon_r1m, mon_r1h, mon_r1d, mon_dirty, mon_latest,
    mon_sample_mark, mon_review_day, mon_review_log, mon_late_mark`.execute(server.db)
  await storeSamples(server.db, morning())
  await sql`insert into mon_latest (device_id, channel_no, ts, v, q, rx)
    select distinct on (channel_no) device_id, channel_no, ts, v, q, rx from mon_sample order by channel_no, ts desc`.execute(
    server.db,
  )
  await drainMarks(server.db)
})

describe('a decision about samples', () => {
  it('sets the bits in (from, to], keeps the values, and updates rollups and past alarms', async () => {
    const [fromMs, toMs] = [D0 + 2 * HOUR_MS, D0 + 3 * HOUR_MS]
    const before = await everything()
    const made = await say('invalidate', form(fromMs, toMs))
    expect(made.result.n).toBe(60)
    expect(await bitsOf(D0, D0 + 6 * HOUR_MS)).toEqual([
      [0, 300],
      [BAD, 60],
    ])
    await drainMarks(server.db)
    const hour = await server.db
      .selectFrom('monR1h')
      .select(['n', 'nValid', 'nManual'])
      .where('channelNo', '=', device.channelNos[0] ?? 0)
      .where('t', '=', new Date(toMs))
      .executeTakeFirstOrThrow()
    expect(hour).toEqual({ n: 60, nValid: 0, nManual: 60 })
    const day = await server.db
      .selectFrom('monR1d')
      .select(['n', 'nManual', 'vSum'])
      .where('channelNo', '=', device.channelNos[0] ?? 0)
      .executeTakeFirstOrThrow()
    expect([day.n, day.nManual]).toEqual([360, 60])
    const values = (lines: string[]) =>
      lines.filter((line) => line.startsWith('mon_samples')).map((line) => /"v": [^,}]+/.exec(line)?.[0])
    expect(values(await everything())).toEqual(values(before))
    const late = await server.db.selectFrom('monLateMark').select(['cause', 'fromTs', 'toTs', 'seq']).execute()
    expect(late).toEqual([
      { cause: 'manual', fromTs: new Date(fromMs + 1), toTs: new Date(toMs), seq: expect.anything() },
    ])
    expect(Number(late[0]?.seq)).toBeGreaterThan(0)
  })

  it('applies to loaded hours when all their samples are stored', async () => {
    const [channelNo = 0] = device.channelNos
    const hour = () =>
      server.db
        .selectFrom('monR1h')
        .select(['n', 'nValid', 'vSum'])
        .where('channelNo', '=', channelNo)
        .where('t', '=', new Date(D0 + 3 * HOUR_MS))
        .executeTakeFirstOrThrow()
    const stored = await hour()
    await server.db.updateTable('monR1h').set({ isLoaded: true, vSum: 7 }).where('channelNo', '=', channelNo).execute()
    // Storing an unchanged sample triggers a recomputation, which keeps the loaded hour.
    await storeSamples(server.db, morning().slice(120, 121))
    await drainMarks(server.db)
    expect(await hour()).toEqual({ ...stored, vSum: 7 })
    await say('invalidate', form(D0 + 2 * HOUR_MS, D0 + 3 * HOUR_MS))
    await drainMarks(server.db)
    expect(await hour()).toMatchObject({ n: 60, nValid: 0 })
  })

  it('is undone completely, however decisions overlap', async () => {
    const before = await everything()
    for (let seed = 1; seed <= 6; seed++) {
      const batches: string[] = []
      for (let i = 0; i < 5; i++) {
        const fromMs = D0 + Math.floor(noise(seed * 100 + i) * 300) * MINUTE_MS
        const toMs = fromMs + (1 + Math.floor(noise(seed * 200 + i) * 90)) * MINUTE_MS
        const call = noise(seed * 300 + i) > 0.5 ? 'invalidate' : 'validate'
        const made = await say(call, form(fromMs, toMs, { channelNos: device.channelNos }))
        if (made.success) batches.push(made.result.batchId)
      }
      expect(batches.length).toBeGreaterThan(2)
      await drainMarks(server.db)
      expect(await everything()).not.toEqual(before)
      const order = batches.map((id, i) => ({ id, key: noise(seed * 400 + i) })).sort((a, b) => a.key - b.key)
      for (const { id } of order) expect((await say('undoMark', { batchId: id })).success).toBe(true)
      await drainMarks(server.db)
      expect(await everything()).toEqual(before)
    }
  })

  it('leaves later overlapping decisions in force when it is undone', async () => {
    const first = await say('invalidate', form(D0, D0 + 2 * HOUR_MS))
    await say('validate', form(D0 + HOUR_MS, D0 + 3 * HOUR_MS))
    expect(await bitsOf(D0, D0 + 3 * HOUR_MS)).toEqual([
      [BAD, 60],
      [GOOD, 120],
    ])
    await say('undoMark', { batchId: first.result.batchId })
    expect(await bitsOf(D0, D0 + 3 * HOUR_MS)).toEqual([
      [0, 60],
      [GOOD, 120],
    ])
  })

  it('applies to packed days, and undo restores their bytes', async () => {
    const day = partitionAt('mon_sample_pack', D0)
    expect(await sql`select from mon_sample_pack`.execute(server.db).then(({ rows }) => rows.length)).toBe(0)
    const before = await everything()
    // The packer works by partition: the test's default partition stands for the day.
    await packDay(server.db, { ...partitionAt('mon_sample', D0), name: 'mon_sample_test' })
    expect(await sql`select from mon_sample_pack`.execute(server.db).then(({ rows }) => rows.length)).toBeGreaterThan(0)
    expect(day.name).toContain('pack')
    const made = await say('invalidate', form(D0 + HOUR_MS, D0 + 2 * HOUR_MS))
    expect(made.result.n).toBe(60)
    expect(await bitsOf(D0, D0 + 6 * HOUR_MS)).toEqual([
      [0, 300],
      [BAD, 60],
    ])
    await drainMarks(server.db)
    await packDay(server.db, { ...partitionAt('mon_sample', D0), name: 'mon_sample_test' })
    expect(await bitsOf(D0, D0 + 6 * HOUR_MS)).toEqual([
      [0, 300],
      [BAD, 60],
    ])
    await say('undoMark', { batchId: made.result.batchId })
    await drainMarks(server.db)
    expect(await everything()).toEqual(before)
  })

  it('applies to samples that arrive later', async () => {
    const [fromMs, toMs] = [D0 + HOUR_MS, D0 + 2 * HOUR_MS]
    const made = await say('invalidate', form(fromMs, toMs))
    await drainMarks(server.db)
    const channelNo = device.channelNos[0] ?? 0
    const late = { deviceNo: device.deviceNo, channelNo, v: 900, q: QUALITY.late }
    await storeSamples(server.db, [
      { ...late, ts: fromMs },
      { ...late, ts: fromMs + 30_000 },
      { ...late, ts: toMs + 30_000 },
    ])
    await drainMarks(server.db)
    expect(await bitsOf(fromMs, fromMs + MINUTE_MS)).toEqual([[BAD, 2]])
    expect(await bitsOf(toMs, toMs + MINUTE_MS)).toEqual([[0, 2]])
    const row = await server.db
      .selectFrom('monR1h')
      .select(['n', 'nValid'])
      .where('channelNo', '=', channelNo)
      .where('t', '=', new Date(toMs))
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ n: 61, nValid: 0 })
    await say('undoMark', { batchId: made.result.batchId })
    expect(await bitsOf(fromMs, toMs)).toEqual([[0, 61]])
  })

  it('triggers a recheck of the past: a missed alarm is raised as ended', async () => {
    await buildRule(server.db, {
      branches: [{ type: 'threshold', severity: 2, op: '>=', value: 500, avgS: 0, forS: 120, clearForS: 60 }],
    })
    await server.db
      .updateTable('monAlarmRule')
      .set({ createTime: new Date(D0 - DAY_MS) })
      .execute()
    const channelNo = device.channelNos[0] ?? 0
    await storeSamples(
      server.db,
      Array.from({ length: 30 }, (_, i) => ({
        deviceNo: device.deviceNo,
        channelNo,
        ts: D0 + 8 * HOUR_MS + (i + 1) * MINUTE_MS,
        v: i < 20 ? 600 : 20,
        q: QUALITY.stuck,
      })),
    )
    await runRechecks(server.db, server.bus, NOW)
    await runRechecks(server.db, server.bus, NOW + 2 * MINUTE_MS)
    const alarms = () => server.db.selectFrom('monAlarm').select(['historic', 'active', 'triggerTs']).execute()
    expect(await alarms()).toEqual([])
    await say('validate', form(D0 + 8 * HOUR_MS, D0 + 9 * HOUR_MS, { reason: 'real' }))
    await runRechecks(server.db, server.bus, NOW)
    await runRechecks(server.db, server.bus, NOW + 2 * MINUTE_MS)
    expect(await alarms()).toEqual([
      { historic: true, active: false, triggerTs: new Date(D0 + 8 * HOUR_MS + 3 * MINUTE_MS) },
    ])
  })

  it('converges to the newest of concurrent decisions', async () => {
    // On a device without a station, where no review day serializes them.
    const channelNo = loose.channelNos[0] ?? 0
    await storeSamples(
      server.db,
      Array.from({ length: 480 }, (_, i) => ({
        deviceNo: loose.deviceNo,
        channelNo,
        ts: D0 + (i + 1) * MINUTE_MS,
        v: 1,
      })),
    )
    const hours = Array.from({ length: 8 }, (_, hour) => D0 + hour * HOUR_MS)
    for (const fromMs of hours) {
      const given = { channelNos: [channelNo] }
      await Promise.all(
        ['invalidate', 'validate', 'invalidate', 'validate'].map((call) =>
          say(call, form(fromMs, fromMs + HOUR_MS, given)),
        ),
      )
    }
    for (const fromMs of hours) {
      const newest = await server.db
        .selectFrom('monSampleMark')
        .select('bit')
        .where('fromTs', '=', new Date(fromMs))
        .orderBy('madeAt', 'desc')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(await bitsOf(fromMs, fromMs + HOUR_MS, channelNo)).toEqual([[newest.bit, 60]])
    }
  })
})

describe('refusals of a decision', () => {
  it('have messages, and change nothing', async () => {
    const before = await everything()
    const refusals: [object, string][] = [
      [form(D0, D0), '结束时间必须晚于开始时间'],
      [form(D0 + HOUR_MS, D0), '结束时间必须晚于开始时间'],
      [form(NOW - 91 * DAY_MS, NOW - 90 * DAY_MS), '原始样本只保存90天'],
      [form(NOW - 40 * DAY_MS, NOW), '一次最多标记31天'],
      [form(D0 + 10 * HOUR_MS, D0 + 11 * HOUR_MS), '没有可改变的原始样本'],
      [form(D0, D0 + HOUR_MS, { channelNos: [2_000_000_000] }), '未找到对应数据'],
      [form(D0, D0 + HOUR_MS, { note: ' ' }), '不能为空'],
      [form(D0, D0 + HOUR_MS, { reason: 'mood' }), '请选择原因'],
    ]
    for (const [body, message] of refusals) expect((await say('invalidate', body)).message).toContain(message)
    expect(await server.db.selectFrom('monSampleMark').select('id').execute()).toEqual([])
    expect(await everything()).toEqual(before)
  })

  it('hide channels and decisions of another region', async () => {
    const mixed = form(D0, D0 + HOUR_MS, { channelNos: [device.channelNos[0], foreign.channelNos[0]] })
    const answers = [
      await say('invalidate', mixed, provincial),
      await say('markEffect', { ...mixed, isValid: false }, provincial),
    ]
    expect(answers.map(({ message }) => message)).toEqual(['未找到对应数据', '未找到对应数据'])
    await storeSamples(server.db, [
      { deviceNo: foreign.deviceNo, channelNo: foreign.channelNos[0] ?? 0, ts: D0 + MINUTE_MS, v: 1 },
    ])
    const made = await say('invalidate', form(D0, D0 + HOUR_MS, { channelNos: [foreign.channelNos[0]] }))
    expect((await say('undoMark', { batchId: made.result.batchId }, provincial)).message).toBe('未找到对应数据')
    expect((await say('undoMark', { batchId: made.result.batchId })).success).toBe(true)
    expect((await say('undoMark', { batchId: made.result.batchId })).message).toContain('已由reviewer（测试）撤销')
  })
})

describe('a preview', () => {
  it('gives the same figures as the rollups after the decision', async () => {
    const [fromMs, toMs] = [D0 + 2 * HOUR_MS + 12 * MINUTE_MS, D0 + 3 * HOUR_MS + 8 * MINUTE_MS]
    const { result } = await say('markEffect', {
      channelNos: device.channelNos,
      from: fromMs,
      to: toMs,
      isValid: false,
    })
    const figures = async (table: 'monR1h' | 'monR1d') =>
      server.db
        .selectFrom(table)
        .select(['channelNo', 't', 'vAvg', 'nValid'])
        .where(
          't',
          'in',
          table === 'monR1h' ? [3, 4].map((h) => new Date(D0 + h * HOUR_MS)) : [new Date(bucketEnd(toMs, DAY_MS))],
        )
        .orderBy('channelNo')
        .orderBy('t')
        .execute()
    interface Change {
      endMs: number
      before: { value: number; valid: number }
      after: { value: number; valid: number }
    }
    const told = (side: 'before' | 'after', list: 'hours' | 'days') =>
      result.channels.flatMap((channel: { channelNo: number } & Record<'hours' | 'days', Change[]>) =>
        channel[list].map((change) => ({
          channelNo: channel.channelNo,
          t: new Date(change.endMs),
          vAvg: expect.closeTo(change[side].value, 9),
          nValid: change[side].valid,
        })),
      )
    expect(await figures('monR1h')).toEqual(told('before', 'hours'))
    expect(await figures('monR1d')).toEqual(told('before', 'days'))
    await say('invalidate', form(fromMs, toMs, { channelNos: device.channelNos }))
    await drainMarks(server.db)
    expect(await figures('monR1h')).toEqual(told('after', 'hours'))
    expect(await figures('monR1d')).toEqual(told('after', 'days'))
  })
})
