import { type Answer, buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import type { StoredUser } from '../user-write.repository.ts'

const DEPARTS = [
  ['d-js', 'd-a01', '江苏分中心', 'A01A01'],
  ['d-sz', 'd-js', '苏州站', 'A01A01A01'],
  ['d-zj', 'd-a01', '浙江分中心', 'A01A02'],
] as const

/** A server with a few departments, a tenant, and users with different permissions. */
export interface People {
  readonly server: TestApp
  /** Of `admin` and `boss`, who are administrators, `hr`, who has all user permissions for one province, and `duty`. */
  readonly ids: Record<string, string>
  /** Tokens. */
  readonly admin: string
  readonly duty: string
  /** Calls `/sys/user/…`, as `admin` by default; returns the parsed envelope. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, input?: object, token?: string): Promise<Answer['body']>
  stored(id: string): Promise<StoredUser | undefined>
  /** Adds a user as the form does; returns the id. @throws Error with the refusal message */
  add(username: string, form?: object): Promise<string>
}

export async function buildPeople(): Promise<People> {
  const server = await buildTestApp()
  const { db } = server
  for (const [id, parentId, departName, orgCode] of DEPARTS)
    await db.insertInto('sysDepart').values({ id, parentId, departName, orgCode, orgCategory: '2' }).execute()
  await db.insertInto('sysTenant').values({ id: 7, name: '甲' }).execute()
  const ids = {
    admin: await server.addUser('admin', { roles: ['admin'] }),
    boss: await server.addUser('boss', { roles: ['admin'] }),
    hr: await addProvincialAdmin(server),
    duty: await server.addUser('duty', { roles: ['prov_duty'], orgCode: 'A01A01' }),
  }
  const admin = await server.signIn('admin')
  const call: People['call'] = async (method, path, input = {}, token = admin) => {
    const isRead = method === 'GET' || method === 'DELETE'
    const search = isRead ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
    const body = isRead ? {} : { body: input }
    return (await server.call(method, `/sys/user/${path}${search}`, { token, ...body })).body
  }
  return {
    server,
    ids,
    admin,
    duty: await server.signIn('duty'),
    call,
    stored: (id) => db.selectFrom('sysUser').selectAll().where('id', '=', id).executeTakeFirst(),
    async add(username, form = {}) {
      const { success, message, result } = await call('POST', 'add', { username, realname: username, ...form })
      if (!success) throw new Error(message)
      return result.id
    },
  }
}

/** All user permissions, no device permissions. */
async function addProvincialAdmin(server: TestApp): Promise<string> {
  await server.addRole('hr', ['user'])
  return server.addUser('hr_js', { roles: ['hr'], orgCode: 'A01A01', regionPrefixes: ['32'] })
}
