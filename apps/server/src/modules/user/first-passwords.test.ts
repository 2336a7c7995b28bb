import type { ImportPhase } from '@natim/contract/system/import'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf, tableOf } from '../import/testing/sheet.ts'

let server: TestApp
let admin: string
let boss: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addRole('hr', ['user'])
  await server.addUser('admin', { roles: ['admin'] })
  await server.addUser('boss', { roles: ['hr'] })
  admin = await server.signIn('admin')
  boss = await server.signIn('boss')
})
afterAll(() => server.close())

const post = (path: string, body: object, token: string) =>
  server.call('POST', `/sys/user/import/${path}`, { token, body })

async function importPeople(usernames: readonly string[], token = admin): Promise<string> {
  const rows = usernames.map((username) => [username, `姓名${username.slice(-2)}`])
  const file = { name: '用户.xlsx', bytes: sheetOf([['*用户账号', '*用户姓名'], ...rows]) }
  const { body, headers } = await multipart([['file', file]])
  const opened = (await server.call('POST', '/sys/user/import/open', { token, body, headers })).body.result
  const at = (phase: ImportPhase) =>
    eventually(async () => {
      const { result } = (await server.call('GET', `/sys/user/import/job?id=${opened.id}`, { token })).body
      expect(result.phase).toBe(phase)
      return result
    })
  const { mapping } = await at('mapping')
  await post('check', { id: opened.id, mapping }, token)
  await at('checked')
  await post('commit', { id: opened.id }, token)
  await at('done')
  return opened.id
}

const take = (id: string, token = admin) => post('passwords', { id }, token)
const NONE = { success: false, message: '没有可生成初始密码的新用户：初始密码只能下载一次' }
const signIn = async (username: string, password: string) =>
  (await server.call('POST', '/sys/login', { body: { username, password } })).body

describe('first passwords of imported users', () => {
  it('are handed out once, in one sheet, for one sign-in after which they must be changed', async () => {
    const id = await importPeople(['first_b', 'First_a'])
    const { raw, headers } = await take(id)
    expect(headers['content-disposition']).toContain(encodeURIComponent('初始密码.xlsx'))
    const [, , headings, ...people] = tableOf(raw)
    expect(headings).toEqual(['姓名', '账号', '初始密码'])
    expect(people.map(([name, account]) => [name, account])).toEqual([
      ['姓名_b', 'first_b'],
      ['姓名_a', 'First_a'],
    ])
    const password = people[0]?.[2] ?? ''
    expect(password).toMatch(/^\w{4}-\w{4}-\w{4}-\d{4}$/)
    expect(password).not.toBe(people[1]?.[2])
    expect((await take(id)).body).toMatchObject(NONE)
    expect(await signIn('first_b', password)).toMatchObject({ success: true })
    expect((await signIn('first_b', password)).success).toBe(false)
    // After one sign-in without a password change they are still not handed out again.
    expect((await take(id)).body).toMatchObject(NONE)
  })

  it('appear in no log or version, and are stored only as hashes', async () => {
    const { raw } = await take(await importPeople(['first_c']))
    const password = tableOf(raw).at(-1)?.[2] ?? ''
    const { db } = server
    const kept = await Promise.all([
      db.selectFrom('sysLog').selectAll().execute(),
      db.selectFrom('sysDataLog').selectAll().execute(),
      db.selectFrom('sysUser').selectAll().execute(),
      db.selectFrom('sysImportRow').selectAll().execute(),
    ])
    expect(password).not.toBe('')
    expect(JSON.stringify(kept)).not.toContain(password)
    expect(JSON.stringify(kept[0])).toContain('下载初始密码：1 个导入的用户')
  })

  it('are available only to the importer, and not for a user who has gained higher permissions', async () => {
    const id = await importPeople(['first_d'], boss)
    expect((await take(id)).body).toMatchObject(NONE)
    const user = await server.db
      .selectFrom('sysUser')
      .select('id')
      .where('username', '=', 'first_d')
      .executeTakeFirstOrThrow()
    await server.db.insertInto('sysUserRole').values({ userId: user.id, roleId: 'r-admin' }).execute()
    expect((await take(id, boss)).body).toMatchObject({ success: false, message: expect.stringContaining('权限高于') })
    await server.db.deleteFrom('sysUserRole').where('userId', '=', user.id).execute()
    expect(tableOf((await take(id, boss)).raw).at(-1)?.[1]).toBe('first_d')
  })

  it('exclude users whose password was set meanwhile', async () => {
    const id = await importPeople(['first_e', 'first_f'])
    await server.call('PUT', '/sys/user/changePassword', { token: admin, body: { username: 'first_e' } })
    const people = tableOf((await take(id)).raw).slice(3)
    expect(people.map(([, account]) => account)).toEqual(['first_f'])
  })

  it('are handed out once under concurrent requests', async () => {
    const id = await importPeople(['first_g'])
    const answers = await Promise.all([take(id), take(id)])
    const refused = answers.filter(({ headers }) => String(headers['content-type']).includes('json'))
    expect(refused).toHaveLength(1)
    expect(refused[0]?.body).toMatchObject(NONE)
  })
})
