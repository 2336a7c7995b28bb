import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../platform/id.ts'
import { type Answer, buildTestApp, type TestApp } from './build-app.ts'
import { digestOf, everyCall } from './matrix.ts'
import { backTo, prepareSamples, RESOURCES, type ResourceSample } from './resource-samples.ts'

/**
 * Every register as seen by a user with all its permissions and a data rule that shows some rows: for every call the
 * other rows do not exist.
 */
const CALLS = await everyCall()
const SEEN = '所见之内'
const HIDDEN = '别人的行'
const registers = RESOURCES.map((register) => [register.base, register] as const)

let server: TestApp
let admin: string
let count = 0

beforeAll(async () => {
  server = await buildTestApp()
  await prepareSamples(server.db)
  await server.addUser('keeper', { roles: ['admin'] })
  admin = await server.signIn('keeper')
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function ask(token: string, method: Method, path: string, body?: object): Promise<Answer['body']> {
  const answer = await server.call(method, path, { token, ...(body && { body }) })
  expect(answer.status, path).toBe(200)
  return answer.body
}

async function add({ base, form, text }: ResourceSample, value: string): Promise<string> {
  count += 1
  const { success, result } = await ask(admin, 'POST', `${base}/add`, { ...form(count), [text]: value })
  expect(success).toBe(true)
  return result.id
}

/** The page of a register and its buttons, found by the permission of its delete call. */
async function pageOf({ base, page }: ResourceSample) {
  const accessOf = (name: string) => CALLS.find((call) => call.name === name)?.endpoint.access
  const access = accessOf(`DELETE ${base}/delete`)
  const prefix = String(access).replace(/:delete$/, ':')
  const buttons = await server.db
    .selectFrom('sysPermission')
    .select(['id', 'parentId'])
    .where((where) =>
      where.or([
        where('perms', 'like', `${prefix}%`),
        // List and workbook may have other permissions than the rest.
        where('perms', '=', String(accessOf(`GET ${base}/list`))),
        where('perms', '=', String(accessOf(`POST ${base}/exportXls`))),
      ]),
    )
    .orderBy(sql`perms like ${`${prefix}%`}`, 'desc')
    .execute()
  const pageId = page ?? buttons[0]?.parentId ?? ''
  // At least permissions to view and to change.
  expect(buttons.length, base).toBeGreaterThan(1)
  return { pageId, menuIds: [pageId, ...buttons.map(({ id }) => id)] }
}

/** Signs in a user with all permissions on the register, and a rule that filters rows by their text. */
async function signInRuled(register: ResourceSample): Promise<string> {
  const { db } = server
  const roleId = newId()
  const ruleId = newId()
  const { pageId, menuIds } = await pageOf(register)
  await db
    .insertInto('sysRole')
    .values({ id: roleId, roleCode: `ruled-${roleId}`, roleName: '受限' })
    .execute()
  await db
    .insertInto('sysRolePermission')
    .values([...new Set(menuIds)].map((permissionId) => ({ roleId, permissionId })))
    .execute()
  await db
    .insertInto('sysPermissionDataRule')
    .values({
      id: ruleId,
      permissionId: pageId,
      ruleName: '只看自己的',
      ruleColumn: register.text,
      ruleConditions: '=',
      ruleValue: SEEN,
    })
    .execute()
  await db.insertInto('sysRoleDataRule').values({ roleId, permissionId: pageId, ruleId }).execute()
  const username = `ruled-${roleId}`
  await server.addUser(username, { roles: [username] })
  return server.signIn(username)
}

/** The register's list as seen by the user. */
async function listed(token: string, { base, list, text }: ResourceSample): Promise<Record<string, string>[]> {
  const path = list ?? `${base}/list`
  const query = new URLSearchParams({ pageSize: '500', [text]: `${SEEN},${HIDDEN}` })
  return (await ask(token, 'GET', `${path}${path.includes('?') ? '&' : '?'}${query}`)).result.records
}

describe.each(registers)('%s', (_base, register) => {
  const { base, text } = register
  const notFound = { success: false, message: '未找到对应数据' }
  let token: string
  let seen: string
  let hidden: string

  beforeAll(async () => {
    token = await signInRuled(register)
    seen = await add(register, SEEN)
    hidden = await add(register, HIDDEN)
  })

  it('shows the rows a rule allows, in the list, individually and with their versions', async () => {
    const rows = await listed(token, register)
    expect(rows.map(({ id }) => id)).toContain(seen)
    expect(rows.map((row) => row[text])).not.toContain(HIDDEN)
    expect((await listed(admin, register)).map(({ id }) => id)).toContain(hidden)
    expect((await ask(token, 'GET', `${base}/queryById?id=${seen}`)).result).toMatchObject({ id: seen, [text]: SEEN })
    expect((await ask(token, 'GET', `${base}/history?id=${seen}`)).result).toMatchObject([{ version: 1 }])
  })

  it('treats other rows as missing, and leaves them alone', async () => {
    const before = await digestOf(server.db)
    const single = await ask(token, 'GET', `${base}/queryById?id=${hidden}`)
    expect(single).toMatchObject({ success: false, message: register.unread ?? notFound.message, result: null })
    expect(await ask(token, 'GET', `${base}/history?id=${hidden}`)).toMatchObject(notFound)
    expect(await ask(token, 'PUT', `${base}/edit`, { id: hidden, [text]: SEEN })).toMatchObject(notFound)
    expect(await ask(token, 'DELETE', `${base}/delete?id=${hidden}`)).toMatchObject(notFound)
    expect(await ask(token, 'DELETE', `${base}/deleteBatch?ids=${seen},${hidden},`)).toMatchObject(notFound)
    expect(await ask(token, 'POST', backTo(register), { id: hidden, version: 1 })).toMatchObject(notFound)
    expect((await ask(token, 'GET', `${base}/uses?ids=${hidden}`)).result).toEqual([])
    expect(await digestOf(server.db)).toBe(before)
  })

  it('does not restore a deleted row that the rule hides', async () => {
    const gone = await add(register, HIDDEN)
    expect((await ask(admin, 'DELETE', `${base}/delete?id=${gone}`)).success).toBe(true)
    const before = await digestOf(server.db)
    expect(await ask(token, 'POST', `${base}/restore`, { id: gone })).toMatchObject(notFound)
    expect(await digestOf(server.db)).toBe(before)
    expect((await ask(admin, 'POST', `${base}/restore`, { id: gone })).success).toBe(true)
  })

  it('allows changing and deleting visible rows', async () => {
    const own = await add(register, SEEN)
    const row = (await ask(token, 'GET', `${base}/queryById?id=${own}`)).result
    expect(await ask(token, 'POST', `${base}/edit`, row)).toMatchObject({ success: true, message: '编辑成功！' })
    expect(await ask(token, 'DELETE', `${base}/delete?id=${own}`)).toMatchObject({ success: true })
    expect((await ask(admin, 'GET', `${base}/queryById?id=${own}`)).success).toBe(false)
  })
})

describe('the tree of categories', () => {
  it('shows only children that a rule allows, in the tree and in batches', async () => {
    const register = RESOURCES.find(({ base }) => base === '/sys/category') as ResourceSample
    const token = await signInRuled(register)
    const parent = await add(register, SEEN)
    for (const name of [SEEN, HIDDEN]) {
      expect(await ask(admin, 'POST', '/sys/category/add', { name, pid: parent })).toMatchObject({ success: true })
    }
    const below = async (by: string) =>
      (await ask(by, 'GET', `/sys/category/childList?pid=${parent}`)).result.map(({ name }: { name: string }) => name)
    const batch = async (by: string) =>
      (await ask(by, 'GET', `/sys/category/getChildListBatch?parentIds=${parent},`)).result.total
    expect([await below(admin), await batch(admin)]).toEqual([[SEEN, HIDDEN], 2])
    expect([await below(token), await batch(token)]).toEqual([[SEEN], 1])
  })
})

describe('the workbook', () => {
  const exported = registers.filter(([base]) => CALLS.some(({ name }) => name === `POST ${base}/exportXls`))

  it.each(exported)('of %s contains no row hidden by a rule, selected or not', async (base, register) => {
    const token = await signInRuled(register)
    const ids = [await add(register, SEEN), await add(register, HIDDEN)]
    const textOf = async (by: string, body: object) => {
      const { status, raw } = await server.call('POST', `${base}/exportXls`, { token: by, body })
      expect(status).toBe(200)
      const [sheet = {}] = Object.values(read(raw).Sheets)
      return JSON.stringify(utils.sheet_to_json(sheet, { header: 1 }))
    }
    for (const body of [{}, { selections: `${ids.join(',')},` }]) {
      const own = await textOf(token, body)
      expect(own).toContain(SEEN)
      expect(own).not.toContain(HIDDEN)
    }
    expect(await textOf(admin, { selections: `${ids.join(',')},` })).toContain(HIDDEN)
  })
})
