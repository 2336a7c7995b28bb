import type { ImportJob, ImportPhase } from '@natim/contract/system/import'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice } from '../../testing/build-network.ts'
import { eventually } from '../../testing/eventually.ts'
import { multipart } from '../../testing/multipart.ts'
import { countWaiting } from '../../testing/waiting-locks.ts'
import { sheetOf, tableOf } from './testing/sheet.ts'

let server: TestApp
let admin: string
let colleague: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  await server.addUser('colleague', { roles: ['admin'] })
  admin = await server.signIn('admin')
  colleague = await server.signIn('colleague')
})
afterAll(() => server.close())

const BASE = '/mon/station/import'
const get = (step: string, query: string, token = admin) => server.call('GET', `${BASE}/${step}?${query}`, { token })
const post = (step: string, body: object, token = admin) => server.call('POST', `${BASE}/${step}`, { token, body })

const HEADINGS = ['站点编号', '站点名称', '简称', '站点类型', '行政区划', '经度', '纬度', '状态']
const row = (code: string, change: Record<number, unknown> = {}) =>
  [code, '园区站', '园区', '化工园区', '江苏省苏州市', 120.62, 31.3, ''].map((cell, n) => change[n] ?? cell)

/** Waits for background work. */
async function until(id: string, phase: ImportPhase, token = admin): Promise<ImportJob> {
  return eventually(async () => {
    const { result } = (await get('job', `id=${id}`, token)).body
    expect(result.phase).toBe(phase)
    return result as ImportJob
  })
}

async function open(rows: unknown[][], token = admin): Promise<ImportJob> {
  const file = { name: '站点.xlsx', bytes: sheetOf([HEADINGS, ...rows]) }
  const { body, headers } = await multipart([['file', file]])
  const answer = await server.call('POST', `${BASE}/open`, { token, body, headers })
  expect(answer.body).toMatchObject({ success: true, result: { fileName: '站点.xlsx' } })
  return until(answer.body.result.id, 'mapping', token)
}

/** Maps the one heading that cannot be guessed. */
async function check({ id, mapping }: ImportJob, token = admin): Promise<ImportJob> {
  expect((await post('check', { id, mapping: { ...mapping, shortName: 2 } }, token)).body.success).toBe(true)
  return until(id, 'checked', token)
}
const rowsOf = async (id: string, kind: string, page = '') =>
  (await get('rows', `id=${id}&kind=${kind}${page}`)).body.result
const add = (code: string) =>
  server.call('POST', '/mon/station/add', {
    token: admin,
    body: { code, name: '老站', shortName: '老', stationType: 'park', lng: 120.62, lat: 31.3, regionCode: '320500' },
  })
const station = async (code: string) =>
  (await server.call('GET', `/mon/station/list?code=${code}`, { token: admin })).body.result.records[0]

describe('the import workbench', () => {
  it('guesses the columns, and shows the first rows of the file', async () => {
    const job = await open([row('W-G1'), row('W-G2')])
    expect(job).toMatchObject({ total: 2, done: 2, headings: HEADINGS, message: '' })
    expect(job.mapping).toMatchObject({ code: 0, name: 1, shortName: null, lng: 5, address: null })
    expect(job.samples[1]?.[0]).toBe('W-G2')
    const type = job.columns.find(({ key }) => key === 'stationType')
    expect(type).toMatchObject({ title: '站点类型', required: true })
    expect(type?.options).toContain('化工园区')
  })

  it('checks nothing until every required column is mapped', async () => {
    const { id, mapping } = await open([row('W-M1')])
    expect((await post('check', { id, mapping })).body).toMatchObject({
      success: false,
      message: '缺少必填列：站点简称，请使用导入模板',
    })
    expect((await post('check', { id, mapping: { ...mapping, shortName: 99 } })).body.success).toBe(false)
    expect((await post('commit', { id })).body.success).toBe(false)
  })

  it('distinguishes new, changed, unchanged and faulty rows, and writes only after 提交', async () => {
    await add('W-SAME')
    await add('W-CHANGED')
    const same = { 1: '老站', 2: '老' }
    const { id, summary } = await check(
      await open([
        row('W-NEW'),
        row('W-SAME', same),
        row('W-CHANGED', { ...same, 1: '新名' }),
        row('W WRONG'),
        row('W-NEW'),
      ]),
    )
    expect(summary).toEqual({ new: 1, changed: 1, same: 1, wrong: 2 })
    const [changed] = (await rowsOf(id, 'changed')).records
    expect(changed).toMatchObject({ rowNo: 4, before: { name: '老站' }, cells: { name: '新名' } })
    const page = await rowsOf(id, 'wrong', '&pageNo=2&pageSize=1')
    expect(page).toMatchObject({ total: 2, current: 2, records: [{ rowNo: 6, errors: { code: '与第 2 行重复' } }] })
    expect(await station('W-NEW')).toBeUndefined()

    await post('commit', { id })
    expect(await until(id, 'done')).toMatchObject({ message: '成功导入 2 行', done: 2 })
    expect(await station('W-NEW')).toMatchObject({ name: '园区站' })
    expect(await station('W-CHANGED')).toMatchObject({ name: '新名', shortName: '老' })
    const { raw } = await get('errorFile', `id=${id}`)
    expect(tableOf(raw)[3]?.at(-1)).toContain('第 5 行 站点编号')
  })

  it('reports all errors of a row at once, before any correction', async () => {
    const { id } = await check(await open([row('W-A1'), row('W-A1', { 4: '火星', 5: 'x', 6: 91 })]))
    const [shown] = (await rowsOf(id, 'wrong')).records
    expect(Object.keys(shown.errors).sort()).toEqual(['code', 'lat', 'lng', 'regionCode'])
    expect(shown.errors.code).toBe('与第 2 行重复')
    const mend = async (cells: object) => (await post('mend', { id, rows: [{ rowNo: 3, cells }] })).body.result.rows[0]
    expect(Object.keys((await mend({ lng: '120', regionCode: '320500' })).errors).sort()).toEqual(['code', 'lat'])
    expect(await mend({ code: 'W-A2', lat: '31' })).toMatchObject({ kind: 'new', errors: {} })
  })

  it('accepts corrected cells, and rechecks the rows they clashed with', async () => {
    const { id } = await check(await open([row('W-D1'), row('W-D1'), row('W-D2', { 5: 'x' })]))
    const { result } = (
      await post('mend', {
        id,
        rows: [
          { rowNo: 2, cells: { code: 'W-D0', unknown: 'x' } },
          { rowNo: 4, cells: { lng: '120' } },
        ],
      })
    ).body
    expect(result.rows.map(({ kind, cells }: { kind: string; cells: { code: string } }) => [kind, cells.code])).toEqual(
      [
        ['new', 'W-D0'],
        ['new', 'W-D2'],
      ],
    )
    // Row 3 was a duplicate of row 2, but no longer is.
    expect(result.job).toMatchObject({ phase: 'checked', summary: { new: 3, changed: 0, same: 0, wrong: 0 } })
    const clash = (await post('mend', { id, rows: [{ rowNo: 4, cells: { code: 'W-D0' } }] })).body.result
    expect(clash.rows[0].errors).toEqual({ code: '与第 2 行重复' })
  })

  it('writes all or nothing: a row refused meanwhile stops the import', async () => {
    const { id } = await check(await open([row('W-T1'), row('W-T2')]))
    await add('W-T3')
    await server.db
      .updateTable('sysImportRow')
      .set({ form: JSON.stringify({ code: 'W-T3' }) })
      .where('jobId', '=', id)
      .where('rowNo', '=', 3)
      .execute()
    await server.db.updateTable('sysImportJob').set({ updates: false }).where('id', '=', id).execute()
    await post('commit', { id })
    expect((await until(id, 'failed')).message).toContain('数据库中已存在')
    expect(await station('W-T1')).toBeUndefined()
  })

  it('cannot be discarded while writing, and writes nothing when rows are missing', async () => {
    const { id } = await check(await open(Array.from({ length: 250 }, (_, n) => row(`W-K${n}`))))
    const blocker = await server.pool.connect()
    try {
      await blocker.query('begin; lock table mon_station in share mode')
      await post('commit', { id })
      await expect.poll(() => countWaiting(blocker, 'mon_station')).toBe(1)
      const discarded = await server.call('DELETE', `${BASE}/discard?id=${id}`, { token: admin })
      expect(discarded.body).toMatchObject({ success: false, message: '当前步骤不能执行此操作，请刷新后重试' })
      await server.db.deleteFrom('sysImportRow').where('jobId', '=', id).where('rowNo', '>', 210).execute()
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    expect((await until(id, 'failed')).message).toBe('导入被中断，请重新导入')
    expect(await station('W-K0')).toBeUndefined()
  })

  it('does not overwrite rows added after the check', async () => {
    const { id } = await check(await open([row('W-N1'), row('W-N2')]))
    await add('W-N1')
    await post('commit', { id })
    expect((await until(id, 'failed')).message).toContain('数据库中已存在')
    expect((await station('W-N1')).name).toBe('老站')
  })

  it('changes nothing without the edit permission, even if revoked after the check', async () => {
    await add('W-P1')
    const { db } = server
    await db.insertInto('sysRole').values({ id: 'r-importer', roleCode: 'importer', roleName: '导入' }).execute()
    const rights = await db
      .selectFrom('sysPermission')
      .select(['id', 'perms'])
      .where('perms', 'in', ['mon:station:view', 'mon:station:import', 'mon:station:edit'])
      .execute()
    await db
      .insertInto('sysRolePermission')
      .values(rights.map(({ id }) => ({ roleId: 'r-importer', permissionId: id })))
      .execute()
    await server.addUser('importer', { roles: ['importer'] })
    const token = await server.signIn('importer')
    const sheet = [row('W-P1', { 1: '改名' }), row('W-P2')]
    const { id, summary } = await check(await open(sheet, token), token)
    expect(summary).toMatchObject({ new: 1, changed: 1, wrong: 0 })

    const all = rights.map((right) => right.id)
    const left = rights.filter(({ perms }) => perms !== 'mon:station:edit').map((right) => right.id)
    const saved = await server.call('POST', '/sys/permission/saveRolePermission', {
      token: admin,
      body: { roleId: 'r-importer', permissionIds: left.join(','), lastpermissionIds: all.join(',') },
    })
    expect(saved.body).toMatchObject({ success: true })
    await post('commit', { id }, token)
    expect((await until(id, 'failed', token)).message).toContain('您没有编辑的权限')
    expect(await station('W-P2')).toBeUndefined()

    const second = await check(await open(sheet, token), token)
    const wrong = (await get('rows', `id=${second.id}&kind=wrong`, token)).body.result.records
    expect(wrong[0].errors).toEqual({ code: '数据库中已存在，您没有编辑的权限' })
    await post('commit', { id: second.id }, token)
    await until(second.id, 'done', token)
    expect((await station('W-P1')).name).toBe('老站')
    expect(await station('W-P2')).toBeDefined()
  })

  it('does not close stations with devices', async () => {
    const { id: stationId } = (await add('W-C1')).body.result
    await buildDevice(server.db, { stationId, metrics: ['pm25'] })
    const { id } = await check(await open([row('W-C1', { 7: '关闭' })]))
    expect((await rowsOf(id, 'wrong')).records[0].errors).toEqual({ status: '站点下仍有在用设备，不能关闭' })
    expect((await post('commit', { id })).body).toMatchObject({ success: false, message: '没有可以导入的数据' })
  })

  it('shows a job only to its owner, and no longer once discarded', async () => {
    const { id } = await open([row('W-O1')])
    for (const [step, query] of [
      ['job', `id=${id}`],
      ['rows', `id=${id}`],
      ['errorFile', `id=${id}`],
    ] as const)
      expect((await get(step, query, colleague)).body).toMatchObject({ success: false, message: '未找到对应数据' })
    expect((await post('check', { id, mapping: {} }, colleague)).body.success).toBe(false)
    expect((await server.call('DELETE', `${BASE}/discard?id=${id}`, { token: admin })).body.success).toBe(true)
    expect((await get('job', `id=${id}`)).body.success).toBe(false)
  })

  it('reports an abandoned job as interrupted', async () => {
    const { id } = await open([row('W-L1')])
    const longAgo = new Date(Date.now() - 600_000)
    await server.db
      .updateTable('sysImportJob')
      .set({ phase: 'checking', touchedAt: longAgo })
      .where('id', '=', id)
      .execute()
    expect((await get('job', `id=${id}`)).body.result).toMatchObject({
      phase: 'failed',
      message: '导入被中断，请重新导入',
    })
  })

  it('fails the job with a reason for an unreadable file', async () => {
    const { body, headers } = await multipart([['file', { name: 'a.xlsx', bytes: 'no workbook' }]])
    const { result } = (await server.call('POST', `${BASE}/open`, { token: admin, body, headers })).body
    expect(await until(result.id, 'failed')).toMatchObject({ message: '文件无法读取，请确认它是有效的 Excel 文件' })
  })
})

it('[WG-146] stays responsive and reports progress while reading 10 000 rows', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => row(`W-M${n}`))
  const file = { name: '站点.xlsx', bytes: sheetOf([HEADINGS, ...rows]) }
  const { body, headers } = await multipart([['file', file]])
  const { id } = (await server.call('POST', `${BASE}/open`, { token: admin, body, headers })).body.result
  const seen: number[] = []
  const look = async (phase: ImportPhase): Promise<ImportJob> => {
    for (;;) {
      const { result } = (await get('job', `id=${id}`)).body
      if (result.phase === 'failed') throw new Error(result.message)
      if (result.phase === phase) return result
      seen.push(result.done)
    }
  }
  const job = await look('mapping')
  expect(job.total).toBe(10_000)
  await post('check', { id, mapping: { ...job.mapping, shortName: 2 } })
  seen.length = 0
  expect((await look('checked')).summary).toMatchObject({ new: 10_000, wrong: 0 })
  // How many steps are visible depends on the machine, but there must be some.
  expect(seen.some((done) => done > 0 && done < 10_000)).toBe(true)
  await post('commit', { id })
  expect((await look('done')).message).toBe('成功导入 10000 行')
  expect((await server.call('GET', '/mon/station/list?code=W-M*', { token: admin })).body.result.total).toBe(10_000)
})
