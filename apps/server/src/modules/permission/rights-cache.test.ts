import { PAGE_NEEDS } from '@natim/contract/page-rights'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { createRightsCache } from './permission.service.ts'

let server: TestApp
let userId: string
beforeAll(async () => {
  server = await buildTestApp()
  userId = await server.addUser('duty', { roles: ['prov_duty'] })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('sysUserRole').where('userId', '=', userId).execute()
  await giveRole('r-prov-duty')
})

const giveRole = (roleId: string) => server.db.insertInto('sysUserRole').values({ userId, roleId }).execute()
const takeRoles = () => server.db.deleteFrom('sysUserRole').where('userId', '=', userId).execute()
function newCache() {
  const clock = createManualClock(1_000_000)
  return { clock, ...createRightsCache(server.db, clock.now) }
}
const may = async (cache: ReturnType<typeof newCache>) =>
  (await cache.rightsOf(userId)).permissions.has('mon:station:view')

/** 自己带来查看站点权限的页面 */
const SHOWS_STATIONS = Object.entries(PAGE_NEEDS).flatMap(([page, needs]) =>
  needs.includes('mon:station:view') ? page : [],
)

describe('权限的缓存', () => {
  it('角色与权限码一起给出', async () => {
    const rights = await newCache().rightsOf(userId)
    expect(rights.roleCodes).toEqual(['prov_duty'])
    expect(rights.permissions.has('mon:station:export')).toBe(true)
    expect(rights.permissions.has('mon:station:delete')).toBe(false)
  })

  it('三秒之内用记住的，之后按现状：五秒内生效', async () => {
    const cache = newCache()
    expect(await may(cache)).toBe(true)
    await takeRoles()
    cache.clock.advance(2_999)
    expect(await may(cache)).toBe(true)
    cache.clock.advance(1)
    expect(await may(cache)).toBe(false)
  })

  it.each([
    ['指名', (id: string) => [id], false],
    ['全部', () => undefined, false],
    ['别人', () => ['somebody-else'], true],
  ])('忘记%s的', async (_name, ids, remembered) => {
    const cache = newCache()
    await may(cache)
    await takeRoles()
    cache.forget(ids(userId))
    expect(await may(cache)).toBe(remembered)
  })

  it('同时问起只查一次', async () => {
    const { rightsOf } = newCache()
    expect(rightsOf(userId)).toBe(rightsOf(userId))
    await rightsOf(userId)
  })

  it('没有的用户没有权限', async () => {
    const rights = await newCache().rightsOf('nobody')
    expect({ roles: rights.roleCodes, size: rights.permissions.size }).toEqual({ roles: [], size: 0 })
  })

  it('停用、删除与不认识的权限行不算数', async () => {
    const cache = newCache()
    const set = (change: object) =>
      server.db.updateTable('sysPermission').set(change).where('perms', '=', 'mon:station:view').execute()
    const pages = (status: string) =>
      server.db.updateTable('sysPermission').set({ status }).where('component', 'in', SHOWS_STATIONS).execute()
    const mayNow = () => {
      cache.forget()
      return may(cache)
    }
    await set({ status: '0' })
    expect(await mayNow()).toBe(false)
    await set({ status: '1', delFlag: 1 })
    // 页面自己带来查看的权限
    expect(await mayNow()).toBe(true)
    await pages('0')
    expect(await mayNow()).toBe(false)
    await set({ delFlag: 0 })
    expect(await mayNow()).toBe(true)
    await pages('1')
    await server.db
      .insertInto('sysPermission')
      .values({ id: 'p-odd', name: '怪', menuType: 2, perms: 'mon:station:view,no:such:code,' })
      .execute()
    await server.db.insertInto('sysRolePermission').values({ roleId: 'r-test', permissionId: 'p-odd' }).execute()
    await takeRoles()
    await giveRole('r-test')
    cache.forget()
    expect([...(await cache.rightsOf(userId)).permissions]).toEqual(['mon:station:view'])
  })

  it('读不到时不记住失败', async () => {
    const clock = createManualClock(0)
    let isDown = true
    const flaky = new Proxy(server.db, {
      get(target, name) {
        if (isDown) throw new Error('down')
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const { rightsOf } = createRightsCache(flaky, clock.now)
    await expect(rightsOf(userId)).rejects.toThrow('down')
    isDown = false
    expect((await rightsOf(userId)).roleCodes).toEqual(['prov_duty'])
  })

  it('通知到来，已登录的人下一次调用就按新权限', async () => {
    const token = await server.signIn('duty')
    const list = async () => (await server.call('GET', '/mon/station/list', { token })).status
    expect(await list()).toBe(200)
    await takeRoles()
    server.bus.publish('rightsChanged', [userId])
    expect(await list()).toBe(403)

    await giveRole('r-test')
    expect(await list()).toBe(403)
    // 与其他进程的连接中断过：可能错过了通知
    server.bus.publish('missed', {})
    expect(await list()).toBe(200)
  })
})
