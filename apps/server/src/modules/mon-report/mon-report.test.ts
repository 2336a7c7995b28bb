import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import type { ReportRun } from '@natim/contract/mon/mon-report'
import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { createLocalStore } from '../../platform/files/local-store.ts'
import { createLogger } from '../../platform/logger.ts'
import { createPdfPrinter } from '../../platform/print/pdf-printer.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { loadTables } from '../aqi/aqi-worker.ts'
import { writeRows } from '../aqi/aqi-writer.ts'
import { cityRow, rowOf } from '../aqi/compute.ts'
import { createReportFiles, startReportWorker } from './index.ts'
import type { ReportWorker } from './report-worker.ts'

const at = (text: string) => parseGmt8(`${text} 00:00:00`) ?? 0
const NOW = parseGmt8('2026-03-11 00:40:00') ?? 0
const SIX = ['so2', 'no2', 'pm10', 'co', 'o3', 'pm25'] as const
const log = createLogger({ logLevel: 'silent' } as never).of('jobs')

let server: TestApp
let admin: string
let north: string
let analyst: string
let suzhou: { id: string; name: string }
let folder: string
let store: FileStore
let worker: ReportWorker
const clock = createManualClock(NOW)

/** A day with the given PM2.5 and low values otherwise. */
async function day(place: { readonly id: string }, city: string, date: string, pm25: number) {
  const tables = await loadTables(server.db)
  const figures = [10, 40, 40, 0.5, 80, pm25, 100].map((value) => ({ value, n: 24 }))
  const tMs = at(date) + DAY_MS
  const own = rowOf(tables, { span: 'd', placeKind: 's', placeId: place.id, tMs, stations: null }, figures)
  const ofCity = cityRow(tables, { span: 'd', placeId: city, tMs, stations: 1 }, [own])
  await server.db.transaction().execute((trx) => writeRows(trx, [own, ofCity], tMs + 30 * 60_000))
}

const post = async (path: string, body: object, token = admin) =>
  (await server.call('POST', `/mon/report/${path}`, { token, body })).body
const run = async (body: object, token = admin): Promise<ReportRun> => (await post('run', body, token)).result
const runsOf = async (defId: string, token = admin): Promise<ReportRun[]> =>
  (await server.call('GET', `/mon/report/runs?defId=${defId}`, { token })).body.result
const view = async (id: string, token = admin) =>
  (await server.call('GET', `/mon/report/run?id=${id}`, { token })).body as {
    message: string
    result: { run: ReportRun; html: string | null } | null
  }
const file = (id: string, format: string, token = admin) =>
  server.call('GET', `/mon/report/file?id=${id}&format=${format}`, { token })

const startWorker = (given: { db?: TestApp['db'] } = {}) =>
  startReportWorker({
    db: given.db ?? server.db,
    bus: server.bus,
    log,
    files: createReportFiles({ db: server.db, store, printer: createPdfPrinter(undefined, '') }),
    network: '测试网络',
    mail: undefined,
    clock,
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'natim-reports-'))
  store = createLocalStore(join(folder, 'files'))
  server = await buildTestApp({ clock, config: { dataDir: folder, searchPath: '' } })
  await server.addUser('boss', { roles: ['nat_admin'] })
  await server.addUser('north', { roles: ['prov_duty'], regionPrefixes: ['11'] })
  await server.addUser('jiangsu', { roles: ['analyst'], regionPrefixes: ['32'] })
  admin = await server.signIn('boss')
  north = await server.signIn('north')
  analyst = await server.signIn('jiangsu')
  suzhou = await buildStation(server.db, { name: '苏州站' })
  const beijing = await buildStation(server.db, { name: '北京站', regionCode: '110101' })
  await buildDevice(server.db, { metrics: SIX, stationId: suzhou.id })
  await buildDevice(server.db, { metrics: SIX, stationId: beijing.id, regionCode: '110101' })
  await day(suzhou, '320500', '2026-03-10', 60)
  await day(beijing, '110100', '2026-03-10', 61)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await server.db.deleteFrom('monReportRun').execute()
  worker = startWorker()
})
afterEach(() => worker.stop())

describe('a run', () => {
  it('is booked, built from one snapshot and readable as page, CSV and XLSX', async () => {
    const booked = await run({ defId: 'rd-air-day' })
    expect(booked).toMatchObject({ state: 'waiting', revision: 1, periodText: '2026-03-10', cause: 'manual' })
    expect((await file(booked.id, 'csv')).body.message).toBe('报告尚未生成')
    await worker.look()
    const { result } = await view(booked.id)
    expect(result?.run).toMatchObject({ state: 'done', rows: 2, error: null, stale: null, isSuperseded: false })
    expect(result?.html).toContain('空气质量日报 2026-03-10 按 HJ 633-2026 评价')
    expect(result?.html).toContain('全国')
    const csv = (await file(booked.id, 'csv')).raw.toString()
    expect(csv.startsWith('\uFEFF# 空气质量日报 2026-03-10')).toBe(true)
    expect(csv).toMatch(/\r\n苏州,江苏,.*,100,PM2\.5,二级,良\r\n/)
    const book = read((await file(booked.id, 'xlsx')).raw)
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
    expect(rows.flat()).toEqual(expect.arrayContaining(['苏州', 100, '北京', 101]))
  })

  it('is shared by concurrent requests, and gets a new revision afterwards', async () => {
    const both = await Promise.all([run({ defId: 'rd-air-day' }), run({ defId: 'rd-air-day' })])
    expect(both[0].id).toBe(both[1].id)
    await worker.look()
    const again = await run({ defId: 'rd-air-day' })
    expect(again).toMatchObject({ revision: 2, state: 'waiting' })
    await worker.look()
    expect((await runsOf('rd-air-day')).map(({ revision, isSuperseded }) => [revision, isSuperseded])).toEqual([
      [2, false],
      [1, true],
    ])
  })

  it('is built by one of several processes', async () => {
    const other = startWorker()
    const ids = await Promise.all([0, 1, 2, 3].map((i) => run({ defId: 'rd-air-day', at: NOW - (i + 1) * DAY_MS })))
    await Promise.all([worker.look(), other.look()])
    await Promise.all([worker.look(), other.look()])
    await other.stop()
    const runs = await runsOf('rd-air-day')
    expect(runs).toHaveLength(ids.length)
    expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['done']))
  })

  it('contains only what its creator may see, and is hidden from users who see less', async () => {
    const national = await run({ defId: 'rd-air-day' })
    const own = await run({ defId: 'rd-air-day' }, north)
    expect(own.id).not.toBe(national.id)
    await worker.look()
    const html = (await view(own.id, north)).result?.html ?? ''
    expect(html).toContain('北京')
    expect(html).not.toContain('苏州')
    expect((await runsOf('rd-air-day', north)).map(({ id }) => id)).toEqual([own.id])
    for (const answer of [await view(national.id, north), (await file(national.id, 'csv', north)).body])
      expect(answer.message).toBe('未找到对应数据')
    expect((await post('rerun', { id: national.id }, north)).message).toBe('未找到对应数据')
    expect((await runsOf('rd-air-day')).map(({ id }) => id).toSorted()).toEqual([own.id, national.id].toSorted())
  })

  it('says in words that nothing was measured, and does not fail', async () => {
    const { id } = await run({ defId: 'rd-air-day', at: at('2025-01-02') })
    await worker.look()
    const { result } = await view(id)
    expect(result?.run.state).toBe('done')
    expect(result?.html).toContain('该时段没有可评价的数据。')
  })

  it('is refused for an unfinished period', async () => {
    expect((await post('run', { defId: 'rd-air-day', at: NOW })).message).toBe('该时段尚未结束，不能生成报告')
  })

  it('is marked 数据已修订 when its data changed, and rebuilt as a new revision', async () => {
    const { id } = await run({ defId: 'rd-air-day' })
    await worker.look()
    clock.advance(2 * 60_000)
    await worker.check()
    expect((await view(id)).result?.run.stale).toBeNull()
    await day(suzhou, '320500', '2026-03-10', 30)
    clock.advance(30 * 60_000)
    await worker.check()
    const { result } = await view(id)
    expect(result?.run.stale?.text).toMatch(/苏州 .* → /)
    expect(result?.html).toContain('数据已修订')
    const second = await post('rerun', { id })
    expect(second.result).toMatchObject({ revision: 2, cause: 'revise' })
    await worker.look()
    const revised = await view(second.result.id)
    expect(revised.result?.html).toMatch(/<td class="n">43\*<\/td>/)
    expect((await view(id)).result).toMatchObject({ run: { isSuperseded: true, stale: null } })
    // The old one is unchanged.
    expect((await file(id, 'csv')).raw.toString()).toMatch(/\r\n苏州,江苏,.*,100,PM2\.5/)
    await day(suzhou, '320500', '2026-03-10', 60)
  })

  it('reports the cause of a failure, and can be run again', async () => {
    const { id } = await run({ defId: 'rd-air-day' })
    await sql`alter table mon_aqi rename to mon_aqi_away`.execute(server.db)
    await worker.look()
    await sql`alter table mon_aqi_away rename to mon_aqi`.execute(server.db)
    expect((await view(id)).result).toMatchObject({
      run: { state: 'failed', error: '生成失败，请重跑；仍失败请联系管理员' },
      html: null,
    })
    const again = await post('rerun', { id })
    await worker.look()
    expect((await view(again.result.id)).result?.run).toMatchObject({ state: 'done', revision: 2 })
  })

  it('explains in one sentence that no browser is available for printing', async () => {
    const { id } = await run({ defId: 'rd-air-day' })
    await worker.look()
    expect((await file(id, 'pdf')).body.message).toContain('没有安装 Chromium')
    expect((await server.call('GET', '/mon/report/abilities', { token: admin })).body.result.pdf).toContain('Chromium')
  })

  it('leaves nothing in the store after its files are swept', async () => {
    const { id } = await run({ defId: 'rd-air-day' })
    await worker.look()
    await file(id, 'csv')
    expect((await readdir(join(folder, 'files', 'reports'))).length).toBeGreaterThan(0)
    await server.db
      .updateTable('monReportFile')
      .set({ expiresAt: new Date(0) })
      .execute()
    await worker.sweep()
    expect((await readdir(join(folder, 'files', 'reports'))).filter((name) => name.startsWith(id))).toEqual([])
    expect((await file(id, 'csv')).status).toBe(200)
  })
})

describe('a definition', () => {
  const def = (given: object = {}) => ({
    name: '苏州日报',
    kind: 'air_day',
    formats: ['html'],
    region: '3205',
    ...given,
  })
  const add = async (given: object, token = analyst) =>
    (await server.call('POST', '/mon/reportDef/add', { token, body: def(given) })).body
  const list = async (token = analyst) =>
    (await server.call('GET', '/mon/reportDef/list?pageSize=50', { token })).body.result.records as {
      id: string
      name: string
      isBuiltin: boolean
    }[]

  it("keeps its author's scope, which scheduled runs do not exceed", async () => {
    expect((await add({ region: '11' })).message).toBe('所选区域超出您的数据范围')
    expect((await add({ name: '本区日报', region: '', cron: '0 0 * * * ? *', receivers: 'jiangsu' })).success).toBe(
      true,
    )
    await worker.plan()
    clock.advance(60 * 60_000)
    await worker.plan()
    await worker.look()
    const own = (await list()).find(({ name }) => name === '本区日报')
    const [made] = await runsOf(own?.id ?? '', analyst)
    expect(made).toMatchObject({ cause: 'schedule', state: 'done', periodText: '2026-03-10' })
    const html = (await view(made?.id ?? '', analyst)).result?.html ?? ''
    expect(html).toContain('苏州')
    expect(html).not.toContain('北京')
    const notice = await server.db
      .selectFrom('sysAnnouncement')
      .select('title')
      .where('busType', '=', 'report')
      .executeTakeFirst()
    expect(notice?.title).toContain('本区日报 2026-03-10 已生成')
  })

  it('is hidden from others; built-in ones can be run by everybody but not changed', async () => {
    await add({ name: '只在江苏' })
    expect((await list(north)).every(({ isBuiltin }) => isBuiltin)).toBe(true)
    const body = { id: 'rd-air-day', name: '改名' }
    expect((await server.call('PUT', '/mon/reportDef/edit', { token: analyst, body })).body.message).toContain(
      '内置报告',
    )
    const removed = await server.call('DELETE', '/mon/reportDef/delete?id=rd-air-day', { token: admin })
    expect(removed.body.message).toContain('内置报告')
    expect((await add({ receivers: 'nobody' })).message).toBe('收件人不存在：nobody')
  })
})
