import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-app.ts'
import { buildStation } from '../testing/build-network.ts'
import { clearLog } from '../testing/clear-log.ts'
import { MAX_EXPORT_ROWS } from './xlsx.ts'

let server: TestApp
let duty: string
const ids: string[] = []

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('duty', { roles: ['prov_duty'], regionPrefixes: ['32'] })
  duty = await server.signIn('duty')
  for (const [name, regionCode] of [
    ['甲站', '320500'],
    ['乙站', '320100'],
    ['丙站', '440100'],
  ] as const) {
    ids.push((await buildStation(server.db, { name, regionCode })).id)
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearLog(server.db)
})

const exportStations = (query = '', body: unknown = {}, method: 'GET' | 'POST' = 'POST') =>
  server.call(method, `/mon/station/exportXls${query}`, { token: duty, ...(method === 'POST' ? { body } : {}) })
function namesIn(raw: Buffer): string[] {
  const sheet = Object.values(read(raw).Sheets)[0] ?? {}
  const rows = utils.sheet_to_json<string[]>(sheet, { header: 1 })
  return rows
    .slice(3)
    .map((row) => row[1] ?? '')
    .sort()
}

describe('an export', () => {
  it('contains only rows the list shows', async () => {
    const { status, raw } = await exportStations()
    expect({ status, names: namesIn(raw) }).toEqual({ status: 200, names: ['乙站', '甲站'] })
  })

  it.each<[string, string, unknown, string[]]>([
    ['查询里的筛选', '?name=甲站', {}, ['甲站']],
    ['内容里的筛选', '', { name: '*站' }, ['乙站', '甲站']],
    ['内容里的筛选盖过查询里的', '?name=甲站', { name: '乙站' }, ['乙站']],
    ['分页参数不起作用', '?pageNo=2&pageSize=1', { pageNo: 9, pageSize: 1 }, ['乙站', '甲站']],
  ])('%s', async (_name, query, body, names) => {
    expect(namesIn((await exportStations(encodeURI(query), body)).raw)).toEqual(names)
  })

  it('takes selected rows as text or array, and ignores selected rows the list does not show', async () => {
    const [own = '', second = '', foreign = ''] = ids
    expect(namesIn((await exportStations('', { selections: `${own},${foreign},` })).raw)).toEqual(['甲站'])
    expect(namesIn((await exportStations('', { selections: [own, second, foreign] })).raw)).toEqual(['乙站', '甲站'])
    expect(namesIn((await exportStations('', { selections: ["' or 1=1 --"] })).raw)).toEqual([])
  })

  it.each([{ selections: '' }, { selections: [] }, { selections: null }, { selections: 7 }, { selections: [1, {}] }])(
    'exports everything when the selection is %j',
    async (body) => {
      expect(namesIn((await exportStations('', body)).raw)).toHaveLength(2)
    },
  )

  it('also works with GET, with an encoded file name', async () => {
    const { headers, raw } = await exportStations('', undefined, 'GET')
    expect(namesIn(raw)).toHaveLength(2)
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('站点列表.xlsx')}`)
    expect(headers['content-type']).toContain('spreadsheetml')
  })

  it('logs who exported how many rows', async () => {
    await exportStations()
    const rows = await server.db.selectFrom('sysLog').selectAll().execute()
    expect(rows).toMatchObject([
      {
        logType: 2,
        logContent: '导出站点列表 2 行',
        operateType: 6,
        success: true,
        username: 'duty',
        ip: '127.0.0.1',
        route: '/jeecg-boot/mon/station/exportXls',
      },
    ])
  })

  it('answers 403 without the permission, and logs the denial', async () => {
    await server.addUser('nobody')
    const token = await server.signIn('nobody')
    await clearLog(server.db)
    expect((await server.call('POST', '/mon/station/exportXls', { token, body: {} })).status).toBe(403)
    const rows = await server.db.selectFrom('sysLog').select(['logType', 'logContent', 'success']).execute()
    expect(rows).toEqual([{ logType: 3, logContent: '拒绝访问：mon:station:export', success: false }])
  })
})

describe('the export limit', () => {
  it(`refuses more than ${MAX_EXPORT_ROWS} rows with 413, without logging an export`, async () => {
    await server.pool.query(
      `insert into mon_station (id, code, name, short_name, station_type, lng, lat, region_code, sys_org_code)
       select 'bulk-' || n, 'B-' || n, '批量', '批量', 'city', 120, 31, '320500', 'A01' from generate_series(1, $1) as n`,
      [MAX_EXPORT_ROWS],
    )
    const { status, body } = await exportStations()
    expect({ status, message: body.message }).toEqual({ status: 413, message: '导出超过 50000 行，请缩小范围' })
    expect(await server.db.selectFrom('sysLog').select('id').execute()).toEqual([])
  })
})
