import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportRun } from '@natim/contract/mon/mon-report'
import type { ReportDefRow } from '@natim/contract/mon/mon-report.resource'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { createLocalStore } from '../../platform/files/local-store.ts'
import { createLogger } from '../../platform/logger.ts'
import { createPdfPrinter } from '../../platform/print/pdf-printer.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { createReportFiles, startReportWorker } from './index.ts'
import type { ReportWorker } from './report-worker.ts'
import { claimRun, endRun } from './run.repository.ts'

const NOW = parseGmt8('2026-03-11 10:20:00') ?? 0
const HOURLY = '0 0 * * * ? *'
const HALF_HOUR_MS = 30 * MINUTE_MS
const log = createLogger({ logLevel: 'silent' } as never).of('jobs')

let server: TestApp
let folder: string
let boss: string
let analyst: string
let clock: ManualClock
let worker: ReportWorker
let mails: { readonly to: string | null; readonly title: string }[]

const startWorker = (): ReportWorker =>
  startReportWorker({
    db: server.db,
    bus: server.bus,
    log,
    files: filesOf(),
    network: '测试网络',
    clock,
    async mail(to, { title }) {
      mails.push({ to, title })
      if (to === 'full@example.org') throw new Error('mailbox full')
    },
  })
const filesOf = () =>
  createReportFiles({
    db: server.db,
    store: createLocalStore(join(folder, 'files')),
    printer: createPdfPrinter(undefined, ''),
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'natim-timetable-'))
  clock = createManualClock(NOW)
  server = await buildTestApp({ clock, config: { dataDir: folder, searchPath: '' } })
  await server.addUser('boss', { roles: ['nat_admin'] })
  await server.addUser('jiangsu', { roles: ['analyst'], regionPrefixes: ['32'] })
  boss = await server.signIn('boss')
  analyst = await server.signIn('jiangsu')
  const station = await buildStation(server.db, { name: '苏州站' })
  await buildDevice(server.db, { name: '甲', stationId: station.id, status: 'online' })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  mails = []
  await sql`truncate mon_report_run cascade`.execute(server.db)
  await server.db.updateTable('monReportDef').set({ delFlag: 1 }).where('isBuiltin', '=', false).execute()
  worker = startWorker()
})
afterEach(() => worker.stop())

const send = async (method: 'POST' | 'PUT', path: string, body: object, token = boss) =>
  (await server.call(method, path, { token, body })).body
const defs = async (token = boss): Promise<ReportDefRow[]> =>
  (await server.call('GET', '/mon/reportDef/list?pageSize=50', { token })).body.result.records
/** Adds a definition and returns its id. */
async function define(given: object = {}, token = boss): Promise<string> {
  const body = { name: '时报', kind: 'air_hour', formats: ['csv'], ...given }
  expect((await send('POST', '/mon/reportDef/add', body, token)).message).toBe('添加成功！')
  return (await defs(token)).find(({ name }) => name === body.name)?.id ?? ''
}
const edit = (id: string, given: object, token = boss) => send('PUT', '/mon/reportDef/edit', { id, ...given }, token)
const run = async (defId: string, given: object = {}, token = boss): Promise<ReportRun> =>
  (await send('POST', '/mon/report/run', { defId, ...given }, token)).result
const rerun = async (id: string, token = boss): Promise<ReportRun> =>
  (await send('POST', '/mon/report/rerun', { id }, token)).result
const runsOf = async (defId: string, token = boss): Promise<ReportRun[]> =>
  (await server.call('GET', `/mon/report/runs?defId=${defId}`, { token })).body.result
const view = async (id: string): Promise<{ run: ReportRun; html: string | null }> =>
  (await server.call('GET', `/mon/report/run?id=${id}`, { token: boss })).body.result
const nextOf = async (id: string) => {
  const { nextRunAt } = await server.db
    .selectFrom('monReportDef')
    .select('nextRunAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return nextRunAt?.getTime() ?? null
}
/** Advances the clock, then plans and processes once. */
async function after(ms: number): Promise<void> {
  clock.leap(ms)
  await worker.plan()
  await worker.look()
}

describe('the timetable', () => {
  it('books each scheduled run once, however many processes poll', async () => {
    const id = await define({ cron: HOURLY })
    const other = startWorker()
    await Promise.all([worker.plan(), other.plan()])
    expect(await nextOf(id)).toBe(Math.floor(clock.now() / HOUR_MS) * HOUR_MS + HOUR_MS)
    expect(await runsOf(id)).toEqual([])
    clock.leap(HOUR_MS)
    await Promise.all([worker.plan(), other.plan()])
    await other.stop()
    expect(await runsOf(id)).toMatchObject([{ revision: 1, cause: 'schedule', requestedBy: null }])
  })

  it('makes up for missed runs with the newest period only', async () => {
    const id = await define({ cron: HOURLY })
    await worker.plan()
    await after(7 * HOUR_MS)
    const runs = await runsOf(id)
    expect(runs).toHaveLength(1)
    expect(runs[0]?.toMs).toBe(Math.floor(clock.now() / HOUR_MS) * HOUR_MS)
    expect(await nextOf(id)).toBe((runs[0]?.toMs ?? 0) + HOUR_MS)
  })

  it('waits at most half an hour for the indices of its period, without delaying other reports', async () => {
    const air = await define({ cron: HOURLY })
    const alarms = await define({ name: '周报', kind: 'alarm_week', cron: HOURLY })
    await worker.plan()
    clock.leap(HOUR_MS)
    const hour = new Date(Math.floor(clock.now() / HOUR_MS) * HOUR_MS)
    const mark = (at: Date) =>
      sql`
      insert into mon_aqi_mark (place_kind, place_id, day, from_ts, to_ts, due_at, spreads)
      values ('s', 'any', '2026-03-11', ${at}, ${at}, ${at}, false)`.execute(server.db)
    await mark(hour)
    await worker.plan()
    expect(await runsOf(air)).toEqual([])
    expect(await runsOf(alarms)).toHaveLength(1)
    await sql`truncate mon_aqi_mark`.execute(server.db)
    // A mark for an hour outside the report.
    await mark(new Date(hour.getTime() - HOUR_MS))
    await worker.plan()
    expect(await runsOf(air)).toHaveLength(1)

    clock.leap(HOUR_MS)
    await sql`truncate mon_aqi_mark`.execute(server.db)
    await mark(new Date(hour.getTime() + HOUR_MS))
    await worker.plan()
    expect(await runsOf(air)).toHaveLength(1)
    clock.leap(HALF_HOUR_MS)
    await worker.plan()
    expect(await runsOf(air)).toHaveLength(2)
    await sql`truncate mon_aqi_mark`.execute(server.db)
  })

  it('pauses while a definition is off, without making up for it later', async () => {
    const id = await define({ cron: HOURLY })
    await worker.plan()
    await edit(id, { status: 'off' })
    await worker.plan()
    await after(3 * HOUR_MS)
    expect(await runsOf(id)).toEqual([])
    await edit(id, { status: 'on' })
    await worker.plan()
    expect(await runsOf(id)).toEqual([])
    await after(HOUR_MS)
    expect(await runsOf(id)).toHaveLength(1)
  })

  it('applies a changed schedule at once, and stops when it is removed', async () => {
    const id = await define({ cron: HOURLY })
    await worker.plan()
    await edit(id, { cron: '0 30 * * * ? *' })
    await worker.plan()
    expect(new Date((await nextOf(id)) ?? 0).getUTCMinutes()).toBe(30)
    // Editing another field keeps the plan.
    const planned = await nextOf(id)
    await edit(id, { name: '时报二' })
    expect(await nextOf(id)).toBe(planned)
    expect(await edit(id, { cron: '' })).toMatchObject({ success: true })
    expect(await nextOf(id)).toBeNull()
    await after(5 * HOUR_MS)
    expect(await runsOf(id)).toEqual([])
  })
})

describe('receivers', () => {
  beforeAll(async () => {
    const address = (username: string, email: string) =>
      server.db.updateTable('sysUser').set({ email }).where('username', '=', username).execute()
    await server.addUser('full', { roles: ['analyst'], regionPrefixes: ['*'] })
    await server.addUser('north', { roles: ['analyst'], regionPrefixes: ['11'] })
    await server.addUser('locked', { roles: ['analyst'], regionPrefixes: ['*'], status: 2 })
    for (const name of ['full', 'boss', 'north', 'locked']) await address(name, `${name}@example.org`)
  })
  const told = async (): Promise<{ title: string; usernames: string[] }[]> => {
    const { rows } = await sql<{ title: string; usernames: string[] }>`
      select notice.title, array_agg(person.username order by person.username)::text[] as usernames
      from sys_announcement as notice
      join sys_announcement_send as sent on sent.announcement_id = notice.id
      join sys_user as person on person.id = sent.user_id
      where notice.bus_type = 'report' group by notice.id order by notice.create_time`.execute(server.db)
    return rows
  }
  beforeEach(() => sql`delete from sys_announcement where bus_type = 'report'`.execute(server.db))

  it('are notified of reports they may see: not with narrower regions or locked accounts; mail failures stop nobody', async () => {
    await define({ cron: HOURLY, receivers: 'full,boss,north,locked,jiangsu' })
    await worker.plan()
    await after(HOUR_MS)
    const [notice, ...more] = await told()
    expect(more).toEqual([])
    expect(notice?.usernames).toEqual(['boss', 'full'])
    expect(notice?.title).toMatch(/^时报 2026-03-1\d \d\d:00 已生成$/)
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['boss@example.org', 'full@example.org'])
    expect(mails[0]?.title).toBe(notice?.title)
  })

  it('are not notified of manual runs, but of their next revision', async () => {
    const id = await define({ receivers: 'boss' })
    const { id: first } = await run(id)
    await worker.look()
    expect(await told()).toEqual([])
    await rerun(first)
    await worker.look()
    expect((await told()).map(({ title }) => title.slice(-11))).toEqual([' 已生成（第 2 版）'])
  })

  it('are notified even if one of the formats fails', async () => {
    const id = await define({ formats: ['pdf', 'csv'], cron: HOURLY, receivers: 'boss' })
    await worker.plan()
    await after(HOUR_MS)
    const [made] = await runsOf(id)
    expect(made).toMatchObject({ state: 'done', error: null })
    const rows = await server.db
      .selectFrom('monReportFile')
      .select('format')
      .where('runId', '=', made?.id ?? '')
      .execute()
    expect(rows).toEqual([{ format: 'csv' }])
    expect(await told()).toHaveLength(1)
  })
})

describe('a definition', () => {
  it('keeps its scope whoever edits it, until another region is chosen', async () => {
    const id = await define({ name: '江苏时报' }, analyst)
    const scopeOf = async () =>
      (await server.db.selectFrom('monReportDef').select('scopePrefixes').where('id', '=', id).executeTakeFirst())
        ?.scopePrefixes
    expect(await scopeOf()).toEqual(['32'])
    await edit(id, { name: '江苏时报二', region: '' })
    expect(await scopeOf()).toEqual(['32'])
    expect((await edit(id, { region: '11' }, analyst)).message).toBe('所选区域超出您的数据范围')
    await edit(id, { region: '3205' }, analyst)
    expect(await scopeOf()).toEqual(['3205'])
  })

  it('runs with its own scope only, even for users who see more', async () => {
    const id = await define({ name: '江苏时报' }, analyst)
    const national = await run(id)
    const own = await run(id, {}, analyst)
    expect(own.id).toBe(national.id)
  })

  it('must be of a station its author can see', async () => {
    const far = await buildStation(server.db, { name: '北京站', regionCode: '110101' })
    const body = { name: '站点月报', kind: 'station_month', formats: ['csv'], stationId: far.id }
    expect((await send('POST', '/mon/reportDef/add', body, analyst)).message).toBe('站点不存在或无权查看')
    await server.db.updateTable('monStation').set({ delFlag: 1 }).where('id', '=', far.id).execute()
    expect((await send('POST', '/mon/reportDef/add', body)).message).toBe('站点不存在或无权查看')
  })

  it('that is built in can be changed by users who see the whole network, and stays built in', async () => {
    expect(await edit('rd-air-day', { sortNo: 3 })).toMatchObject({ success: true })
    expect((await edit('rd-air-day', { sortNo: 4 }, analyst)).message).toContain('内置报告')
    expect((await defs()).find(({ id }) => id === 'rd-air-day')).toMatchObject({ sortNo: 3, isBuiltin: true })
  })
})

describe('a run', () => {
  const month = { kind: 'device_month', name: '可用率' }

  it('covers the period that contains the instant; a border belongs to the period it ends', async () => {
    const id = await define()
    const hour = Math.floor(clock.now() / HOUR_MS) * HOUR_MS
    for (const [at, toMs] of [
      [hour, hour],
      [hour - 1, hour],
      [hour - HOUR_MS, hour - HOUR_MS],
      [hour - HOUR_MS + 1, hour],
    ] as const)
      expect((await run(id, { at })).toMs).toBe(toMs)
    expect((await send('POST', '/mon/report/run', { defId: id, at: hour + 1 })).message).toContain('尚未结束')
  })

  it('requested twice at once leaves one line in the journal', async () => {
    const id = await define({ name: '只记一次' })
    await Promise.all([run(id), run(id), run(id)])
    const { n } = await server.db
      .selectFrom('sysLog')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('logContent', '=', '生成报告：只记一次')
      .executeTakeFirstOrThrow()
    expect(n).toBe(1)
  })

  it('after a failure counts as manual, not as a revision; failed runs supersede nothing and are not compared with', async () => {
    const id = await define(month)
    const first = await run(id)
    await worker.look()
    const second = await rerun(first.id)
    expect(second.cause).toBe('revise')
    expect((await rerun(first.id)).id).toBe(second.id)
    await sql`alter table mon_device_status_log rename to away`.execute(server.db)
    await worker.look()
    await sql`alter table away rename to mon_device_status_log`.execute(server.db)
    expect((await view(second.id)).run).toMatchObject({ state: 'failed', isSuperseded: false })
    expect((await view(first.id)).run.isSuperseded).toBe(false)
    const third = await rerun(second.id)
    expect(third).toMatchObject({ cause: 'manual', revision: 3 })
    await worker.look()
    expect((await view(first.id)).run.isSuperseded).toBe(true)
    expect((await view(third.id)).html).not.toContain('数据已修订')
  })

  it('has a page with the current head, while its sheet stays as sent out', async () => {
    const file = (of: string, format: string) =>
      server.call('GET', `/mon/report/file?id=${of}&format=${format}`, { token: boss })
    const { id } = await run(await define({ ...month, formats: ['html', 'csv'] }))
    await worker.look()
    const sheet = (await file(id, 'csv')).raw.toString()
    expect((await file(id, 'html')).raw.toString()).not.toContain('已被修订')
    await rerun(id)
    await worker.look()
    expect((await file(id, 'html')).raw.toString()).toContain('<b>已被修订</b>')
    expect((await file(id, 'csv')).raw.toString()).toBe(sheet)
    const part = await server.call('GET', `/mon/report/file?id=${id}&format=html`, {
      token: boss,
      headers: { range: 'bytes=0-14' },
    })
    expect([part.status, part.raw.toString()]).toEqual([206, '<!doctype html>'])
  })

  it('requested as a sheet concurrently produces one file', async () => {
    const { id } = await run(await define({ ...month, formats: ['html'] }))
    await worker.look()
    const get = () => server.call('GET', `/mon/report/file?id=${id}&format=xlsx`, { token: boss })
    const sheets = await Promise.all([get(), get(), get(), get()])
    expect(new Set(sheets.map(({ headers }) => headers['etag'])).size).toBe(1)
    const kept = (await readdir(join(folder, 'files', 'reports'))).filter((name) => name.startsWith(id))
    expect(kept).toHaveLength(1)
  })

  it('returns to the queue when its process stops', async () => {
    const { id } = await run(await define(month))
    const looking = worker.look()
    await worker.stop()
    await looking
    const other = startWorker()
    expect((await view(id)).run.state).toBe('waiting')
    await other.look()
    await other.stop()
    expect((await view(id)).run.state).toBe('done')
  })

  it('taken over by another process is not ended by the first', async () => {
    const { id } = await run(await define(month))
    const lost = await claimRun(server.db)
    if (lost === undefined) throw new Error('nothing waits')
    await sql`update mon_report_run set touched_at = now() - interval '1 minute'`.execute(server.db)
    const taken = await claimRun(server.db)
    expect(taken?.id).toBe(id)
    expect(await endRun(server.db, lost, { error: '旧进程' }, clock.now())).toBe(false)
    expect((await view(id)).run).toMatchObject({ state: 'running', error: null })
    expect(await endRun(server.db, taken ?? lost, { error: '新进程' }, clock.now())).toBe(true)
    expect((await view(id)).run).toMatchObject({ state: 'failed', error: '新进程' })
  })
})

describe('checking for changed report data', () => {
  /** Checks once, after the pause following the previous check. */
  async function check(): Promise<void> {
    clock.leap(30 * MINUTE_MS)
    await worker.check()
  }
  const staleOf = async (id: string) => (await view(id)).run.stale

  it('covers the newest revision repeatedly for 40 days, and reports once', async () => {
    const defId = await define({ kind: 'device_month', name: '可用率' })
    const first = await run(defId)
    await worker.look()
    const second = await rerun(first.id)
    await worker.look()
    await check()
    expect(await staleOf(second.id)).toBeNull()
    const { deviceNo } = await buildDevice(server.db, { name: '乙', status: 'online' })
    const old = await run(defId, { at: clock.now() - 100 * DAY_MS })
    await worker.look()
    const { deviceNo: another } = await buildDevice(server.db, { name: '丙', status: 'online' })
    await check()
    const told = await staleOf(second.id)
    expect(told?.text).toMatch(/[乙丙] 设备 — → /)
    await check()
    await check()
    expect(await staleOf(second.id)).toEqual(told)
    expect(await staleOf(old.id)).toBeNull()
    const { staleAt } = await server.db
      .selectFrom('monReportRun')
      .select('staleAt')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    expect(staleAt).toBeNull()
    expect(deviceNo).not.toBe(another)
  })

  it('checks each run at most once a minute', async () => {
    const { id } = await run(await define({ kind: 'device_month', name: '可用率' }))
    await worker.look()
    await buildDevice(server.db, { name: '丁', status: 'online' })
    const other = startWorker()
    await other.check()
    await other.stop()
    expect(await staleOf(id)).toBeNull()
    await check()
    expect(await staleOf(id)).not.toBeNull()
  })
})
