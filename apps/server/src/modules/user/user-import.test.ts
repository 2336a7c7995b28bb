import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf, tableOf } from '../import/testing/sheet.ts'

let server: TestApp
let dataDir: string
let admin: string
let hr: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'natim-users-'))
  server = await buildTestApp({ config: { dataDir } })
  const { db } = server
  for (const [id, orgCode] of [
    ['d-js', 'A01A01'],
    ['d-zj', 'A01A02'],
  ] as const) {
    const departName = id === 'd-js' ? '江苏分中心' : '浙江分中心'
    await db.insertInto('sysDepart').values({ id, parentId: 'd-a01', departName, orgCode, orgCategory: '2' }).execute()
  }
  await server.addUser('admin', { roles: ['admin'] })
  await server.addRole('hr', ['user'])
  await server.addUser('hr_js', { roles: ['hr'], orgCode: 'A01A01', regionPrefixes: ['32'] })
  admin = await server.signIn('admin')
  hr = await server.signIn('hr_js')
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const HEADINGS = ['*用户账号', '*用户姓名', '工号', '部门', '职务', '性别', '生日', '手机号', '电子邮件']

async function send(rows: readonly unknown[][], token = admin) {
  const { body, headers } = await multipart([['file', { name: '用户.xlsx', bytes: sheetOf([HEADINGS, ...rows]) }]])
  return (await server.call('POST', '/sys/user/importExcel', { token, body, headers })).body
}
const errorsOf = async (fileUrl: string, token = admin) =>
  tableOf((await server.call('GET', fileUrl, { token })).raw)
    .slice(1)
    .map((row) => row.join('|'))

it('[SY-23] adds the users of a sheet in export format, with unknown passwords', async () => {
  const rows = [
    ['sheet_a', '表一', 'S-1', '江苏分中心,A01A02', '值班长', '女', '1991/2/3', '13700000001', 'a@example.test'],
    ['sheet_b', '表二', '', '', '', '', '', '', ''],
  ]
  expect(await send(rows)).toMatchObject({ success: true, code: 200 })
  const list = (await server.call('GET', '/sys/user/list?username=sheet_a', { token: admin })).body.result.records
  expect(list).toMatchObject([
    {
      realname: '表一',
      workNo: 'S-1',
      orgCodeTxt: '江苏分中心,浙江分中心',
      post: 'duty_leader',
      sex: 2,
      birthday: '1991-02-03',
      phone: '13700000001',
      email: 'a@example.test',
      status: 1,
    },
  ])
  const guessed = await server.call('POST', '/sys/login', { body: { username: 'sheet_a', password: '123456' } })
  expect(guessed.body.success).toBe(false)
  const noted = await server.db
    .selectFrom('sysLog')
    .select('logContent')
    .where('logContent', 'like', '新增用户：表%')
    .execute()
  expect(noted).toHaveLength(2)
})

it('[SY-23] reports the errors of each row and imports the other rows', async () => {
  const answer = await send([
    ['sheet_c', '表三', '', '火星分中心', '', '', '', '', ''],
    ['x', '表四', '', '', '', '', '', '', ''],
    ['sheet_e', '表五', '', '', '', '', '', '13700000001', ''],
    ['sheet_f', '表六', '', '', '', '', '', '12345', ''],
    ['sheet_g', '表七', '', '', '', '', '', '13700000009', ''],
    ['sheet_h', '表八', '', '', '', '', '', '13700000009', ''],
    ['=1+1', '公式', '', '', '', '', '', '', ''],
  ])
  expect(answer).toMatchObject({ success: true, code: 201, result: { successCount: 1, errorCount: 6 } })
  const errors = (await errorsOf(answer.result.fileUrl)).join('\n')
  for (const text of ['「火星分中心」不存在', '长度6到18个字符', '手机号已存在', '请输入正确手机号', '与第 6 行重复']) {
    expect(errors).toContain(text)
  }
})

it('[SY-23] finds numbers and addresses shared by two rows, however far apart', async () => {
  const rows = Array.from({ length: 230 }, (_, index) => [`far_${index}`, '远行', '', '', '', '', '', '', ''])
  const give = (index: number, column: number, text: string) => {
    const cells = rows[index]
    if (cells !== undefined) cells[column] = text
  }
  give(0, 7, '13700000031')
  give(225, 7, '13700000031')
  give(1, 8, 'Far@example.test')
  give(226, 8, 'far@EXAMPLE.test')
  const answer = await send(rows)
  expect(answer).toMatchObject({ code: 201, result: { successCount: 228, errorCount: 2 } })
  const errors = (await errorsOf(answer.result.fileUrl)).join('\n')
  expect(errors).toContain('手机号：与第 2 行重复')
  expect(errors).toContain('电子邮件：与第 3 行重复')
})

it('[SY-23] grants no more than the sender may grant, and changes no user with higher permissions', async () => {
  const rows = [
    ['sheet_k', '苏甲', '', '江苏分中心', '', '', '', '', ''],
    ['sheet_l', '浙乙', '', '浙江分中心', '', '', '', '', ''],
    ['admin', '改名', '', '', '', '', '', '', ''],
  ]
  const answer = await send(rows, hr)
  expect(answer).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 2 } })
  const admins = await server.db.selectFrom('sysUser').select('realname').where('username', '=', 'admin').execute()
  expect(admins).toEqual([{ realname: 'admin（测试）' }])
})
