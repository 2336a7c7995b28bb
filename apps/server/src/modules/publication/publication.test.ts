import type { PublicationRow } from '@natim/contract/mon/publication.resource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice } from '../../testing/build-network.ts'
import { findUnpublishable, OPEN_CATEGORIES } from './publication.repository.ts'

let server: TestApp
let admin: string

beforeAll(async () => {
  server = await buildTestApp()
  // Its model creates the metric catalogue.
  await buildDevice(server.db)
  await server.addUser('boss', { roles: ['nat_admin'] })
  admin = await server.signIn('boss')
})
afterAll(() => server.close())

const edit = async (body: object, token = admin) =>
  (await server.call('PUT', '/mon/publication/edit', { token, body: { id: 'pub-raw', ...body } })).body
const raw = async (): Promise<PublicationRow | undefined> =>
  (await server.call('GET', '/mon/publication/list?pageSize=20', { token: admin })).body.result.records.find(
    ({ id }: PublicationRow) => id === 'pub-raw',
  )

describe('a publication', () => {
  it('accepts metrics of publishable categories only', async () => {
    const metrics = await server.db.selectFrom('monMetric').select(['code', 'category']).execute()
    const categories = new Set(metrics.map(({ category }) => category))
    expect(categories.size).toBeGreaterThan(OPEN_CATEGORIES.length)
    const refused = await findUnpublishable(
      server.db,
      metrics.map(({ code }) => code),
    )
    const isOpen = (category: string) => ['air', 'tox', 'met'].includes(category)
    expect(refused.toSorted()).toEqual(
      metrics.flatMap(({ code, category }) => (isOpen(category) ? [] : [code])).toSorted(),
    )
    expect(await findUnpublishable(server.db, [])).toEqual([])
  })

  it('names at most five rejected metrics and stays unchanged', async () => {
    expect(await edit({ metrics: ['pm25', 'o3'] })).toMatchObject({ success: true })
    const unknown = ['x1', 'x2', 'x3', 'x4', 'x5', 'x6']
    expect((await edit({ metrics: ['pm25', ...unknown], delayMin: 7 })).message).toBe(
      '这些因子不存在或不能发布：x1、x2、x3、x4、x5',
    )
    expect((await edit({ metrics: ['pm25', 'feno'] })).message).toBe('这些因子不存在或不能发布：feno')
    expect((await edit({ metrics: ["pm25'} or true --"] })).message).toContain('不存在或不能发布')
    expect(await raw()).toMatchObject({ metrics: ['pm25', 'o3'], delayMin: 0 })
  })

  it('keeps its metrics when other fields are changed', async () => {
    await edit({ metrics: ['pm25'] })
    await edit({ delayMin: 30, remark: '半小时' })
    expect(await raw()).toMatchObject({ metrics: ['pm25'], delayMin: 30, remark: '半小时' })
  })

  it.each([
    [{ formats: [] }, '请选择格式'],
    [{ formats: ['xml'] }, '请求参数不正确'],
    [{ delayMin: -1 }, '请求参数不正确'],
    [{ delayMin: 525_601 }, '最长 525600 分钟（365 天）'],
    [{ metrics: Array.from({ length: 201 }, () => 'pm25') }, '最多 200 个因子'],
    [{ status: 'paused' }, '请选择状态'],
  ])('rejects %j', async (body, message) => {
    const before = await raw()
    const answer = await edit(body)
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(message)
    expect(await raw()).toEqual(before)
  })

  it('cannot change its level, on which tokens rely', async () => {
    await edit({ level: 'approved', remark: '级别不变' })
    expect(await raw()).toMatchObject({ level: 'raw', remark: '级别不变' })
  })

  it('is built in: none can be added or deleted', async () => {
    const body = { name: '另一个', status: 'on', delayMin: 0, formats: ['json'], metrics: [] }
    expect((await server.call('POST', '/mon/publication/add', { token: admin, body })).status).toBe(404)
    expect((await server.call('DELETE', '/mon/publication/delete?id=pub-raw', { token: admin })).status).toBe(404)
    expect(await raw()).toBeDefined()
  })

  it('requires separate permissions for changing and for viewing', async () => {
    await server.addUser('looker', { roles: ['prov_duty'] })
    const looker = await server.signIn('looker')
    expect((await server.call('GET', '/mon/publication/list', { token: looker })).status).toBe(403)
    const answer = await server.call('PUT', '/mon/publication/edit', {
      token: looker,
      body: { id: 'pub-raw', status: 'off' },
    })
    expect(answer.status).toBe(403)
    expect(await raw()).toMatchObject({ status: 'on' })
  })
})
