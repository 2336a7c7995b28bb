import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../db/seeds/seed.ts'
import { createLocalBus } from '../../platform/bus.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { findLimitRows, loadLimitBook } from './limit-book.ts'
import { createLimits } from './limits.ts'

let server: TestApp
let token: string
let device: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
  device = await buildDevice(server.db, { metrics: ['cl2'], status: 'online' })
})
afterAll(() => server.close())

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  (await server.call(method, path, { token, ...(body && { body }) })).body

/** Limits drawn on the device page. */
const drawn = async (): Promise<[string, number][]> => {
  const { result } = await call('GET', `/mon/device/${device.id}/overview`)
  return result.channels[0].limits.map(({ name, value }: { name: string; value: number }) => [name, value])
}
const find = async (query: Record<string, string>) =>
  (await call('GET', `/mon/limit/list?${new URLSearchParams(query)}`)).result.records[0]
const aegl = (level: string) =>
  find({ setId: 'limit-set-AEGL', metricCode: 'cl2', level, avgPeriod: '60min', kind: 'AEGL' })

describe('limits', () => {
  it('take effect as stored: an edit at once, and an archived set no longer', async () => {
    expect(await drawn()).toContainEqual(['AEGL-2', 2])
    const { id } = await aegl('2')
    expect(await call('PUT', '/mon/limit/edit', { id, value: 1.8 })).toMatchObject({ success: true })
    expect(await drawn()).toContainEqual(['AEGL-2', 1.8])
    await call('PUT', '/mon/limitSet/edit', { id: 'limit-set-AEGL', status: 'archived' })
    expect((await drawn()).map(([name]) => name)).not.toContain('AEGL-2')
    await call('PUT', '/mon/limitSet/edit', { id: 'limit-set-AEGL', status: 'active' })
    expect(await drawn()).toContainEqual(['AEGL-2', 1.8])
  })

  it('are reloaded at once when a change may have been missed', async () => {
    const { id } = await aegl('3')
    await server.db.updateTable('monLimit').set({ value: 19 }).where('id', '=', id).execute()
    expect(await drawn()).toContainEqual(['AEGL-3', 20])
    server.bus.publish('missed', {})
    expect(await drawn()).toContainEqual(['AEGL-3', 19])
    await server.db.updateTable('monLimit').set({ value: 20 }).where('id', '=', id).execute()
    server.bus.publish('missed', {})
  })

  it('are at most a minute old when a change was not announced; a failed reload is not kept', async () => {
    const { db } = server
    let nowMs = 0
    const limits = createLimits(
      db,
      createLocalBus((error) => expect.unreachable(String(error))),
      () => nowMs,
    )
    const aegl3 = async () => {
      const limitsOf = await limits.fresh()
      const marks = limitsOf(
        { metricCode: 'cl2', funcZone: 2, limitOverride: null, versions: [] },
        Date.UTC(2026, 10, 21),
      )
      return marks.find(({ name }) => name === 'AEGL-3')?.value
    }
    const change = (value: number) => db.updateTable('monLimit').set({ value }).where('id', '=', limitId).execute()
    const { id: limitId } = await aegl('3')
    expect(await aegl3()).toBe(20)
    await change(19)
    nowMs = 59_999
    expect(await aegl3()).toBe(20)
    nowMs = 60_000
    await sql`alter table mon_limit rename to mon_limit_away`.execute(db)
    await expect(aegl3()).rejects.toThrow('mon_limit')
    await sql`alter table mon_limit_away rename to mon_limit`.execute(db)
    expect(await aegl3()).toBe(19)
    await change(20)
  })

  it('of a deleted set are not in force', async () => {
    const sets = server.db.updateTable('monLimitSet').where('id', '=', 'limit-set-AEGL')
    await sets.set({ delFlag: 1 }).execute()
    server.bus.publish('missed', {})
    expect((await drawn()).map(([name]) => name)).not.toContain('AEGL-2')
    const rows = await findLimitRows(server.db)
    expect(rows.some(({ setCode }) => setCode === 'AEGL')).toBe(false)
    const book = await loadLimitBook(server.db)
    expect(book.setsOn('2026-11-21').some(({ code }) => code === 'AEGL')).toBe(false)
    await sets.set({ delFlag: 0 }).execute()
    server.bus.publish('missed', {})
    expect((await drawn()).map(([name]) => name)).toContain('AEGL-2')
  })

  it('of the network itself are listed beside the published ones', async () => {
    const before = await drawn()
    const own = {
      setId: 'limit-set-AEGL',
      metricCode: 'cl2',
      kind: 'OWN',
      level: '厂界',
      avgPeriod: 'instant',
      value: 0.29,
      unit: 'mg/m3',
      severity: 4,
    }
    const { result } = await call('POST', '/mon/limit/add', own)
    // 0.29 mg/m³ of chlorine in ppm.
    expect(await drawn()).toEqual([['自定限值', 0.1], ...before])
    await call('DELETE', `/mon/limit/delete?id=${result.id}`)
    expect(await drawn()).toEqual(before)
  })

  it('refuse an inconvertible unit, a period without days, and a set that is missing or still has limits', async () => {
    const { id } = await aegl('1')
    expect((await call('PUT', '/mon/limit/edit', { id, unit: '℃' })).message).toBe('氯气的单位是 ppm，不能由 ℃ 换算！')
    const set = { id: 'limit-set-HJ169-2018', validTo: '2018-01-01' }
    expect((await call('PUT', '/mon/limitSet/edit', set)).message).toBe('失效日期不能早于生效日期！')
    const homeless = { setId: 'nowhere', metricCode: 'cl2', kind: 'OWN', avgPeriod: 'day', value: 1, unit: 'ppm' }
    expect((await call('POST', '/mon/limit/add', homeless)).message).toBe('未找到对应数据')
    const refused = await call('DELETE', '/mon/limitSet/delete?id=limit-set-AEGL')
    expect(refused).toMatchObject({ success: false, message: expect.stringContaining('限值') })
    expect(await aegl('1')).toMatchObject({ unit: 'ppm' })
  })

  it('refuse invalid numbers', async () => {
    const own = { setId: 'limit-set-AEGL', metricCode: 'cl2', kind: 'OWN', avgPeriod: 'year', unit: 'ppm' }
    for (const value of ['', ' ', null, true, [], [1], 'x', undefined])
      expect((await call('POST', '/mon/limit/add', { ...own, value })).message, String(value)).toContain('请输入限值')
    expect(await find({ kind: 'OWN', avgPeriod: 'year' })).toBeUndefined()
    const { id } = await aegl('2')
    // Clients send empty values in edits: the stored value is kept.
    for (const value of ['', null]) await call('PUT', '/mon/limit/edit', { id, value })
    expect(await aegl('2')).toMatchObject({ value: 1.8 })
  })

  it('cannot be restored when another one has taken their place', async () => {
    const own = { setId: 'limit-set-AEGL', metricCode: 'cl2', kind: 'OWN', avgPeriod: 'day', value: 1, unit: 'ppm' }
    const first = (await call('POST', '/mon/limit/add', own)).result.id
    await call('DELETE', `/mon/limit/delete?id=${first}`)
    const second = (await call('POST', '/mon/limit/add', { ...own, value: 2 })).result.id
    expect((await call('POST', '/mon/limit/restore', { id: first })).message).toBe('限值集中该因子的这一限值已存在！')
    await call('DELETE', `/mon/limit/delete?id=${second}`)
  })

  it('are not left behind in a set deleted concurrently', async () => {
    const form = { code: 'race', name: '园区', standardNo: 'Q 1', validFrom: '2026-01-01', source: '园区' }
    for (let round = 0; round < 8; round++) {
      const set = (await call('POST', '/mon/limitSet/add', { ...form, status: 'active' })).result.id
      const own = { setId: set, metricCode: 'cl2', kind: 'OWN', avgPeriod: 'day', value: 1, unit: 'ppm' }
      const [added, gone] = await Promise.all([
        call('POST', '/mon/limit/add', own),
        call('DELETE', `/mon/limitSet/delete?id=${set}`),
      ])
      expect([added.success, gone.success].sort(), `round ${round}`).toEqual([false, true])
      if (added.success) await call('DELETE', `/mon/limit/delete?id=${added.result.id}`)
      if (added.success) await call('DELETE', `/mon/limitSet/delete?id=${set}`)
    }
  })

  it('cannot be restored from the bin before their set', async () => {
    const form = { code: 'own-2026', name: '园区', standardNo: 'Q 1', validFrom: '2026-01-01', source: '园区' }
    const set = (await call('POST', '/mon/limitSet/add', { ...form, status: 'active' })).result.id
    const own = { setId: set, metricCode: 'cl2', kind: 'OWN', avgPeriod: 'day', value: 1, unit: 'ppm' }
    const { id } = (await call('POST', '/mon/limit/add', own)).result
    await call('DELETE', `/mon/limit/delete?id=${id}`)
    expect(await call('DELETE', `/mon/limitSet/delete?id=${set}`)).toMatchObject({ success: true })
    expect((await call('POST', '/mon/limit/restore', { id })).message).toBe('限值集已删除，请先恢复')
    await call('POST', '/mon/limitSet/restore', { id: set })
    expect(await call('POST', '/mon/limit/restore', { id })).toMatchObject({ success: true })
  })

  it('changed or deleted by users survive a start; untouched ones follow the product', async () => {
    const [changed, gone, untouched] = [await aegl('2'), await aegl('3'), await aegl('1')]
    await call('DELETE', `/mon/limit/delete?id=${gone.id}`)
    await server.db.updateTable('monLimit').set({ value: 77 }).where('id', '=', untouched.id).execute()
    await server.db.insertInto('monLimit').values(LEFT_OVER).execute()
    await seed(server.db)
    expect(await find({ id: changed.id })).toMatchObject({ value: 1.8 })
    expect(await find({ id: gone.id })).toBeUndefined()
    expect(await find({ id: untouched.id })).toMatchObject({ value: 0.5 })
    expect(await find({ id: 'limit-left-over' })).toBeUndefined()
  })

  it('are removed at a start with sets no longer shipped, except those added by users', async () => {
    const rest = { name: 'x', standardNo: 'x', source: 'x', confidence: 'A' as const, validFrom: '2020-01-01' }
    const set = (code: string) => ({ ...rest, id: code, code })
    await server.db
      .insertInto('monLimitSet')
      .values([set('left-over'), set('still-used')])
      .execute()
    await server.db
      .insertInto('monLimit')
      .values([
        { ...LEFT_OVER, id: 'a', setId: 'left-over' },
        { ...LEFT_OVER, id: 'b', setId: 'still-used' },
        { ...LEFT_OVER, id: 'c', setId: 'still-used', level: '8', createBy: 'keeper' },
      ])
      .execute()
    await seed(server.db)
    const kept = await server.db
      .selectFrom('monLimitSet as s')
      .leftJoin('monLimit as l', 'l.setId', 's.id')
      .select(['s.id', 'l.id as limit'])
      .where('s.id', 'in', ['left-over', 'still-used'])
      .execute()
    expect(kept).toEqual([{ id: 'still-used', limit: 'c' }])
  })

  it('of a set whose code a user has taken do not stop a start', async () => {
    const { db } = server
    const aegls = db.selectFrom('monLimit').where('setId', '=', 'limit-set-AEGL')
    await db.deleteFrom('monLimit').where('setId', '=', 'limit-set-AEGL').execute()
    await db.updateTable('monLimitSet').set({ id: 'own', createBy: 'keeper' }).where('code', '=', 'AEGL').execute()
    await seed(db)
    expect(await aegls.select('id').execute()).toEqual([])
    await db.deleteFrom('monLimitSet').where('id', '=', 'own').execute()
    await seed(db)
    expect((await aegls.select('id').execute()).length).toBeGreaterThan(100)
  })
})

/** As shipped by an older version of the product. */
const LEFT_OVER = {
  id: 'limit-left-over',
  setId: 'limit-set-AEGL',
  metricCode: 'cl2',
  kind: 'AEGL',
  level: '9',
  avgPeriod: 'day',
  value: 1,
  unit: 'ppm',
} as const

describe('metrics', () => {
  it('have consistent bounds, a history and a restore; they cannot be added or deleted', async () => {
    const edit = (change: object) => call('PUT', '/mon/metric/edit', { id: 'cl2', ...change })
    expect((await edit({ rangeLo: 1_000_000 })).message).toBe('应满足：物理下限 ≤ 合理下限 < 合理上限 ≤ 物理上限！')
    expect(await edit({ rangeHi: 30, nameCn: '别的', unit: 'mg/m³' })).toMatchObject({ success: true })
    const row = async () => (await call('GET', '/mon/metric/queryById?id=cl2')).result
    expect(await row()).toMatchObject({ rangeHi: 30, nameCn: '氯气', unit: 'ppm', updateBy: 'keeper' })
    await server.db.updateTable('monMetric').set({ molarMass: 1, precision: 9 }).where('id', '=', 'cl2').execute()
    await seed(server.db)
    expect(await row()).toMatchObject({ rangeHi: 30, precision: 2, molarMass: 70.906 })
    const [, first] = (await call('GET', '/mon/metric/history?id=cl2')).result
    await call('POST', '/mon/metric/restore', { id: 'cl2', version: first.version })
    expect((await row()).rangeHi).not.toBe(30)
    for (const path of ['/mon/metric/add', '/mon/metric/delete?id=cl2']) {
      const { status } = await server.call(path.includes('?') ? 'DELETE' : 'POST', path, { token, body: {} })
      expect(status).toBe(404)
    }
  })
})
