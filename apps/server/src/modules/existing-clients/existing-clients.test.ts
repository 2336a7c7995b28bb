import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let token: string
let userId: string
beforeAll(async () => {
  server = await buildTestApp()
  userId = await server.addUser('duty')
  token = await server.signIn('duty')
})
afterAll(() => server.close())

const get = (path: string) => server.call('GET', path, { token })

describe('third-party app synchronisation', () => {
  it('reports both apps as disabled, so that the user and department pages hide the buttons', async () => {
    const { status, body } = await get('/sys/thirdApp/getEnabledType')
    expect({ status, ...body }).toMatchObject({
      status: 200,
      success: true,
      result: { wechatEnterprise: false, dingtalk: false },
    })
  })

  it.each([
    ['wechatEnterprise', '企业微信'],
    ['dingtalk', '钉钉'],
  ])('politely refuses the four synchronisation calls of %s', async (app, name) => {
    for (const way of ['user/toApp', 'user/toLocal', 'depart/toApp', 'depart/toLocal']) {
      const { status, body } = await get(`/sys/thirdApp/sync/${app}/${way}?ids=`)
      expect({ status, ...body }).toMatchObject({
        status: 200,
        success: false,
        code: 500,
        message: `未启用${name}集成，无法同步`,
        result: null,
      })
    }
  })
})

it('the route gateway has no routes, refuses saving, and clears its cache successfully', async () => {
  expect((await get('/sys/gatewayRoute/list')).body).toMatchObject({ success: true, result: [] })
  const saved = await server.call('POST', '/sys/gatewayRoute/updateAll', { token, body: { router: { name: '甲' } } })
  expect(saved.body).toMatchObject({ success: false, message: '本系统没有路由网关，不能保存或删除路由' })
  const removed = await server.call('DELETE', '/sys/gatewayRoute/delete?id=1', { token })
  expect(removed.body).toMatchObject({ success: false })
  expect((await get('/sys/gatewayRoute/clearRedis')).body).toMatchObject({ success: true })
})

it("a user's own short information comes from the session", async () => {
  expect((await get('/sys/user/getUserSectionInfoByToken')).body.result).toEqual({
    sysUserId: userId,
    sysUserCode: 'duty',
    sysUserName: 'duty（测试）',
    sysOrgCode: 'A01',
  })
})

it('the text of a dictionary value is returned; an unknown value is returned as it is', async () => {
  expect((await get('/sys/dict/getDictText/sex/1')).body.result).toBe('男')
  expect((await get('/sys/dict/getDictText/sex/9')).body.result).toBe('9')
})
