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

describe('第三方应用同步', () => {
  it('两种应用都未启用，用户页与部门页因此不显示按钮', async () => {
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
  ])('%s 的四个同步调用客气地拒绝', async (app, name) => {
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

it('路由网关：没有路由，不能保存，清除缓存成功', async () => {
  expect((await get('/sys/gatewayRoute/list')).body).toMatchObject({ success: true, result: [] })
  const saved = await server.call('POST', '/sys/gatewayRoute/updateAll', { token, body: { router: { name: '甲' } } })
  expect(saved.body).toMatchObject({ success: false, message: '本系统没有路由网关，不能保存或删除路由' })
  const removed = await server.call('DELETE', '/sys/gatewayRoute/delete?id=1', { token })
  expect(removed.body).toMatchObject({ success: false })
  expect((await get('/sys/gatewayRoute/clearRedis')).body).toMatchObject({ success: true })
})

it('本人的简要信息来自会话', async () => {
  expect((await get('/sys/user/getUserSectionInfoByToken')).body.result).toEqual({
    sysUserId: userId,
    sysUserCode: 'duty',
    sysUserName: 'duty（测试）',
    sysOrgCode: 'A01',
  })
})

it('字典中一个值的文本；未知的值原样返回', async () => {
  expect((await get('/sys/dict/getDictText/sex/1')).body.result).toBe('男')
  expect((await get('/sys/dict/getDictText/sex/9')).body.result).toBe('9')
})
