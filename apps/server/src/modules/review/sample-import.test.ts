import { QUALITY } from '@natim/domain/quality'
import { HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { eventually } from '../../testing/eventually.ts'
import { multipart } from '../../testing/multipart.ts'
import { drainMarks } from '../rollup/index.ts'
import { storeSamples } from '../rollup/testing/samples.ts'
import { createPartition, partitionAt } from '../sample/index.ts'
import { instantOf } from './sample-import.ts'

const NOW = parseGmt8('2026-11-25 10:00:00') ?? 0
const DAY = '2026-11-20'
const D0 = parseGmt8(`${DAY} 00:00:00`) ?? 0

let server: TestApp
let device: BuiltDevice
let foreign: BuiltDevice
let stationId: string
let token: string
let provincial: string

beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(NOW) })
  ;({ id: stationId } = await buildStation(server.db, { name: '江北园区' }))
  device = await buildDevice(server.db, { metrics: ['pm25', 'co'], stationId })
  foreign = await buildDevice(server.db, { regionCode: '110000' })
  await server.addUser('wu', { roles: ['nat_admin'] })
  await server.addUser('provincial', { roles: ['nat_admin'], regionPrefixes: ['32'] })
  token = await server.signIn('wu')
  provincial = await server.signIn('provincial')
  for (const table of ['mon_r1m', 'mon_r1h', 'mon_r1d'])
    await sql`create table ${sql.table(`${table}_test`)} partition of ${sql.table(table)} default`.execute(server.db)
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`truncate mon_sample, mon_sample_pack, mon_pack_touched, mon_r1m, mon_r1h, mon_r1d, mon_dirty, mon_sample_mark,
    mon_sample_import_row, mon_sample_import, mon_review_day, mon_review_log`.execute(server.db)
})

interface Job {
  readonly id: string
  readonly phase: string
  readonly message: string
  readonly summary: Readonly<Record<'new' | 'changed' | 'same' | 'wrong', number>>
}
const api = async (method: 'GET' | 'POST', path: string, body?: object, as = token) =>
  (await server.call(method, `/mon/ts/${path}`, { token: as, ...(body && { body }) })).body

/** Waits until a job needs input or has ended. */
const settled = (id: string, phases: readonly string[], as = token) =>
  eventually(async () => {
    const { result } = await api('GET', `import/job?id=${id}`, undefined, as)
    expect(phases).toContain(result.phase)
    return result as Job
  })

async function check(csv: string, as = token, name = 'samples.csv'): Promise<Job> {
  const form = await multipart([['file', { name, bytes: csv }]])
  const opened = await server.call('POST', '/mon/ts/import/open', { token: as, body: form.body, headers: form.headers })
  const { id } = opened.body.result
  const { mapping } = (await settled(id, ['mapping', 'failed'], as)) as Job & { mapping: object }
  await api('POST', 'import/check', { id, mapping }, as)
  return settled(id, ['checked', 'failed'], as)
}
async function bring(csv: string, as = token): Promise<Job> {
  const { id } = await check(csv, as)
  await api('POST', 'import/commit', { id }, as)
  return settled(id, ['done', 'failed'], as)
}
const errorsOf = async ({ id }: Job, as = token) => {
  const { result } = await api('GET', `import/rows?id=${id}&kind=wrong&pageNo=1&pageSize=50`, undefined, as)
  return result.records.map(({ rowNo, errors }: { rowNo: number; errors: object }) => [rowNo, errors])
}

const HEAD = 'client_id,channel,ts,value,unit'
const line = (minute: number, value: number | string, channel = 'pm25', unit = 'µg/m³') =>
  `${device.clientId},${channel},${DAY} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00,${value},${unit}`
const sheet = (...lines: string[]) => [HEAD, ...lines].join('\r\n')
const all = async () =>
  (
    await server.pool.query<{ line: string }>(
      `select concat_ws(' ', t.name, r) as line from (
         select 's' as name, to_jsonb(s)::text as r from mon_samples s union all
         select 'm', to_jsonb(m)::text from mon_r1m m union all
         select 'h', to_jsonb(h)::text from mon_r1h h union all
         select 'd', to_jsonb(d)::text from mon_r1d d) t order by 1`.replace('t.name, r', 't.name, t.r'),
    )
  ).rows.map((row) => row.line)

describe('a sample sheet', () => {
  it('is checked, written with its units converted, and undone without a trace', async () => {
    const channelNo = device.channelNos[0] ?? 0
    await createPartition(server.pool, partitionAt('mon_sample', D0))
    await storeSamples(
      server.db,
      Array.from({ length: 30 }, (_, i) => ({
        deviceNo: device.deviceNo,
        channelNo,
        ts: D0 + 10 * HOUR_MS + (i + 1) * MINUTE_MS,
        v: 40,
      })),
    )
    await drainMarks(server.db)
    const before = await all()
    const csv = sheet(
      ...Array.from({ length: 40 }, (_, i) => line(8 * 60 + i, 30)),
      ...Array.from({ length: 20 }, (_, i) => line(10 * 60 + 31 + i, 50)),
      line(9 * 60, 2, '2', 'mg/m³'),
    )
    expect((await check(csv)).summary).toEqual({ new: 61, changed: 0, same: 0, wrong: 0 })
    expect(await all()).toEqual(before)
    expect(await bring(csv)).toMatchObject({ phase: 'done', message: '成功导入 61 行' })
    await drainMarks(server.db)
    const hours = await server.db
      .selectFrom('monR1h')
      .select(['t', 'n', 'nLate', 'vAvg'])
      .where('channelNo', '=', channelNo)
      .orderBy('t')
      .execute()
    expect(hours.map(({ n, nLate }) => [n, nLate])).toEqual([
      [1, 1],
      [39, 39],
      [50, 20],
    ])
    const co = await server.db
      .selectFrom('monSample')
      .select(['v', 'q'])
      .where('channelNo', '=', device.channelNos[1] ?? 0)
      .execute()
    expect(co).toEqual([{ v: 2, q: QUALITY.late }])
    const { result } = await api('GET', 'imports')
    expect(result.imports).toMatchObject([{ n: 61, madeBy: 'wu（测试）', undoneBy: null }])
    const undone = await api('POST', 'undoImport', { id: result.imports[0].id })
    expect(undone.message).toBe('已撤销导入，删除 61 个样本')
    await drainMarks(server.db)
    expect(await all()).toEqual(before)
    expect((await api('POST', 'undoImport', { id: result.imports[0].id })).message).toBe('该次导入已由wu（测试）撤销！')
  })

  it('never overwrites: equal samples are skipped, different ones refused with the stored value', async () => {
    const channelNo = device.channelNos[0] ?? 0
    await createPartition(server.pool, partitionAt('mon_sample', D0))
    await storeSamples(server.db, [
      { deviceNo: device.deviceNo, channelNo, ts: D0 + 60 * MINUTE_MS, v: 40 },
      { deviceNo: device.deviceNo, channelNo, ts: D0 + 61 * MINUTE_MS, v: 41 },
    ])
    const job = await check(sheet(line(60, 40), line(61, 99), line(62, 42)))
    expect(job.summary).toEqual({ new: 1, changed: 0, same: 1, wrong: 1 })
    expect(await errorsOf(job)).toEqual([[3, { value: '该时刻已有样本 41，不会被覆盖' }]])
  })

  it('reports the errors of each row', async () => {
    const old = `${device.clientId},pm25,2026-08-01 00:00:00,1,`
    const future = `${device.clientId},pm25,2026-11-26 00:00:00,1,`
    const job = await check(
      sheet(
        `nobody-0001,pm25,${DAY} 01:00:00,1,`,
        line(1, 5, 'so2'),
        line(2, 'much'),
        `${device.clientId},pm25,yesterday,1,`,
        old,
        future,
        line(3, 5, 'pm25', 'ppm'),
        line(4, -9_999),
        `,pm25,${DAY} 01:00:00,1,`,
      ),
    )
    expect(
      (await errorsOf(job)).map(([rowNo, errors]: [number, Record<string, string>]) => [
        rowNo,
        ...Object.entries(errors).flat(),
      ]),
    ).toEqual([
      [2, 'clientId', '设备不存在，或没有通道'],
      [3, 'channel', '该设备没有此通道'],
      [4, 'value', '应为数字'],
      [5, 'ts', expect.stringContaining('时间格式应为')],
      [6, 'ts', expect.stringContaining('早于原始样本的保存期')],
      [7, 'ts', '时间晚于当前'],
      [8, 'unit', '不能换算为 µg/m³'],
      [9, 'value', expect.stringContaining('超出物理可能范围')],
      [10, 'clientId', '不能为空'],
    ])
  })

  it('rejects a repeated heading as a wrong row', async () => {
    const job = await check(sheet(line(1, 5), HEAD, line(2, 6)))
    expect((await errorsOf(job)).map(([rowNo]: [number]) => rowNo)).toEqual([3])
  })

  it('reads the first of two columns with the same heading', async () => {
    const rows = [line(1, 5), line(2, 6)].map((row) => `${row},999`)
    const job = await bring([`${HEAD},value`, ...rows].join('\r\n'))
    expect(job).toMatchObject({ phase: 'done' })
    const { rows: stored } = await sql<{ v: number }>`select v from mon_samples order by ts`.execute(server.db)
    expect(stored.map(({ v }) => v)).toEqual([5, 6])
  })

  it('writes nothing when an instant occurs twice', async () => {
    const job = await bring(sheet(line(60, 40), line(61, 41), line(60, 43)))
    expect(job).toMatchObject({ phase: 'failed', message: expect.stringContaining('有样本的时刻重复') })
    expect(await all()).toEqual([])
    expect((await api('GET', 'imports')).result.imports).toEqual([])
  })

  it('does not change approved days, also when undone', async () => {
    await bring(sheet(line(60, 40)))
    await sql`update mon_review_day set state = 'approved', approved_name = '周' where station_id = ${stationId}`.execute(
      server.db,
    )
    const job = await check(sheet(line(61, 40)))
    expect(await errorsOf(job)).toEqual([[2, { ts: `${DAY} 已批准，需先撤回批准` }]])
    const { result } = await api('GET', 'imports')
    const undo = await api('POST', 'undoImport', { id: result.imports[0].id })
    expect(undo.message).toBe(`江北园区 ${DAY} 已由周批准，需先撤回批准！`)
    expect(await all()).toHaveLength(1)
  })

  it('finds no devices of other regions, and neither shows nor undoes their imports', async () => {
    const text = [HEAD, `${foreign.clientId},pm25,${DAY} 01:00:00,5,`].join('\n')
    expect(await errorsOf(await check(text, provincial), provincial)).toEqual([
      [2, { clientId: '设备不存在，或没有通道' }],
    ])
    expect(await bring(text)).toMatchObject({ phase: 'done' })
    expect((await api('GET', 'imports', undefined, provincial)).result.imports).toEqual([])
    const { result } = await api('GET', 'imports')
    expect((await api('POST', 'undoImport', { id: result.imports[0].id }, provincial)).message).toBe('未找到对应数据')
  })
})

describe('an instant in a sheet', () => {
  it('is GMT+8 or epoch milliseconds', () => {
    expect(instantOf(`${DAY} 08:05:00`)).toBe(D0 + 485 * MINUTE_MS)
    expect(instantOf('2026/11/20 8:05')).toBe(D0 + 485 * MINUTE_MS)
    expect(instantOf(`${DAY}T08:05:00.25`)).toBe(D0 + 485 * MINUTE_MS + 250)
    expect(instantOf(String(D0))).toBe(D0)
    for (const text of ['', DAY, '2026-13-01 00:00:00', '2026-11-20 25:00:00', '12345'])
      expect(instantOf(text)).toBeUndefined()
  })
})
