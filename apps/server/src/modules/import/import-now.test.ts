import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { zipOf } from '../../testing/zip.ts'
import { sheetOf, tableOf } from './testing/sheet.ts'

let server: TestApp
let dataDir: string
let admin: string
let jiangsu: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'natim-import-'))
  server = await buildTestApp({ config: { dataDir } })
  await server.addUser('admin', { roles: ['admin'] })
  await server.addUser('jiangsu', { roles: ['nat_admin'], regionPrefixes: ['32'] })
  admin = await server.signIn('admin')
  jiangsu = await server.signIn('jiangsu')
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const HEADINGS = ['*站点编号', '*站点名称', '*站点简称', '*站点类型', '*行政区划', '*经度', '*纬度', '状态']
const row = (code: string, change: Record<number, unknown> = {}) =>
  ['', '园区站', '园区', '化工园区', '江苏省苏州市', 120.62, 31.3, '启用'].map(
    (cell, n) => change[n] ?? (n === 0 ? code : cell),
  )

interface File {
  readonly name?: string
  readonly bytes: Buffer
}
/** Sends like the import dialog. */
async function send(files: readonly File[], { token = admin, part = 'files[]' } = {}) {
  const parts = [
    ...files.map(({ name = '站点.xlsx', bytes }) => [part, { name, bytes }] as const),
    ['isSingleTableImport', '1'] as const,
    ['foreignKeys', '[]'] as const,
    ['validateStatus', '1'] as const,
  ]
  const { body, headers } = await multipart(parts)
  return server.call('POST', '/mon/station/importExcel', { token, body, headers })
}
const importRows = (rows: unknown[][], options?: Parameters<typeof send>[1]) =>
  send([{ bytes: sheetOf([['站点列表'], ['x'], HEADINGS, ...rows]) }], options)
const station = async (code: string) =>
  (await server.call('GET', `/mon/station/list?code=${code}`, { token: admin })).body.result.records[0]
const readFile = (path: string, token: string | undefined) =>
  server.call('GET', path, token === undefined ? {} : { token })

describe('an import with only valid rows', () => {
  it('accepts the code of a deleted station', async () => {
    await importRows([row('I-AGAIN')])
    const { id } = await station('I-AGAIN')
    await server.call('DELETE', `/mon/station/delete?id=${id}`, { token: admin })
    expect((await importRows([row('I-AGAIN')])).body).toMatchObject({ success: true, code: 200 })
    expect((await station('I-AGAIN')).id).not.toBe(id)
  })

  it.each(['xlsx', 'biff8'] as const)(
    '[CA-95][VA-56][WG-141] of a %s file answers 200 with the count',
    async (kind) => {
      const bytes = sheetOf([HEADINGS, row(`I-${kind}-1`), [], row(`I-${kind}-2`)], kind)
      const { status, body } = await send([{ name: kind === 'xlsx' ? 'a.xlsx' : 'a.XLS', bytes }])
      expect({ status, ...body }).toMatchObject({ status: 200, success: true, code: 200, result: null })
      expect(body.message).toBe('文件导入成功！数据行数：2')
      expect(await station(`I-${kind}-2`)).toMatchObject({
        name: '园区站',
        stationType: 'park',
        regionCode: '320500',
        funcZone: 2,
      })
    },
  )

  it('accepts several files, with headings in any order', async () => {
    const turned = (cells: unknown[]) => cells.toReversed()
    const { body } = await send([
      { bytes: sheetOf([HEADINGS, row('I-F1')]) },
      { bytes: sheetOf([turned(HEADINGS), turned(row('I-F2'))]) },
    ])
    expect(body).toMatchObject({ success: true, message: '文件导入成功！数据行数：2' })
    expect((await station('I-F2')).name).toBe('园区站')
  })

  it('keeps nothing of the sheet afterwards', async () => {
    for (const table of ['sysImportJob', 'sysImportRow'] as const)
      expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

describe('an import with invalid rows', () => {
  const rows = [
    row('I-OK'),
    row('有空格 的'),
    row('I-W2', { 1: '', 3: '月球' }),
    row('I-W3', { 5: 'east', 6: 95 }),
    row('I-W4', { 4: '火星' }),
    row('I-OK'),
    row('I-xlsx-1'),
  ]

  it('[CA-95][WG-144][WG-147] answers 201 with the path of the refused rows, each with its reason by row and column', async () => {
    const { body } = await importRows(rows)
    expect(body).toMatchObject({ success: true, code: 201 })
    expect(body.message).toBe('导入成功,但是有错误数据!成功 1 行，失败 6 行')
    expect(body.result).toMatch(/^\/sys\/common\/static\/import\/[0-9a-f]{32}_\d+\.xlsx\?ticket=[\w-]{43}$/)
    const { status, headers, raw } = await readFile(body.result, admin)
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'private, no-store' })
    const table = tableOf(raw)
    expect(table[2]).toEqual([...HEADINGS, '错误原因'])
    expect(table.slice(3).map((cells) => [cells[0], cells.at(-1)])).toEqual([
      ['有空格 的', '第 5 行 站点编号：只能包含字母、数字、下划线和短横线'],
      ['I-W2', '第 6 行 站点名称：不能为空；站点类型：「月球」不在可选范围内'],
      ['I-W3', '第 7 行 经度：请输入经度；纬度：纬度应在 −90 到 90 之间'],
      ['I-W4', '第 8 行 行政区划：行政区划代码应为 6 位数字'],
      ['I-OK', '第 9 行 站点编号：与第 4 行重复'],
      ['I-xlsx-1', '第 10 行 站点编号：数据库中已存在'],
    ])
    expect(await station('I-OK')).toBeDefined()
  })

  it('[WG-144] shows the error file only to the importer', async () => {
    const { body } = await importRows([row('')])
    const [path = ''] = body.result.split('?')
    for (const token of [undefined, jiangsu]) expect((await readFile(path, token)).status).toBe(404)
    expect((await readFile(path, admin)).status).toBe(200)
    const listed = (await server.call('GET', '/sys/oss/file/list', { token: admin })).body.result
    expect(listed.total).toBe(0)
  })

  it('answers counts to lists, which send one part called file', async () => {
    const { body } = await importRows([row('I-A1'), row('')], { part: 'file' })
    expect(body.code).toBe(201)
    expect(body.result).toMatchObject({
      totalCount: 2,
      successCount: 1,
      errorCount: 1,
      fileName: '站点导入错误数据.xlsx',
    })
    expect((await readFile(body.result.fileUrl, admin)).status).toBe(200)
  })

  describe('the link in the answer, opened without a header', () => {
    const linkOf = async (part: string) => {
      const { result } = (await importRows([row('')], { part })).body
      return typeof result === 'string' ? result : result.fileUrl
    }
    const tickets = async () => (await server.db.selectFrom('sysFileTicket').selectAll().execute()).length

    it.each(['file', 'files[]'])('[CA-95] works once, for part %s', async (part) => {
      const link = await linkOf(part)
      const { status, headers, raw } = await readFile(link, undefined)
      expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'private, no-store' })
      expect(tableOf(raw)[2]).toEqual([...HEADINGS, '错误原因'])
      expect((await readFile(link, undefined)).status).toBe(404)
    })

    it('admits only one of several concurrent requests', async () => {
      const link = await linkOf('file')
      const answers = await Promise.all(Array.from({ length: 8 }, () => readFile(link, undefined)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 404)])
    })

    it('opens only that file, and only with its ticket', async () => {
      const [mine = '', other = ''] = [await linkOf('file'), await linkOf('file')]
      const [path = ''] = mine.split('?')
      expect((await readFile(`${path}?${other.split('?')[1]}`, undefined)).status).toBe(404)
      for (const query of ['ticket=', 'ticket=x', `ticket=${'x'.repeat(99)}`, 'ticket[]=1'])
        expect((await readFile(`${path}?${query}`, undefined)).status).toBe(404)
      expect((await readFile(mine, undefined)).status).toBe(200)
    })

    it('is not consumed by its importer with a session, nor by a HEAD request', async () => {
      const link = await linkOf('file')
      expect((await readFile(link, admin)).status).toBe(200)
      expect((await server.app.inject({ method: 'HEAD', url: `/jeecg-boot${link}` })).statusCode).toBe(404)
      expect((await readFile(link, undefined)).status).toBe(200)
    })

    it('expires after ten minutes, and is deleted with the next ticket', async () => {
      const link = await linkOf('file')
      await server.db.updateTable('sysFileTicket').set({ expiresAt: sql<Date>`now() - interval '1 second'` }).execute()
      expect((await readFile(link, undefined)).status).toBe(404)
      await linkOf('file')
      expect(await tickets()).toBe(1)
      const { expiresAt } = await server.db.selectFrom('sysFileTicket').selectAll().executeTakeFirstOrThrow()
      expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(600_000)
      expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(540_000)
    })
  })

  it('the corrected error file can be imported again', async () => {
    const { body } = await importRows([row('I-R1', { 1: '' })])
    const table = tableOf((await readFile(body.result, admin)).raw)
    table[3] = (table[3] ?? []).with(1, '补上的名称')
    const again = await send([{ bytes: sheetOf(table) }])
    expect(again.body).toMatchObject({ code: 200 })
    expect((await station('I-R1')).name).toBe('补上的名称')
  })

  it("cannot import outside the user's scope", async () => {
    const { body } = await importRows([row('I-S1'), row('I-S2', { 4: '广东省广州市' })], { token: jiangsu })
    expect(body.code).toBe(201)
    const table = tableOf((await readFile(body.result, jiangsu)).raw)
    expect(table[3]?.at(-1)).toBe('第 5 行 行政区划：不在您的数据范围内')
    expect(await station('I-S2')).toBeUndefined()
  })

  it('formulas become plain text in the error file', async () => {
    const { body } = await importRows([row('=1+1', { 1: '=HYPERLINK("http://x")' })])
    const { raw } = await readFile(body.result, admin)
    expect(tableOf(raw)[3]?.slice(0, 2)).toEqual(['=1+1', '=HYPERLINK("http://x")'])
  })
})

describe('an invalid import file', () => {
  const bomb = zipOf([
    { name: 'xl/workbook.xml', content: '<workbook/>' },
    { name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(101 * 1024 * 1024) },
  ])
  it.each([
    ['by its name', 'a.csv', sheetOf([HEADINGS, row('X1')]), '仅支持 .xls、.xlsx 格式的文件'],
    ['by its content', 'a.xlsx', Buffer.from('站点编号,站点名称'), '文件无法读取，请确认它是有效的 Excel 文件'],
    ['without rows', 'a.xlsx', sheetOf([HEADINGS]), '文件中没有数据行'],
    [
      'without required headings',
      'a.xlsx',
      sheetOf([
        ['站点编号', '备注'],
        ['X1', ''],
      ]),
      '缺少必填列：站点名称、站点简称、站点类型、行政区划、经度、纬度，请使用导入模板',
    ],
    ['packed to burst', 'a.xlsx', bomb, '文件内容过大或压缩率异常，已拒绝导入'],
    ['of no bytes', 'a.xlsx', Buffer.alloc(0), '不能上传空文件'],
  ])('[VA-56] %s is refused with a message', async (_, name, bytes, message) => {
    const { status, body } = await send([{ name, bytes }])
    expect({ status, success: body.success, message: body.message }).toEqual({ status: 200, success: false, message })
  })
})

it('the template with its own example can be imported', async () => {
  const { raw, headers } = await server.call('GET', '/mon/station/importTemplate', { token: admin })
  expect(headers['content-disposition']).toContain(encodeURIComponent('站点导入模板.xlsx'))
  expect(tableOf(raw)[2]?.slice(0, 3)).toEqual(['*站点编号', '*站点名称', '*站点简称'])
  expect((await send([{ bytes: raw }])).body).toMatchObject({ success: true, code: 200 })
})
