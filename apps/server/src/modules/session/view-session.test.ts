import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildStation } from '../../testing/build-network.ts'
import { clearLog } from '../../testing/clear-log.ts'
import { eventually } from '../../testing/eventually.ts'
import { addRole, bindRule, lookAs } from '../../testing/look-as.ts'
import { multipart } from '../../testing/multipart.ts'

let server: TestApp
let admin: string
let adminId: string
let dutyId: string

beforeAll(async () => {
  server = await buildTestApp()
  adminId = await server.addUser('admin', { roles: ['admin'] })
  dutyId = await server.addUser('duty', { roles: ['prov_duty'], orgCode: 'A01', regionPrefixes: ['32'] })
  const own = { phone: '13800000009', email: 'duty@example.cn', birthday: '1990-01-01', telephone: '025-1' }
  await server.db.updateTable('sysUser').set(own).where('id', '=', dutyId).execute()
  await buildStation(server.db, { name: '南京站', regionCode: '320100' })
  await buildStation(server.db, { name: '广州站', regionCode: '440100' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('sysViewSession').execute()
  await server.db.deleteFrom('sysSession').execute()
  admin = await server.signIn('admin')
  await clearLog(server.db)
})

const lookAt = (subject: object = { kind: 'user', id: dutyId }) => lookAs(server, admin, subject)
const get = (path: string, token: string, headers = {}) => server.call('GET', path, { token, headers })
const statusOf = async (token: string) => (await get('/sys/dict/queryAllDictItems', token)).status
const stationsOf = async (token: string) =>
  (await get('/mon/station/list', token)).body.result?.records.map(({ name }: { name: string }) => name)
describe('a view of a user', () => {
  it('shows the menu, permissions and regions of the subject and names the subject, without private data', async () => {
    const { token, name, lifeMs, expiresAt, userInfo, tenantId } = await lookAt()
    expect({ name, lifeMs, tenantId }).toEqual({ name: 'duty（测试）（duty）', lifeMs: 1_800_000, tenantId: null })
    expect(expiresAt).toBeGreaterThan(Date.now() + 1_700_000)
    expect(userInfo).toMatchObject({
      id: dutyId,
      username: 'duty',
      phone: null,
      email: null,
      birthday: null,
      telephone: null,
    })
    const own = await server.signIn('duty')
    const PATH = '/sys/permission/getUserPermissionByToken'
    expect((await get(PATH, token)).body.result).toEqual((await get(PATH, own)).body.result)
    expect(await stationsOf(token)).toEqual(['南京站'])
    expect((await stationsOf(admin)).sort()).toEqual(['南京站', '广州站'].sort())
    expect((await get('/sys/user/recycleBin', token)).status).toBe(403)
  })

  it('is not listed among online users and leaves the sessions of its subject unchanged', async () => {
    const { token } = await lookAt()
    await statusOf(token)
    const { records } = (await get('/sys/online/list', admin)).body.result
    expect(records.map(({ username }: { username: string }) => username)).toEqual(['admin'])
    expect(await server.db.selectFrom('sysLoginGuard').selectAll().execute()).toEqual([])
    const seen = await server.db.selectFrom('sysSession').select('userId').execute()
    expect(seen).toEqual([{ userId: adminId }])
  })
})

describe('a view of a role', () => {
  it('is the viewer with only the permissions and data rules of the role', async () => {
    const roleId = await addRole(server, 'only-stations', ['mon:station:view'])
    const { token, name, userInfo } = await lookAt({ kind: 'role', id: roleId })
    expect({ name, user: userInfo.username }).toEqual({ name: 'only-stations', user: 'admin' })
    expect((await stationsOf(token)).sort()).toEqual(['南京站', '广州站'].sort())
    expect((await get('/mon/device/list', token)).status).toBe(403)
    await bindRule(server, roleId, 'm-station-list', '广州')
    server.bus.publish('rightsChanged', [])
    await eventually(async () => expect(await stationsOf(token)).toEqual(['广州站']))
    const { auth } = (await get('/sys/permission/getUserPermissionByToken', token)).body.result
    expect(auth.map(({ action }: { action: string }) => action)).toEqual(['mon:station:view'])
  })
})

describe('a view is read-only', () => {
  const REFUSED = { success: false, code: 403 }

  it.each([
    ['POST', '/mon/station/add', {}],
    ['PUT', '/sys/user/edit', {}],
    ['DELETE', '/sys/role/delete?id=r-test', undefined],
    ['GET', '/sys/dict/refleshCache', undefined],
    ['GET', '/sys/quartzJob/execute?id=1', undefined],
    ['GET', '/sys/annountCement/doReleaseData?id=1', undefined],
    ['POST', '/sys/user/updatePassword', {}],
    ['POST', '/sys/rights/look', {}],
  ] as const)('refuses %s %s with its own message before reading the request', async (method, path, body) => {
    const { token } = await lookAt({ kind: 'role', id: 'r-admin' })
    const answer = await server.call(method, path, { token, body })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ ...REFUSED, message: '正在以他人身份查看，只能看，不能修改' })
  })

  it.each([
    '/sys/sysAnnouncementSend/getMyAnnouncementSend',
    '/sys/annountCement/listByUser',
    '/sys/annountCement/queryById?id=1',
    '/sys/user/getUserInfo',
    '/sys/log/mine',
  ])('hides %s, which is private to the subject', async (path) => {
    const { token } = await lookAt()
    expect((await get(path, token)).body).toMatchObject({
      ...REFUSED,
      message: '这是本人的私有内容，以他人身份查看时不显示',
    })
  })

  it.each(['/mon/station/exportXls', '/sys/user/importTemplate'])('%s: refuses exports and downloads', async (path) => {
    const { token } = await lookAt({ kind: 'role', id: 'r-admin' })
    expect((await get(path, token)).body).toMatchObject({ ...REFUSED, message: '以他人身份查看时不能导出或下载' })
  })

  it('allows a POST that only reads', async () => {
    const { token } = await lookAt()
    const answer = await server.call('POST', '/mon/ts/batchLatest', { token, body: { channelNos: [1] } })
    expect(answer.body).toMatchObject({ success: true })
  })

  it("gives no access to the subject's private files, announcements or provider sign-in", async () => {
    const { token } = await lookAt()
    const duty = await server.signIn('duty')
    const { body, headers } = await multipart([['file', { name: '记录.txt', bytes: '值班记录' }]])
    const path = (await server.call('POST', '/sys/common/upload', { token: duty, body, headers })).body.message
    await server.db.updateTable('sysFile').set({ isPrivate: true }).where('path', '=', path).execute()
    const readBy = async (who: string) => (await get(`/sys/common/static/${path}`, who)).status
    expect([await readBy(duty), await readBy(token)]).toEqual([200, 404])
    expect((await server.call('GET', `/sys/thirdLogin/getLoginUser/${token}/github`)).body).toMatchObject({
      success: false,
    })
    expect((await get(`/sys/annountCement/show/1?token=${token}`, token)).status).toBe(404)
  })
})
