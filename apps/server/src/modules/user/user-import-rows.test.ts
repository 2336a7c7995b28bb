import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf, tableOf } from '../import/testing/sheet.ts'

let server: TestApp
let admin: string
const HEADINGS = ['*用户账号', '*用户姓名', '工号', '部门', '职务', '性别', '生日', '手机号', '电子邮件']

beforeAll(async () => {
  server = await buildTestApp()
  for (const [id, orgCode] of [
    ['d-one', 'A01A01'],
    ['d-two', 'A01A02'],
  ] as const) {
    await server.db
      .insertInto('sysDepart')
      .values({ id, parentId: 'd-a01', departName: '同名站', orgCode, orgCategory: '2' })
      .execute()
  }
  await server.addUser('keeper', { roles: ['admin'] })
  const gone = await server.addUser('binned_one')
  await server.db.updateTable('sysUser').set({ delFlag: 1 }).where('id', '=', gone).execute()
  const known = await server.addUser('known_one')
  await server.db
    .updateTable('sysUser')
    .set({ workNo: 'K-1', email: 'known@example.test', phone: '13700000001' })
    .where('id', '=', known)
    .execute()
  admin = await server.signIn('keeper')
})
afterAll(() => server.close())

async function send(rows: readonly unknown[][]) {
  const { body, headers } = await multipart([['file', { name: '用户.xlsx', bytes: sheetOf([HEADINGS, ...rows]) }]])
  return server.call('POST', '/sys/user/importExcel', { token: admin, body, headers })
}
const count = async () => (await server.db.selectFrom('sysUser').select('id').execute()).length
const row = (cells: Partial<Record<number, unknown>>) =>
  HEADINGS.map((_, column) => cells[column] ?? ['row_one', '表行'][column] ?? '')

it.each<[string, unknown[], string]>([
  ['no account', row({ 0: ' ' }), '不能为空'],
  ['no name', row({ 1: ' ' }), '不能为空'],
  ['an account of 19 characters', row({ 0: 'a'.repeat(19) }), '长度'],
  ['an account in Chinese', row({ 0: '张三三三三三' }), '字母'],
  ['a staff number of another', row({ 2: 'K-1' }), '工号已存在'],
  ['an address of another, in capitals', row({ 8: 'KNOWN@example.test' }), '电子邮件已存在'],
  ['a phone of another', row({ 7: '13700000001' }), '手机号已存在'],
  ['a name of two departments', row({ 3: '同名站' }), '有多个，请填编码'],
  ['a department that is none', row({ 3: 'A01A01,火星站' }), '「火星站」不存在'],
  ['a position that is none', row({ 4: '船长' }), '「船长」不存在'],
  ['a sex that is none', row({ 5: '中' }), '性别'],
  ['a day that is none', row({ 6: '1990-02-30' }), '生日'],
  ['a broken address', row({ 8: 'x@' }), '邮箱格式不正确'],
  ['an account that lies in the recycle bin', row({ 0: 'binned_one' }), '账号在回收站中'],
])('rejects a row with %s, gives the reason and adds no user', async (_name, cells, sentence) => {
  const before = await count()
  const { status, body } = await send([cells])
  expect(status).toBeLessThan(500)
  expect(body.result).toMatchObject({ successCount: 0, errorCount: 1 })
  const errors = await server.call('GET', body.result.fileUrl, { token: admin })
  expect(
    tableOf(errors.raw)
      .flat()
      .map((cell) => String(cell))
      .join('\n'),
  ).toContain(sentence)
  expect(await count()).toBe(before)
})

it('reports all errors of a row at once: form, register and other rows', async () => {
  const { body } = await send([
    row({
      0: 'binned_one',
      1: ' ',
      2: 'K-1',
      3: '火星站',
      4: '船长',
      6: '1990-02-30',
      7: '12',
      8: 'KNOWN@example.test',
    }),
    row({ 0: 'alike_one', 2: 'T-1' }),
    row({ 0: 'ALIKE_one', 2: 't-1', 8: 'x@' }),
  ])
  expect(body.result).toMatchObject({ successCount: 1, errorCount: 2 })
  const { raw } = await server.call('GET', body.result.fileUrl, { token: admin })
  const reasons = tableOf(raw).map((cells) => String(cells.at(-1)))
  expect(reasons).toContain(
    '第 2 行 用户账号：账号在回收站中；用户姓名：不能为空；工号：工号已存在；部门：「火星站」不存在；职务：「船长」不存在；生日：没有这个日期；手机号：请输入正确手机号；电子邮件：电子邮件已存在',
  )
  expect(reasons).toContain('第 4 行 用户账号：与第 3 行重复；工号：与第 3 行重复；电子邮件：邮箱格式不正确')
})

it('accepts an ambiguous department by its code', async () => {
  const { body } = await send([row({ 0: 'fresh_one', 3: 'A01A02' })])
  expect(body).toMatchObject({ success: true, code: 200 })
  const links = await server.db
    .selectFrom('sysUserDepart as link')
    .innerJoin('sysUser as person', 'person.id', 'link.userId')
    .select('link.depId')
    .where('person.username', '=', 'fresh_one')
    .execute()
  expect(links).toEqual([{ depId: 'd-two' }])
})

it('never changes an existing account, in any letter case, nor adds the second of two equal names', async () => {
  const known = () => server.db.selectFrom('sysUser').selectAll().where('username', '=', 'known_one').execute()
  const before = await known()
  const { body } = await send([
    row({ 0: 'KNOWN_ONE', 1: '改名' }),
    row({ 0: 'twin_one' }),
    row({ 0: 'TWIN_ONE', 1: '双' }),
  ])
  expect(body).toMatchObject({ success: true, code: 201, result: { successCount: 1, errorCount: 2 } })
  expect(await known()).toEqual(before)
})
