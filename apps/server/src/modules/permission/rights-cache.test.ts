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

/** Pages that include the permission to view stations. */
const SHOWS_STATIONS = Object.entries(PAGE_NEEDS).flatMap(([page, needs]) =>
  needs.includes('mon:station:view') ? page : [],
)

describe('the rights cache', () => {
  it('returns roles and permission codes together', async () => {
    const rights = await newCache().rightsOf(userId)
    expect(rights.roleCodes).toEqual(['prov_duty'])
    expect(rights.permissions.has('mon:station:export')).toBe(true)
    expect(rights.permissions.has('mon:station:delete')).toBe(false)
  })

  it('serves cached permissions for three seconds, then current ones: changes take effect within five seconds', async () => {
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
  ])('forgets %s', async (_name, ids, remembered) => {
    const cache = newCache()
    await may(cache)
    await takeRoles()
    cache.forget(ids(userId))
    expect(await may(cache)).toBe(remembered)
  })

  it('deduplicates concurrent lookups', async () => {
    const { rightsOf } = newCache()
    expect(rightsOf(userId)).toBe(rightsOf(userId))
    await rightsOf(userId)
  })

  it('gives unknown users no permissions', async () => {
    const rights = await newCache().rightsOf('nobody')
    expect({ roles: rights.roleCodes, size: rights.permissions.size }).toEqual({ roles: [], size: 0 })
  })

  it('ignores disabled, deleted and unknown permission rows', async () => {
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
    // The page includes the view permission.
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

  it('does not cache failures', async () => {
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

  it('applies new permissions to the next call of a signed-in user after a notification', async () => {
    const token = await server.signIn('duty')
    const list = async () => (await server.call('GET', '/mon/station/list', { token })).status
    expect(await list()).toBe(200)
    await takeRoles()
    server.bus.publish('rightsChanged', [userId])
    expect(await list()).toBe(403)

    await giveRole('r-test')
    expect(await list()).toBe(403)
    // The connection to other processes was interrupted: notifications may have been lost.
    server.bus.publish('missed', {})
    expect(await list()).toBe(200)
  })
})
