import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import type { TsSeries } from '@natim/contract/mon/timeseries'
import { type ExportJob, MAX_EXPORTS_UNDER_WAY, MAX_SHEET_POINTS } from '@natim/contract/mon/ts-export'
import { DAY_MS, formatGmt8, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { createLocalStore } from '../../../platform/files/local-store.ts'
import { LOST_AFTER_S } from '../../../platform/job-rows.repository.ts'
import { createLogger } from '../../../platform/logger.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { type BuiltDevice, buildDevice } from '../../../testing/build-network.ts'
import { drainMarks } from '../../rollup/index.ts'
import { openPartitions, storeSamples } from '../../rollup/testing/samples.ts'
import { carryOut } from './carry-out.ts'
import { claimExport, endExport } from './export.repository.ts'
import { type ExportWorker, startExportWorker } from './export-worker.ts'
import { runExport } from './run-export.ts'
import { openXlsx } from './xlsx-writer.ts'

const NOW = parseGmt8('2026-11-21 10:42:18') ?? 0
const FROM = NOW - DAY_MS
const log = createLogger({ logLevel: 'silent' } as never).of('jobs')

let server: TestApp
let token: string
let air: BuiltDevice
let foreign: BuiltDevice
let folder: string
let store: FileStore
let worker: ExportWorker

beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(NOW) })
  await server.addUser('analyst', { roles: ['analyst'], regionPrefixes: ['32'] })
  await server.addUser('other', { roles: ['analyst'], regionPrefixes: ['32'] })
  await server.addUser('ops', { roles: ['test'], regionPrefixes: ['*'] })
  token = await server.signIn('analyst')
  await openPartitions(server.db)
  air = await buildDevice(server.db, { metrics: ['pm25', 'wind_dir'], name: '=江北, 2#' })
  foreign = await buildDevice(server.db, { metrics: ['pm25'], regionCode: '330100' })
  const minutes = Array.from({ length: 1440 }, (_, i) => FROM + (i + 1) * MINUTE_MS)
  for (const [index, channelNo] of air.channelNos.entries())
    await storeSamples(
      server.db,
      minutes.map((ts, i) => ({
        deviceNo: air.deviceNo,
        channelNo,
        ts,
        v: index === 0 ? 20 + (i % 7) / 3 : (i * 11) % 360,
        q: i % 100 === 0 ? 5 : 0,
      })),
    )
  await drainMarks(server.db)
  folder = await mkdtemp(join(tmpdir(), 'natim-export-'))
  store = createLocalStore(folder)
})
afterAll(async () => {
  await worker?.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await worker?.stop()
  await server.db.deleteFrom('monTsExport').execute()
  await rm(join(folder, 'exports'), { recursive: true, force: true })
  worker = startExportWorker({ db: server.db, store, log, clock: createManualClock(NOW), touchEveryMs: 0 })
})

const form = (given: object = {}) => ({
  channels: air.channelNos,
  from: FROM,
  to: NOW,
  agg: 'raw',
  format: 'csv',
  ...given,
})
const start = async (given: object = {}, as = token): Promise<{ message: string; result: ExportJob }> =>
  (await server.call('POST', '/mon/ts/export', { token: as, body: form(given) })).body
const file = (id: string, as = token) => server.call('GET', `/mon/ts/export/file?id=${id}`, { token: as })
const list = async (as = token): Promise<ExportJob[]> =>
  (await server.call('GET', '/mon/ts/export/list', { token: as })).body.result
const series = async (agg: string): Promise<TsSeries[]> =>
  (
    await server.call(
      'GET',
      `/mon/ts/query?channels=${air.channelNos.join(',')}&from=${FROM}&to=${NOW}&agg=${agg}&maxPoints=10000`,
      { token },
    )
  ).body.result.series

/** Result of the chart query, one row per point; running buckets are left out as in a file. */
const queried = async (agg: string) =>
  (await series(agg)).flatMap((of) =>
    of.timesMs.flatMap((tsMs, i) =>
      tsMs < NOW || agg === 'raw' ? [{ no: of.channelNo, tsMs, v: of.avg[i] ?? null, q: of.q[i] ?? 0 }] : [],
    ),
  )

/** Adds an export as waiting, as a large one would be: the call itself writes small ones at once. */
async function wait(given: object = {}): Promise<string> {
  const { result } = await start(given)
  await server.db
    .updateTable('monTsExport')
    .set({ state: 'waiting', progress: 0, storeKey: null, touchedAt: null })
    .where('id', '=', result.id)
    .execute()
  return result.id
}

describe('a history export', () => {
  it.each(['raw', '1m', '1h'])('as CSV equals the query result at level %s', async (agg) => {
    const { result } = await start({ agg })
    expect(result).toMatchObject({ state: 'done', format: 'csv', progress: 100 })
    const answer = await file(result.id)
    expect(answer.headers['content-disposition']).toContain('attachment')
    const text = answer.raw.toString('utf8')
    expect(text.startsWith('\uFEFF# 时段（GMT+8）,2026-11-20 10:42:18,2026-11-21 10:42:18')).toBe(true)
    // Neither split at its comma nor run as a formula.
    expect(text).toContain(`"'=江北, 2#"`)
    const sheet = read(answer.raw, { type: 'buffer', raw: true }).Sheets['Sheet1']
    const rows = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1 }).filter((row) => row[0]?.startsWith('20'))
    const want = await queried(agg)
    expect(want.length).toBeGreaterThan(20)
    expect(rows.map((row) => [row[0], Number(row[1]), row[4] ? Number(row[4]) : null, Number(row[10])])).toEqual(
      want.map(({ tsMs, no, v, q }) => [formatGmt8(tsMs), no, v, q]),
    )
    expect(result.rows).toBe(want.length)
  })

  it('as a workbook equals the query result and describes the data on a second sheet', async () => {
    const { result } = await start({ format: 'xlsx', agg: '1m' })
    const book = read((await file(result.id)).raw, { type: 'buffer' })
    expect(book.SheetNames).toEqual(['数据', '说明'])
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets['数据'] ?? {}, { header: 1 })
    expect(rows[0]).toContain('质量标志')
    expect(rows.slice(1).map((row) => [row[0], row[1], row[4] ?? null, row[10]])).toEqual(
      (await queried('1m')).map(({ tsMs, no, v, q }) => [formatGmt8(tsMs), no, v, q]),
    )
    expect(rows[1]?.[2]).toBe('=江北, 2#')
    const head = utils.sheet_to_json<string[]>(book.Sheets['说明'] ?? {}, { header: 1 })
    expect(head.map(([key]) => key)).toEqual(
      expect.arrayContaining(['时段（GMT+8）', '通道', '限值', '质量规则', '筛选', '数据截至（GMT+8）', '数据版本']),
    )
    expect(head.find(([key]) => key === '限值')?.join(' ')).toContain('GB 3095')
    expect(head.find(([key]) => key === '限值生效')).toEqual(['限值生效', '限值按所在日'])
  })

  it('as Parquet holds 64-bit floats, UTC milliseconds and a header', async () => {
    const { result } = await start({ format: 'parquet', agg: '1m' })
    const bytes = (await file(result.id)).raw
    const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    const metadata = parquetMetadata(data)
    const types = parquetSchema(metadata).children.map(({ element }) => [element.name, element.type])
    expect(types).toEqual(
      expect.arrayContaining([
        ['ts', 'INT64'],
        ['value', 'DOUBLE'],
        ['q', 'INT32'],
      ]),
    )
    const rows = (await parquetReadObjects({ file: data, compressors })) as Record<string, unknown>[]
    expect(rows.map(({ ts, channel_no, value, q }) => [(ts as Date).getTime(), channel_no, value ?? null, q])).toEqual(
      (await queried('1m')).map(({ tsMs, no, v, q }) => [tsMs, no, v, q]),
    )
    expect(metadata.key_value_metadata?.find(({ key }) => key === 'natim.head')?.value).toContain('质量规则')
  })

  it('leaves out means of running periods', async () => {
    // The running hour ends within the range.
    const { result } = await start({ agg: '1h', to: NOW + HOUR_MS })
    const text = (await file(result.id)).raw.toString('utf8')
    expect(text).toContain('2026-11-21 10:00:00')
    expect(text).not.toContain('2026-11-21 11:00:00,')
  })

  it('is read from one snapshot, without samples stored during the export', async () => {
    const id = await wait({ agg: 'raw' })
    const task = await claimExport(server.db)
    if (task === undefined) throw new Error('nothing to claim')
    let stored = false
    const written = await runExport({ db: server.db, store, now: () => NOW }, task, async () => {
      if (!stored) {
        stored = true
        const [, second = 0] = air.channelNos
        await storeSamples(server.db, [{ deviceNo: air.deviceNo, channelNo: second, ts: NOW - 30_500, v: 77.125 }])
      }
      return true
    })
    expect(written?.rows).toBe(2 * 1440)
    await server.db.deleteFrom('monSample').where('v', '=', 77.125).execute()
    expect(task.id).toBe(id)
  })

  it('refuses what a query refuses, and does not reveal channels of another region', async () => {
    expect((await start({ channels: Array.from({ length: 21 }, (_, i) => i + 1) })).message).toBe(
      '最多同时查询20个通道！',
    )
    expect((await start({ from: NOW, to: FROM })).message).toBe('结束时间必须晚于开始时间！')
    const unknown = await start({ channels: [2_000_000_000] })
    const hidden = await start({ channels: [air.channelNos[0], foreign.channelNos[0]] })
    expect(hidden.message).toBe(unknown.message)
    expect(
      (await server.call('POST', '/mon/ts/export', { token: await server.signIn('ops'), body: form() })).status,
    ).toBe(403)
  })

  it('is visible to its owner only, and only while they see its channels', async () => {
    const { result } = await start()
    const other = await server.signIn('other')
    expect((await file(result.id, other)).body.success).toBe(false)
    expect(await list(other)).toEqual([])
    await server.db.updateTable('monDevice').set({ regionCode: '330100' }).where('id', '=', air.id).execute()
    expect((await file(result.id)).body.success).toBe(false)
    await server.db.updateTable('monDevice').set({ regionCode: '320500' }).where('id', '=', air.id).execute()
    expect((await file(result.id)).status).toBe(200)
  })

  it('checks channel access when the file is written', async () => {
    const id = await wait()
    await server.db.updateTable('monDevice').set({ regionCode: '330100' }).where('id', '=', air.id).execute()
    await worker.look()
    await server.db.updateTable('monDevice').set({ regionCode: '320500' }).where('id', '=', air.id).execute()
    expect((await list()).find((job) => job.id === id)).toMatchObject({
      state: 'failed',
      error: '有通道已不存在或无权查看',
    })
    expect(await readdir(join(folder, 'exports'))).toEqual([])
  })
})

describe('a large export', () => {
  it('is written by a worker and taken over after its process died', async () => {
    const id = await wait()
    const lost = await claimExport(server.db)
    expect(lost?.id).toBe(id)
    await worker.look()
    expect((await list())[0]?.state).toBe('running')
    await sql`update mon_ts_export set touched_at = now() - make_interval(secs => ${LOST_AFTER_S + 1})`.execute(
      server.db,
    )
    const taken = await claimExport(server.db)
    if (lost === undefined || taken === undefined) throw new Error('nothing to claim')
    // The process presumed dead resumes: its file is discarded, and the other process continues.
    await carryOut({ db: server.db, store, log, now: () => NOW }, lost)
    expect((await list())[0]).toMatchObject({ id, state: 'running' })
    expect(await readdir(join(folder, 'exports'))).toEqual([])
    await carryOut({ db: server.db, store, log, now: () => NOW }, taken)
    expect((await list())[0]).toMatchObject({ id, state: 'done', rows: 2880 })
    const row = await server.db.selectFrom('monTsExport').select('storeKey').executeTakeFirstOrThrow()
    expect(await readdir(join(folder, 'exports'))).toEqual([row.storeKey?.replace('exports/', '')])
    expect((await buffer(await store.open(row.storeKey ?? ''))).length).toBeGreaterThan(1_000)
  })

  it('stops when cancelled and leaves no file', async () => {
    const id = await wait()
    const task = await claimExport(server.db)
    if (task === undefined) throw new Error('nothing to claim')
    const { body } = await server.call('DELETE', `/mon/ts/export/delete?id=${id}`, { token })
    expect(body.success).toBe(true)
    await carryOut({ db: server.db, store, log, now: () => NOW, touchEveryMs: 0 }, task)
    expect(await list()).toEqual([])
    expect(await readdir(join(folder, 'exports'))).toEqual([])
  })

  it('goes back to the queue when its process stops', async () => {
    const id = await wait()
    const task = await claimExport(server.db)
    if (task === undefined) throw new Error('nothing to claim')
    await carryOut({ db: server.db, store, log, now: () => NOW, signal: AbortSignal.abort() }, task)
    expect((await list())[0]).toMatchObject({ id, state: 'waiting' })
  })

  it("counts towards the user's limit, even under concurrent requests", async () => {
    const waiting = { agg: 'raw', from: NOW - 200 * DAY_MS }
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(waiting)))
    expect(answers.filter(({ result }) => result?.state === 'waiting')).toHaveLength(MAX_EXPORTS_UNDER_WAY)
    expect(answers.find(({ result }) => !result)?.message).toBe('最多同时进行 3 个导出，请等待或取消')
  })

  it('is kept for seven days, then its file and row are deleted', async () => {
    await wait()
    await worker.look()
    const [done] = await list()
    expect((done?.expiresMs ?? 0) - Date.now()).toBeGreaterThan(7 * DAY_MS - HOUR_MS)
    await worker.sweep()
    expect(await list()).toHaveLength(1)
    await sql`update mon_ts_export set expires_at = now() - interval '1 second'`.execute(server.db)
    await worker.sweep()
    expect(await list()).toEqual([])
    expect(await readdir(join(folder, 'exports'))).toEqual([])
  })

  it('fails with a message when the points do not fit into a sheet', async () => {
    const writer = await openXlsx(async () => undefined, [])
    const chunk = { tsMs: { length: MAX_SHEET_POINTS + 1 } } as never
    await expect(writer.write(chunk)).rejects.toThrow('超过一张工作表的 1048575 行')
  })

  it('ends once: a second end changes nothing', async () => {
    await wait()
    const task = await claimExport(server.db)
    if (task === undefined) throw new Error('nothing to claim')
    const end = { storeKey: 'exports/a', rows: 1, sizeBytes: 1, sha256: Buffer.alloc(32) }
    expect(await endExport(server.db, task, end)).toBe(true)
    expect(await endExport(server.db, task, end)).toBe(false)
  })
})
