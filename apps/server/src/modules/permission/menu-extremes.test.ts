import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let admin: string
let pages = 0

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  admin = await server.signIn('keeper')
})
afterAll(() => server.close())

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.call(method, `/sys/${path}`, { token: admin, ...(body && { body }) })
async function add(parentId: string): Promise<string> {
  pages += 1
  const form = { menuType: 1, name: `深页${pages}`, parentId, url: `/deep/${pages}`, component: 'x/Deep' }
  const { body } = await send('POST', 'permission/add', form)
  if (!body.success) throw new Error(body.message)
  return body.result.id
}
async function chain(parentId: string, length: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < length; n += 1) ids.push(await add(ids.at(-1) ?? parentId))
  return ids
}
const parents = async (ids: readonly string[]) =>
  Object.fromEntries(
    (
      await server.db
        .selectFrom('sysPermission')
        .select(['id', 'parentId'])
        .where('id', 'in', [...ids])
        .execute()
    ).map(({ id, parentId }) => [id, parentId]),
  )
const menus = () => server.db.selectFrom('sysPermission').selectAll().orderBy('id').execute()

describe('the menu tree', () => {
  it('gets no loop from concurrent moves', async () => {
    const [left, right] = [await add('m-system'), await add('m-system')]
    const answers = await Promise.all([
      send('PUT', 'permission/edit', { id: left, parentId: right }),
      send('PUT', 'permission/edit', { id: right, parentId: left }),
    ])
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(Object.values(await parents([left, right]))).toContain('m-system')
  })

  it('refuses to move a branch below itself or too deep, and leaves both branches unchanged', async () => {
    const [long, other] = [await chain('m-system', 10), await chain('m-system', 11)]
    const before = await parents([...long, ...other])
    for (const [id, parentId] of [
      [long[0], long[0]],
      [long[0], long.at(-1)],
      [other[0], long.at(-1)],
    ]) {
      const { status, body } = await send('PUT', 'permission/edit', { id, parentId })
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: false, message: expect.stringContaining('上级菜单不正确') })
    }
    expect(await parents([...long, ...other])).toEqual(before)
    // One level less fits.
    expect((await send('PUT', 'permission/edit', { id: other[0], parentId: long[7] })).body.success).toBe(true)
  })

  it('is served even if rows of an earlier version form a cycle, which can be deleted', async () => {
    const [upper, lower] = await chain('m-system', 2)
    await server.db
      .updateTable('sysPermission')
      .set({ parentId: lower ?? '' })
      .where('id', '=', upper ?? '')
      .execute()
    for (const path of [
      'permission/list',
      'permission/queryTreeList',
      'role/queryTreeList',
      'permission/getUserPermissionByToken',
      `rights/explain?kind=role&id=r-admin&code=${upper}`,
      'rights/view?kind=role&id=r-admin',
    ]) {
      const { status, body } = await send('GET', path)
      expect([path, status, body.success]).toEqual([path, 200, true])
    }
    expect((await send('DELETE', `permission/delete?id=${upper}`)).body.success).toBe(true)
    expect(await parents([upper ?? '', lower ?? ''])).toEqual({})
  })

  it.each<[string, object]>([
    ['a NUL in the name', { name: 'x\u0000' }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['an order beyond all bounds', { sortNo: 1e20 }],
    ['an order in words', { sortNo: 'first' }],
    ['a path of 256 characters', { url: `/${'x'.repeat(256)}` }],
    ['a state that is none', { status: '2' }],
    ['a flag that is none', { hidden: 'perhaps' }],
    ['a parent with SQL in it', { parentId: "m-system' or '1'='1" }],
  ])('rejects a form with %s and stays unchanged', async (_name, wrong) => {
    const before = await menus()
    const form = { menuType: 1, name: '坏', parentId: 'm-system', url: '/bad', component: 'x/Bad', ...wrong }
    const { status, body } = await send('POST', 'permission/add', form)
    expect(status).toBeLessThan(500)
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(/./) })
    expect(await menus()).toEqual(before)
  })
})

describe('saveRolePermission', () => {
  const roleId = 'r-test'
  const granted = async () => (await send('GET', `permission/queryRolePermission?roleId=${roleId}`)).body.result
  const save = (body: object) => send('POST', 'permission/saveRolePermission', { roleId, ...body })

  it.each<[string, object]>([
    ['ids with SQL in them', { permissionIds: "m-map,x' or '1'='1" }],
    ['an id of 65 characters', { permissionIds: 'x'.repeat(65) }],
    ['a NUL', { permissionIds: 'm-map,\u0000' }],
    ['a list', { permissionIds: ['m-map'] }],
    ['5001 ids', { permissionIds: Array.from({ length: 5_001 }, (_, n) => `m${n}`).join(',') }],
    ['a menu that does not exist', { permissionIds: 'm-map,nowhere' }],
    ['rubbish for what was seen', { permissionIds: 'm-map', lastpermissionIds: '*' }],
    ['no role', { roleId: '', permissionIds: 'm-map' }],
  ])('rejects %s as a whole', async (_name, body) => {
    const before = await granted()
    const answer = await save(body)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/[\u4e00-\u9fff]/) })
    expect(await granted()).toEqual(before)
  })

  it('revokes only grants that the sender saw, and adds none twice', async () => {
    await save({ permissionIds: '', lastpermissionIds: (await granted()).join(',') })
    await save({ permissionIds: 'm-home,m-map', lastpermissionIds: '' })
    // The sender's view is stale: it lists a grant revoked long ago and one that never existed.
    const stale = await save({ permissionIds: 'm-map,m-map,,', lastpermissionIds: 'm-station-list,never-was,' })
    expect(stale.body.success).toBe(true)
    expect(await granted()).toEqual(['m-home', 'm-map'])
    await save({ permissionIds: null, lastpermissionIds: 'm-map' })
    expect(await granted()).toEqual(['m-home'])
  })

  it('keeps all grants of concurrent saves', async () => {
    const last = (await granted()).join(',')
    const answers = await Promise.all(
      ['m-map', 'm-station-list', 'm-device-list'].map((id) =>
        save({ permissionIds: `${last},${id}`, lastpermissionIds: last }),
      ),
    )
    expect(answers.every(({ body }) => body.success)).toBe(true)
    expect(await granted()).toEqual(expect.arrayContaining(['m-map', 'm-station-list', 'm-device-list']))
  })
})

describe('the permission simulator', () => {
  it.each(['%', "x' or '1'='1", 'system:user', 'SYSTEM:USER:LIST', 'system:user:list,system:user:add', '💥'])(
    'reports the code %s as unknown',
    async (code) => {
      const { status, body } = await send('GET', `rights/explain?kind=role&id=r-admin&code=${encodeURIComponent(code)}`)
      expect(status).toBe(200)
      expect(body.result).toMatchObject({ verdict: 'unknown', places: [], roles: [], holderCount: 0 })
    },
  )

  it.each(['kind=user&id=r-admin', 'kind=role&id=nobody', 'kind=role', `kind=role&id=${'x'.repeat(65)}`])(
    'refuses %s',
    async (subject) => {
      for (const path of [`rights/view?${subject}`, `rights/explain?${subject}&code=m-map`]) {
        const { status, body } = await send('GET', path)
        expect(status).toBeLessThan(500)
        expect(body.success).toBe(false)
      }
    },
  )

  it('reports an account as deleted and does not list it as a holder', async () => {
    const id = await server.addUser('leaver', { roles: ['analyst'] })
    await server.db.updateTable('sysUser').set({ delFlag: 1 }).where('id', '=', id).execute()
    expect((await send('GET', `rights/view?kind=user&id=${id}`)).body.result.blocked).toBe('账号已删除')
    const { result } = (await send('GET', `rights/explain?kind=user&id=${id}&code=m-map`)).body
    expect(result.holders.map(({ username }: { username: string }) => username)).not.toContain('leaver')
  })
})
