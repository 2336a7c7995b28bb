import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportDocument } from '@natim/contract/mon/mon-report'
import { MAX_OPEN_DAYS, type OpenBucket } from '@natim/contract/mon/open'
import type { Capture } from '@natim/domain/capture'
import { DAY_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createLocalStore } from '../../platform/files/local-store.ts'
import { createLogger } from '../../platform/logger.ts'
import { createPdfPrinter } from '../../platform/print/pdf-printer.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { drainMarks } from '../rollup/index.ts'
import { openPartitions, storeSamples } from '../rollup/testing/samples.ts'
import { buildDocument } from './documents/build.ts'
import { createReportFiles, startReportWorker } from './index.ts'

const NOW = parseGmt8('2026-11-05 10:00:00') ?? 0
const FROM = parseGmt8('2026-10-01') ?? 0
const TO = parseGmt8('2026-11-01') ?? 0
const clock = createManualClock(NOW)
const INVALID = 1

let server: TestApp
let token: string
let folder: string
let station: { id: string; name: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'natim-sums-'))
  server = await buildTestApp({ clock, config: { dataDir: folder } })
  await server.addUser('boss', { roles: ['nat_admin'] })
  token = await server.signIn('boss')
  await openPartitions(server.db)
  station = await buildStation(server.db)
  const device = await buildDevice(server.db, {
    metrics: ['pm25'],
    stationId: station.id,
    periodS: 60,
    status: 'online',
  })
  const [channelNo = 0] = device.channelNos
  const { deviceNo } = device
  // Three whole days with holes and invalid hours, including the border of the month: 24:00 of the 31st belongs to it,
  // 00:00 of the 1st does not.
  for (const day of [0, 1, 30])
    await storeSamples(
      server.db,
      Array.from({ length: 1440 }, (_, i) => FROM + day * DAY_MS + (i + 1) * MINUTE_MS)
        .filter((_, i) => i % 10 !== 3)
        .map((ts, i) => ({ deviceNo, channelNo, ts, v: 10 + day + (i % 5), q: i % 50 === 0 ? INVALID : 0 })),
    )
  await storeSamples(server.db, [
    { deviceNo, channelNo, ts: FROM, v: 900 },
    { deviceNo, channelNo, ts: TO + MINUTE_MS, v: 900 },
  ])
  await drainMarks(server.db)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const get = async <T>(path: string): Promise<T> => (await server.call('GET', path, { token })).body.result

it('the monthly report equals the sum of its days, and that of the open interface', async () => {
  const def = { name: '月报', kind: 'station_month', formats: ['csv'], stationId: station.id }
  expect((await server.call('POST', '/mon/reportDef/add', { token, body: def })).body.message).toBe('添加成功！')
  const list = await get<{ records: { id: string; name: string }[] }>('/mon/reportDef/list?pageSize=50')
  const defId = list.records.find(({ name }) => name === '月报')?.id
  const run = (await server.call('POST', '/mon/report/run', { token, body: { defId } })).body.result
  const files = createReportFiles({
    db: server.db,
    store: createLocalStore(join(folder, 'files')),
    printer: createPdfPrinter(undefined, ''),
  })
  const log = createLogger({ logLevel: 'silent' } as never).of('jobs')
  const worker = startReportWorker({
    db: server.db,
    bus: server.bus,
    log,
    files,
    network: '网',
    mail: undefined,
    clock,
  })
  await worker.look()
  await worker.stop()
  const row = await server.db
    .selectFrom('monReportRun')
    .select(['document', 'error'])
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow()
  expect(row.error).toBeNull()
  const [table] = (row.document as unknown as ReportDocument).tables
  const cell = (title: string) => table?.rows[0]?.[table.columns.findIndex((column) => column.title === title)]

  const { rows } = await get<{ rows: { capture: Capture }[] }>(
    `/mon/review/capture?stationId=${station.id}&month=2026-10`,
  )
  const sum = (key: keyof Capture) => rows.reduce((total, { capture }) => total + capture[key], 0)
  expect(rows).toHaveLength(31)
  expect([cell('应收'), cell('实收'), cell('有效')]).toEqual([sum('expected'), sum('received'), sum('valid')])
  expect(cell('应收')).toBe(31 * 1440)
  expect(cell('实收')).toBe(3 * 1296)

  // The report of all stations has the same figures for this one.
  const scope = { orgCode: 'A01', regionPrefixes: ['*'] }
  const span = { fromMs: FROM, toMs: TO }
  const whole = await buildDocument(server.db, {
    ...span,
    kind: 'station_month',
    place: 'city',
    region: '',
    stationId: null,
    scope,
  })
  const [stations] = whole.tables
  const own = stations?.rows.find(([name]) => name === station.name) ?? []
  for (const title of ['应收', '实收', '有效'])
    expect([title, own[stations?.columns.findIndex((column) => column.title === title) ?? -1]]).toEqual([
      title,
      cell(title),
    ])

  const form = { name: '合计', publicationId: 'pub-raw', scopes: ['hour', 'day'], ratePerMin: 60, days: 1 }
  const api = (await server.call('POST', '/mon/token/add', { token, body: form })).body.result.token
  const open = async (level: 'hour' | 'day') => {
    expect((TO - FROM) / DAY_MS).toBeLessThanOrEqual(MAX_OPEN_DAYS[level])
    const url = `/open/v1/${level}?from=${FROM}&to=${TO}&station=${station.id}&limit=5000`
    return (await server.app.inject({ url, headers: { authorization: `Bearer ${api}` } })).json<{
      data: OpenBucket[]
    }>().data
  }
  const days = await open('day')
  const total = (of: readonly OpenBucket[], key: 'n' | 'valid') => of.reduce((all, bucket) => all + bucket[key], 0)
  expect(days).toHaveLength(3)
  for (const of of [days, await open('hour')])
    expect([total(of, 'n'), total(of, 'valid')]).toEqual([cell('实收'), cell('有效')])
  const mean = days.reduce((all, { value }) => all + (value ?? 0), 0) / days.length
  expect(cell('月均')).toBe(Number(mean.toFixed(0)))
  expect([cell('日最小'), cell('日最大')]).toEqual(
    [Math.min, Math.max].map((pick) => Number(pick(...days.map(({ value }) => value ?? 0)).toFixed(0))),
  )
})
