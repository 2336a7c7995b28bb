import type { Simulation } from '@natim/contract/mon/rule'
import { type RuleBodyInput, ruleBody, toRuleBody } from '@natim/contract/mon/rule-body'
import { createChannelEvaluator } from '@natim/domain/alarm/evaluator'
import type { ChangeStep } from '@natim/domain/alarm/step'
import { QUALITY } from '@natim/domain/quality'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/id.ts'
import { LOST_AFTER_S } from '../../platform/job-rows.repository.ts'
import { createLogger } from '../../platform/logger.ts'
import type { Repeated } from '../../platform/repeat.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildRollup, buildSamples } from '../../testing/build-telemetry.ts'
import { loadLimitBook } from '../limit/index.ts'
import { loadDirectory } from '../live/index.ts'
import { channelComparisons } from './match.ts'
import { claimSimulation, endSimulation, releaseSimulation, touchSimulation } from './simulation.repository.ts'
import { startSimulationWorker } from './simulation-worker.ts'

const FROM = parseGmt8('2026-11-20 08:00:00') ?? 0
const TO = FROM + 6 * HOUR_MS
const PERIOD_MS = 10_000

let server: TestApp
let token: string
let device: BuiltDevice
let other: BuiltDevice
let worker: Repeated
const log = createLogger({ logLevel: 'silent' } as never).of('jobs')
const at = (of: BuiltDevice, index = 0) => ({ deviceNo: of.deviceNo, channelNo: of.channelNos[index] ?? 0 })

/** Chlorine in three releases; the first one starts before the span. */
const value = (ms: number): number => {
  const minute = (ms - FROM) / MINUTE_MS
  const bump = (start: number, end: number, height: number) => (minute >= start && minute < end ? height : 0)
  const noise = 0.02 * Math.abs(Math.sin(minute * 7))
  return 0.1 + noise + bump(-30, 5, 3) + bump(60, 75, 0.6) + bump(200, 203, 1.5)
}
const series = (fromMs: number, toMs: number): [number, number][] =>
  Array.from({ length: (toMs - fromMs) / PERIOD_MS }, (_, i) => {
    const ms = fromMs + (i + 1) * PERIOD_MS
    return [ms, value(ms)]
  })

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  await server.addUser('second', { roles: ['admin'] })
  token = await server.signIn('keeper')
  const station = await buildStation(server.db, { name: '江北新区' })
  device = await buildDevice(server.db, {
    kind: 'gas',
    metrics: ['cl2'],
    stationId: station.id,
    periodS: 10,
    name: '2#',
  })
  other = await buildDevice(server.db, { kind: 'gas', metrics: ['cl2'], periodS: 10, name: '3#' })
  await buildSamples(server.db, at(device), series(FROM - 3 * HOUR_MS, TO))
  await buildSamples(
    server.db,
    at(other),
    series(FROM, TO).map(([ms]) => [ms, 0.05]),
  )
  server.bus.publish('registers', {})
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('monRuleSimulation').execute()
  worker = startSimulationWorker({ db: server.db, log, clock: createManualClock(FROM) })
})

const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, as = token) =>
  (await server.call(method, `/mon/rule/${path}`, { token: as, ...(body && { body }) })).body

const rule = (change: object = {}, rest: Partial<RuleBodyInput> = {}): RuleBodyInput => ({
  scope: { metricCodes: ['cl2'] },
  branches: [
    { type: 'threshold', severity: 3, op: '>=', value: 0.5, avgS: 60, forS: 60, clearForS: 60, ...change },
  ] as RuleBodyInput['branches'],
  ...rest,
})
const start = (body: RuleBodyInput, rest: object = {}, as = token) =>
  call('POST', 'simulate', { rule: body, fromMs: FROM, toMs: TO, ...rest }, as)
const read = async (id: string): Promise<Simulation> => (await call('GET', `simulation?id=${id}`)).result

async function run(body: RuleBodyInput, rest: object = {}): Promise<NonNullable<Simulation['result']>> {
  const { result } = await start(body, rest)
  await worker.look()
  const simulation = await read(result.id)
  expect(simulation).toMatchObject({ state: 'done', progress: 100, error: null })
  return simulation.result as NonNullable<Simulation['result']>
}
async function addRule(body: RuleBodyInput): Promise<string> {
  const code = `sim-${newId()}`
  return (await call('POST', 'add', { code, name: code, ...body })).result.id
}
const gmt8 = (ms: number) => (ms - FROM) / MINUTE_MS

/** Evaluator steps for the same samples. */
async function expected(body: RuleBodyInput): Promise<ChangeStep[]> {
  const directory = await loadDirectory(server.db)
  const [channel] = directory.deviceById.get(device.id)?.channels ?? []
  if (!channel) throw new Error('no channel')
  const book = await loadLimitBook(server.db)
  const evaluator = createChannelEvaluator({
    comparisons: channelComparisons(toRuleBody(ruleBody.parse(body)), channel, book, '2026-11-20'),
    periodS: 10,
    agg: 'avg',
    autoClear: true,
    range: { lo: channel.rangeLo, hi: channel.rangeHi },
  })
  return series(FROM - 3 * HOUR_MS, TO)
    .flatMap(([ms, v]) => evaluator.take(ms, v, 0))
    .filter((step): step is ChangeStep => step.kind !== 'peak' && step.tsMs > FROM)
}

/** Adds a sampling period in force from an instant. */
const periodFrom = (channelNo: number, fromMs: number, periodS: number) =>
  server.db
    .insertInto('monChannelVersion')
    .values({ channelNo, fromTs: new Date(fromMs), body: JSON.stringify({ periodS, enabled: true }) })
    .execute()

describe('a channel that was later set to a faster rate', () => {
  it('is judged by the rate at the time', async () => {
    const faster = await buildDevice(server.db, { kind: 'gas', metrics: ['h2s'], periodS: 10, name: '4#' })
    const minutes = Array.from({ length: 6 * 60 }, (_, i): [number, number] => [
      FROM + (i + 1) * MINUTE_MS,
      i >= 100 && i < 130 ? 40 : 1,
    ])
    await buildSamples(server.db, at(faster), minutes)
    server.bus.publish('registers', {})
    const body = rule({ op: '>=', value: 30, avgS: 600, forS: 0, clearForS: 0 }, { scope: { metricCodes: ['h2s'] } })
    // Without a recorded earlier period one sample of six is not a valid mean.
    expect(await run(body)).toMatchObject({ channels: 1, fired: 0 })
    await periodFrom(faster.channelNos[0] ?? 0, 0, 60)
    await periodFrom(faster.channelNos[0] ?? 0, TO, 10)
    expect(await run(body)).toMatchObject({ channels: 1, fired: 1 })
    await server.db.updateTable('monDevice').set({ delFlag: 1 }).where('id', '=', faster.id).execute()
  })
})

it("judges by the channel's own limits of the time", async () => {
  const limited = await buildDevice(server.db, { kind: 'gas', metrics: ['h2s'], periodS: 60, name: '5#' })
  const channelNo = limited.channelNos[0] ?? 0
  const minutes = Array.from({ length: 6 * 60 }, (_, i): [number, number] => [
    FROM + (i + 1) * MINUTE_MS,
    (i >= 100 && i < 130) || (i >= 200 && i < 230) ? 40 : 1,
  ])
  await buildSamples(server.db, at(limited), minutes)
  const settings = (limit: number) => ({ periodS: 60, enabled: true, limitOverride: [{ level: 2, value: limit }] })
  const limitOverride = JSON.stringify(settings(90).limitOverride)
  await server.db.updateTable('monChannel').set({ limitOverride }).where('channelNo', '=', channelNo).execute()
  server.bus.publish('registers', {})
  const branch = { type: 'limit', severity: 2, kind: 'OWN', level: '2', forS: 0, clearForS: 0 } as const
  const body: RuleBodyInput = { scope: { metricCodes: ['h2s'] }, branches: [branch] }
  expect(await run(body)).toMatchObject({ channels: 1, fired: 0 })
  const versions = [settings(30), settings(90)].map((version, i) => ({
    channelNo,
    fromTs: new Date(i * (FROM + 150 * MINUTE_MS)),
    body: JSON.stringify(version),
  }))
  await server.db.insertInto('monChannelVersion').values(versions).execute()
  const result = await run(body)
  expect(result.alarms.map(({ triggerMs }) => gmt8(triggerMs))).toEqual([102])
  expect(gmt8(result.sinceMs ?? 0)).toBe(1)
  await server.db.updateTable('monDevice').set({ delFlag: 1 }).where('id', '=', limited.id).execute()
})

describe('a channel whose own limit changed within the span', () => {
  const branch = { type: 'limit', severity: 2, kind: 'OWN', level: '2', forS: 0, clearForS: 0, clearShare: 1 } as const
  const body: RuleBodyInput = { scope: { metricCodes: ['h2s'] }, branches: [branch] }
  const CHANGE = 150
  /** Alarms as [begin, end] in minutes; 60 ppm between two minutes, else 1. */
  async function judged(
    limits: readonly (number | null)[],
    [begin, end]: readonly [number, number],
    lateUntil = Number.NEGATIVE_INFINITY,
  ) {
    const built = await buildDevice(server.db, { kind: 'gas', metrics: ['h2s'], periodS: 60, name: '6#' })
    const channelNo = built.channelNos[0] ?? 0
    const minutes = Array.from({ length: 8 * 60 }, (_, i): [number, number] => {
      const minute = i + 1 - 120
      return [FROM + minute * MINUTE_MS, minute >= begin && minute < end ? 60 : 1]
    })
    await buildSamples(server.db, at(built), minutes)
    await markLate(built, lateUntil)
    const of = (limit: number | null) => (limit === null ? null : [{ level: 2, value: limit }])
    const limitOverride = JSON.stringify(of(limits.at(-1) ?? null))
    await server.db.updateTable('monChannel').set({ limitOverride }).where('channelNo', '=', channelNo).execute()
    const versions = limits.map((limit, i) => ({
      channelNo,
      fromTs: new Date(i * (FROM + CHANGE * MINUTE_MS)),
      body: JSON.stringify({ periodS: 60, enabled: true, limitOverride: of(limit) }),
    }))
    await server.db.insertInto('monChannelVersion').values(versions).execute()
    server.bus.publish('registers', {})
    const { alarms } = await run(body)
    await server.db.updateTable('monDevice').set({ delFlag: 1 }).where('id', '=', built.id).execute()
    return alarms.map(({ triggerMs, endMs }) => [gmt8(triggerMs), endMs && gmt8(endMs)]).toReversed()
  }
  const markLate = (built: BuiltDevice, untilMinute: number) =>
    server.db
      .updateTable('monSample')
      .set({ q: QUALITY.late })
      .where('deviceId', '=', built.deviceNo)
      .where(sql<boolean>`ts <= to_timestamp(${(FROM + untilMinute * MINUTE_MS) / 1_000}::float8)`)
      .execute()

  it.each<[string, readonly (number | null)[], readonly [number, number], readonly (number | null)[][]]>([
    ['begins with the first sample judged by a lowered limit', [80, 50], [100, 200], [[CHANGE, 200]]],
    ['ends with the first sample judged by a raised limit', [50, 80], [100, 200], [[101, CHANGE]]],
    ['goes on across the change, to its real end', [50, 40], [100, 200], [[101, 200]]],
    ['is still active at the end of the span', [50, 40], [100, 400], [[101, null]]],
    ['ends with the limit', [50, null], [100, 200], [[101, CHANGE]]],
    ['is not counted when it began before the span', [50, 40], [-60, 200], []],
  ])('an alarm %s', async (_, limits, high, alarms) => {
    expect(await judged(limits, high)).toEqual(alarms)
  })

  it('alarms found with late data go on across the change as well, and those before it stay', async () => {
    expect(await judged([50, 40], [100, 200], 360)).toEqual([[101, 200]])
    expect(await judged([80, 50], [100, 200], 360)).toEqual([[CHANGE, 200]])
    expect(await judged([50, 40], [100, 120], CHANGE - 1)).toEqual([[101, 120]])
    expect(await judged([50, 40], [20, 40], 80)).toEqual([[21, 40]])
    expect(await judged([50, null], [100, 120], CHANGE - 1)).toEqual([[101, 120]])
  })
})

describe('a backtest', () => {
  it.each<[string, RuleBodyInput]>([
    ['a mean', rule()],
    ['single readings', rule({ avgS: 0, forS: 0, clearForS: 0 })],
    ['n of m', rule({ avgS: 0, n: 3, m: 5 })],
    ['a change', { scope: {}, branches: [{ type: 'rate', severity: 2, op: '>', perMin: 0.3, overS: 60 }] }],
    [
      'a limit',
      { scope: {}, branches: [{ type: 'limit', severity: 2, kind: 'AEGL', level: '1', avgPeriod: '10min' }] },
    ],
  ])('finds what the evaluator finds in the same samples: %s', async (_name, body) => {
    const steps = await expected(body)
    const raised = steps.filter(({ kind }) => kind === 'raise')
    expect(raised.length).toBeGreaterThan(0)
    const result = await run(body)
    expect(result).toMatchObject({ fired: raised.length, firedBefore: null, channels: 2, nearest: null })
    const told = result.alarms.toReversed()
    expect(told.map(({ triggerMs }) => gmt8(triggerMs))).toEqual(raised.map(({ tsMs }) => gmt8(tsMs)))
    expect(told.map(({ endMs }) => endMs)).toEqual(
      steps
        .filter(({ kind }) => kind === 'clear')
        .map(({ tsMs }) => tsMs)
        .slice(-raised.length),
    )
    expect(told[0]).toMatchObject({ deviceName: '2#', stationName: '江北新区', change: 'same', reality: null })
  })

  it('excludes alarms that began before the span, and counts only samples of the span', async () => {
    const result = await run(rule())
    expect(result.alarms.map(({ triggerMs }) => gmt8(triggerMs) > 0)).not.toContain(false)
    expect(result.samples).toBe(2 * 6 * 360)
  })

  it('reports the gravest severity of an alarm, and null as end while it is active', async () => {
    const grave = { type: 'threshold', severity: 1, op: '>=', value: 1.2, avgS: 60, forS: 0 }
    const { branches } = rule()
    const result = await run({ scope: {}, branches: [grave, ...branches] as typeof branches })
    expect(result.alarms.map(({ severity }) => severity)).toEqual([1, 3])
    const endless = await run(rule({ op: '<', value: 0.06, clearValue: 0.07 }))
    expect(endless.alarms).toMatchObject([{ deviceName: '3#', endMs: null }])
  })

  it('judges clock hour means by the rollups', async () => {
    for (const [hour, v] of [
      [1, 0.2],
      [2, 0.9],
      [3, 0.1],
    ] as const)
      await buildRollup(server.db, 'monR1h', at(device), { endMs: FROM + hour * HOUR_MS, v, n: 360, coverS: 3_600 })
    await server.db
      .insertInto('monLimit')
      .values({
        id: 'own-hour',
        setId: 'limit-set-AEGL',
        metricCode: 'cl2',
        kind: 'OWN',
        level: '',
        avgPeriod: '1h',
        op: '>',
        value: 0.5,
        unit: 'ppm',
      })
      .execute()
    const result = await run({ scope: {}, branches: [{ type: 'limit', severity: 4, kind: 'OWN' }] })
    await server.db.deleteFrom('monLimit').where('id', '=', 'own-hour').execute()
    expect(result.alarms).toMatchObject([{ triggerMs: FROM + 2 * HOUR_MS, endMs: FROM + 3 * HOUR_MS, value: 0.9 }])
  })

  it('reports the first sample it judged, or that there was none', async () => {
    const early = { fromMs: FROM - 2 * DAY_MS, toMs: FROM - DAY_MS }
    expect(await run(rule(), early)).toMatchObject({ samples: 0, sinceMs: null })
    const { sinceMs } = await run(rule(), { fromMs: FROM - 2 * DAY_MS })
    expect(sinceMs).toBe(series(FROM - 3 * HOUR_MS, TO)[0]?.[0])
  })

  it('reports how close it came when it raised nothing', async () => {
    const result = await run(rule({ value: 20 }))
    expect(result).toMatchObject({ fired: 0, alarms: [], nearest: { deviceName: '2#' } })
    expect(result.nearest?.share).toBeGreaterThan(0.15)
    expect(result.nearest?.share).toBeLessThan(0.16)
  })

  it('compares with the stored version, and with real outcomes', async () => {
    const compareId = await addRule(rule({ value: 0.65 }))
    const [long, short] = (await run(rule())).alarms.map(({ triggerMs }) => triggerMs).toReversed()
    await server.db
      .insertInto('monAlarm')
      .values({
        id: 'real',
        no: 'A20261120-000001',
        ruleId: compareId,
        ruleVersion: 1,
        branch: 0,
        dedupeKey: 'k',
        channelNo: at(device).channelNo,
        severity: 3,
        severityMax: 3,
        title: '氯气超标',
        triggerTs: new Date(short ?? 0),
        raisedTs: new Date(short ?? 0),
        lastTs: new Date(short ?? 0),
        judgedTs: new Date(short ?? 0),
        clearedTs: new Date((short ?? 0) + MINUTE_MS),
        acked: true,
        closeCode: 'false',
      })
      .execute()
    const result = await run(rule({ forS: 120 }), { compareId })
    expect(result).toMatchObject({ firedBefore: 2 })
    const changes = result.alarms.map(({ change, triggerMs }) => [change, Math.round(gmt8(triggerMs))])
    expect(changes.filter(([change]) => change === 'gone')).toHaveLength(2)
    expect(changes.filter(([change]) => change === 'new').length).toBe(result.fired)
    const same = await run(rule({ value: 0.65 }), { compareId })
    expect(same.alarms.map(({ change }) => change)).toEqual(['same', 'same'])
    expect(same.alarms[0]?.reality).toEqual({
      alarmId: 'real',
      no: 'A20261120-000001',
      acked: true,
      closeCode: 'false',
    })
    expect(same.alarms[1]?.reality).toBeNull()
    expect(long).toBeLessThan(short ?? 0)
  })

  it('is refused without branches judged by samples, for an unknown rule, or for an invalid span', async () => {
    const offline = { scope: {}, branches: [{ type: 'status', severity: 5, statuses: ['offline'] }] }
    expect((await start(offline as never)).message).toBe(
      '只有阈值、限值、变化率、偏离基线、毒性等级、空气质量指数和组合条件可以回测',
    )
    expect((await start(rule(), { compareId: 'nowhere' })).message).toBe('未找到对应数据')
    expect((await start(rule(), { toMs: FROM })).message).toContain('结束时间必须晚于开始时间')
  })
})

describe('a backtest in flight', () => {
  it("is the user's only one, also with concurrent requests", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => start(rule())))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)?.message).toBe('已有回测在进行，请稍后再试')
    const second = await server.signIn('second')
    const theirs = await start(rule(), {}, second)
    expect(theirs).toMatchObject({ success: true })
    expect((await call('GET', `simulation?id=${theirs.result.id}`)).message).toBe('未找到对应数据')
    expect((await call('DELETE', `simulation?id=${theirs.result.id}`)).message).toBe('未找到对应数据')
  })

  it('is claimed once by many workers', async () => {
    const first = (await start(rule())).result.id
    const second = (await start(rule(), {}, await server.signIn('second'))).result.id
    const claims = await Promise.all([1, 2, 3, 4, 5].map(() => claimSimulation(server.db)))
    const ids = claims.flatMap((claim) => claim?.id ?? [])
    expect(ids.toSorted()).toEqual([first, second].toSorted())
  })

  it('is skipped when cancelled while waiting, and another one can start', async () => {
    const { id } = (await start(rule())).result
    expect(await call('DELETE', `simulation?id=${id}`)).toMatchObject({ message: '已取消回测' })
    await worker.look()
    expect(await read(id)).toMatchObject({ state: 'cancelled', result: null })
    expect((await run(rule())).fired).toBe(2)
    // A finished one is left alone.
    await call('DELETE', `simulation?id=${id}`)
    expect(await read(id)).toMatchObject({ state: 'cancelled' })
  })

  it('ends at its next step when cancelled while running', async () => {
    const { id } = (await start(rule(), { fromMs: FROM - 80 * 24 * HOUR_MS })).result
    let steps = 0
    const watching = startSimulationWorker({
      db: server.db,
      log,
      clock: createManualClock(FROM),
      touchEveryMs: 0,
      shouldYield() {
        steps += 1
        if (steps === 1) void call('DELETE', `simulation?id=${id}`)
        return true
      },
    })
    await watching.look()
    expect(await read(id)).toMatchObject({ state: 'cancelled', result: null })
    // A week of each channel would take more than twenty steps.
    expect(steps).toBeLessThan(8)
  })

  it('is claimed again when its worker died, which can no longer write', async () => {
    const { id } = (await start(rule())).result
    const dead = await claimSimulation(server.db)
    expect(await claimSimulation(server.db)).toBeUndefined()
    await sql`update mon_rule_simulation set touched_at = touched_at - make_interval(secs => ${LOST_AFTER_S + 1})`.execute(
      server.db,
    )
    const next = await claimSimulation(server.db)
    if (!dead || !next) throw new Error('nothing claimed')
    expect(await touchSimulation(server.db, dead, 50)).toBeUndefined()
    await endSimulation(server.db, dead, { error: 'x' })
    await releaseSimulation(server.db, dead)
    expect(await read(id)).toMatchObject({ state: 'running', progress: 0, error: null })
    await releaseSimulation(server.db, next)
    await worker.look()
    expect(await read(id)).toMatchObject({ state: 'done', result: { fired: 2 } })
  })

  it('waits again when its process is stopped', async () => {
    const { id } = (await start(rule())).result
    const stopped = startSimulationWorker({
      db: server.db,
      log,
      clock: createManualClock(FROM),
      shouldYield() {
        void stopped.stop()
        return false
      },
    })
    await stopped.look()
    expect(await read(id)).toMatchObject({ state: 'waiting', progress: 0 })
    await worker.look()
    expect(await read(id)).toMatchObject({ state: 'done' })
  })
})
