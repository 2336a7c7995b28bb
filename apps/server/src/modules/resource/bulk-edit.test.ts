import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

/** Bulk edits and restores, on positions. The user `ruled` sees only names that contain 巡检. */
const BASE = '/sys/position'
const NOT_FOUND = { success: false, message: '未找到对应数据' }

let server: TestApp
let keeper: string
let ruled: string
let codes = 0

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  keeper = await server.signIn('keeper')
  await addRule('name', 'LIKE', '巡检')
  await server.addUser('ruled', { roles: ['ruled'] })
  ruled = await server.signIn('ruled')
})
afterAll(() => server.close())

async function addRule(ruleColumn: string, ruleConditions: string, ruleValue: string): Promise<void> {
  const { db } = server
  const [roleId, ruleId] = [newId(), newId()]
  await db.insertInto('sysRole').values({ id: roleId, roleCode: 'ruled', roleName: '受限' }).execute()
  const page = await db
    .selectFrom('sysPermission')
    .select('id')
    .where('component', '=', 'system/SysPositionList')
    .executeTakeFirstOrThrow()
  const buttons = await db.selectFrom('sysPermission').select('id').where('parentId', '=', page.id).execute()
  const rights = [page, ...buttons].map(({ id }) => ({ roleId, permissionId: id }))
  await db.insertInto('sysRolePermission').values(rights).execute()
  await db
    .insertInto('sysPermissionDataRule')
    .values({ id: ruleId, permissionId: page.id, ruleName: '只看巡检', ruleColumn, ruleConditions, ruleValue })
    .execute()
  await db.insertInto('sysRoleDataRule').values({ roleId, permissionId: page.id, ruleId }).execute()
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (by: string, method: Method, path: string, body?: object) =>
  (await server.call(method, `${BASE}/${path}`, { token: by, ...(body && { body }) })).body
const editBatch = (by: string, body: object) => call(by, 'PUT', 'editBatch', body)
async function add(name: string, code?: string): Promise<string> {
  codes += 1
  const { result } = await call(keeper, 'POST', 'add', { code: code ?? `bulk-${codes}`, name, postRank: '1' })
  return result.id
}
const row = async (id: string) => (await call(keeper, 'GET', `queryById?id=${id}`)).result
const history = async (id: string) => (await call(keeper, 'GET', `history?id=${id}`)).result
const ranks = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await row(id)).postRank))
const countLines = async () => {
  const { count } = await server.db
    .selectFrom('sysLog')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('logType', '=', 2)
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe('a bulk edit', () => {
  let seen: string[]
  let hidden: string

  beforeEach(async () => {
    seen = [await add('巡检甲'), await add('巡检乙')]
    hidden = await add('主任')
  })

  it('edits the rows that the data rules of the user show', async () => {
    expect(await editBatch(ruled, { ids: seen.join(','), postRank: '7' })).toMatchObject({ success: true })
    expect(await ranks([...seen, hidden])).toEqual(['7', '7', '1'])
    expect(await history(seen[0] ?? '')).toMatchObject([{ version: 2, createBy: 'ruled' }, { version: 1 }])
  })

  it.each(['first', 'last'])('edits no row when the data rules hide one of them, named %s', async (where) => {
    const ids = where === 'first' ? [hidden, ...seen] : [...seen, hidden]
    const before = await countLines()
    expect(await editBatch(ruled, { ids: ids.join(','), postRank: '7' })).toMatchObject(NOT_FOUND)
    expect(await ranks(ids)).toEqual(['1', '1', '1'])
    expect(await countLines()).toBe(before)
    for (const id of ids) expect(await history(id)).toHaveLength(1)
  })

  it('gives the same answer for a hidden row as for a missing one', async () => {
    expect(await editBatch(ruled, { ids: `${seen[0]},${hidden}`, postRank: '7' })).toEqual(
      expect.objectContaining(NOT_FOUND),
    )
    expect(await editBatch(ruled, { ids: `${seen[0]},no-such-row`, postRank: '7' })).toEqual(
      expect.objectContaining(NOT_FOUND),
    )
    expect(await ranks(seen)).toEqual(['1', '1'])
  })

  it('writes a row once although its id is given several times', async () => {
    const [id = ''] = seen
    expect(await editBatch(keeper, { ids: `${id},${id},${id},`, postRank: '3' })).toMatchObject({
      message: '已修改 1 条',
    })
    expect(await history(id)).toHaveLength(2)
  })

  it('never writes immutable columns or columns outside the form', async () => {
    const [id = ''] = seen
    const { code, createBy } = await row(id)
    await editBatch(keeper, {
      ids: id,
      id: hidden,
      code: 'taken-over',
      createBy: 'mallory',
      createTime: '2000-01-01',
      postRank: '4',
    })
    expect(await row(id)).toMatchObject({ id, code, createBy, postRank: '4', updateBy: 'keeper' })
    expect((await row(hidden)).postRank).toBe('1')
  })

  it.each([
    ['no rows', { ids: '' }],
    ['rows as a list', { ids: ['1'] }],
    ['an id of another shape', { ids: "1' or '1'='1" }],
    ['more rows than one may tick', { ids: Array(1001).fill('1').join(',') }],
    ['no ids at all', {}],
  ])('refuses %s with a Chinese message and writes nothing', async (_what, ids) => {
    const before = await countLines()
    const answer = await editBatch(keeper, { name: '巡检', ...ids })
    expect(answer).toMatchObject({ success: false, message: expect.stringMatching(/\p{Script=Han}/u) })
    expect(await countLines()).toBe(before)
  })

  it('succeeds when run concurrently over the same rows in different orders', async () => {
    const [one = '', two = ''] = seen
    const orders = [`${one},${two}`, `${two},${one}`]
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        editBatch(keeper, { ids: orders[index % 2], name: `巡检 ${index}`, postRank: String(index) }),
      ),
    )
    expect(answers.map(({ success }) => success)).toEqual(Array(6).fill(true))
    for (const id of seen) {
      const versions = await history(id)
      expect(versions.map(({ version }: { version: number }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1])
      // The newest version equals the stored row, whichever request came last.
      expect((await row(id)).name).toBe(versions[0].content.name)
    }
    expect((await row(one)).name).toBe((await row(two)).name)
  })
})

it('completes more concurrent bulk edits under data rules than the pool has connections', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => add(`巡检 ${index}`)))
  const answers = await Promise.all(ids.map((id) => editBatch(ruled, { ids: id, postRank: '8' })))
  expect(answers.map(({ success }) => success)).toEqual(ids.map(() => true))
  expect(new Set(await ranks(ids))).toEqual(new Set(['8']))
})

describe('a restore', () => {
  it('is refused while another row holds the code, and changes nothing', async () => {
    const id = await add('巡检甲', 'given-away')
    await call(keeper, 'DELETE', `delete?id=${id}`)
    const heir = await add('主任', 'given-away')
    const before = await countLines()
    expect(await call(keeper, 'POST', 'restore', { id })).toMatchObject({ success: false, message: '职务编码已存在！' })
    expect(await call(keeper, 'GET', `queryById?id=${id}`)).toMatchObject(NOT_FOUND)
    expect(await row(heir)).toMatchObject({ code: 'given-away', name: '主任' })
    expect(await countLines()).toBe(before)
    expect((await history(id)).map(({ operateType }: { operateType: number }) => operateType)).toEqual([4, 2])
    await call(keeper, 'DELETE', `delete?id=${heir}`)
    expect(await call(keeper, 'POST', 'restore', { id })).toMatchObject({ success: true })
    expect(await row(id)).toMatchObject({ code: 'given-away', name: '巡检甲' })
  })

  it('restores a deleted row only if the data rules of the user show its content', async () => {
    const [seen, hidden] = [await add('巡检甲'), await add('主任')]
    await call(keeper, 'DELETE', `deleteBatch?ids=${seen},${hidden}`)
    expect(await call(ruled, 'POST', 'restore', { id: hidden })).toMatchObject(NOT_FOUND)
    expect(await call(keeper, 'GET', `queryById?id=${hidden}`)).toMatchObject(NOT_FOUND)
    expect(await history(hidden)).toHaveLength(2)
    expect(await call(ruled, 'POST', 'restore', { id: seen })).toMatchObject({ success: true })
    expect(await row(seen)).toMatchObject({ name: '巡检甲', createBy: 'keeper' })
  })

  it('restores a row once when requested concurrently', async () => {
    const id = await add('巡检甲')
    await call(keeper, 'DELETE', `delete?id=${id}`)
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.call('POST', `${BASE}/restore`, { token: keeper, body: { id } })),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers.some(({ body }) => body.success)).toBe(true)
    expect((await row(id)).name).toBe('巡检甲')
    expect((await history(id)).filter(({ operateType }: { operateType: number }) => operateType === 2)).toHaveLength(2)
  })

  it('writes the content of a version but keeps the code, creator and creation time', async () => {
    const id = await add('巡检甲')
    const { code, createTime } = await row(id)
    await call(keeper, 'PUT', 'edit', { id, name: '巡检乙', postRank: '9' })
    expect(await call(ruled, 'POST', 'restore', { id, version: 1 })).toMatchObject({ success: true })
    expect(await row(id)).toMatchObject({
      name: '巡检甲',
      postRank: '1',
      code,
      createBy: 'keeper',
      createTime,
      updateBy: 'ruled',
    })
  })

  it.each([[0], [-1], [1.5], [99], ['x'], [{}]])('refuses version %j', async (version) => {
    const id = await add('巡检甲')
    const { status, body } = await server.call('POST', `${BASE}/restore`, { token: keeper, body: { id, version } })
    expect([status < 500, body.success]).toEqual([true, false])
    expect(await history(id)).toHaveLength(1)
  })
})
