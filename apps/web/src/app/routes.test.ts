import type { MenuNode } from '@natim/contract/system/session'
import { describe, expect, it } from 'vitest'
import { buildMenuNode } from '../testing/build-menu-node.ts'
import { buildRoutes, isOfNewerFramework } from './routes.ts'

const node = (path: string, given: Partial<MenuNode> = {}) =>
  buildMenuNode(path, path, { meta: { ...buildMenuNode(path).meta, keepAlive: true }, ...given })

describe('routes', () => {
  it('[SS-06] are below the root route named dashboard, titled 首页, which redirects to the landing path', () => {
    const root = buildRoutes([node('/a')])
    expect(root).toMatchObject({
      path: '/',
      name: 'dashboard',
      redirect: '/dashboard/analysis',
      meta: { title: '首页' },
    })
    expect(root.children.map(({ path }) => path)).toEqual(['/a'])
  })

  it('[SS-14] have the properties of the menu item, in meta and on the route', () => {
    const permissionList = [{ action: 'a:add', type: '2', status: '1', describe: '' }]
    const item = node('/a', {
      name: 'a',
      redirect: '/a/b',
      hidden: true,
      meta: {
        title: '甲',
        icon: 'home',
        url: 'https://example.org',
        keepAlive: true,
        internalOrExternal: true,
        componentName: 'A',
        permissionList,
      },
      children: [node('/a/b')],
    })
    const [route] = buildRoutes([item]).children
    expect(route).toMatchObject({
      path: '/a',
      name: 'a',
      redirect: '/a/b',
      component: 'a/Page',
      hidden: true,
      alwaysShow: false,
      meta: { ...item.meta },
    })
    expect(route?.children.map(({ path }) => path)).toEqual(['/a/b'])
    expect(buildRoutes([node('/b')]).children[0]?.meta.permissionList).toEqual([])
  })

  it('redirect always-show items to their own path', () => {
    expect(buildRoutes([node('/a', { alwaysShow: true, redirect: '/b' })]).children[0]).toMatchObject({
      alwaysShow: true,
      redirect: '/a',
    })
  })

  it('terminate even when a menu row is its own ancestor', () => {
    const loop = node('/loop')
    loop.children = [loop]
    const depth = (route: { children: readonly unknown[] } | undefined): number =>
      route === undefined ? 0 : 1 + depth(route.children[0] as never)
    expect(depth(buildRoutes([loop]))).toBeLessThan(30)
  })
})

describe('the menu table of the newer framework', () => {
  const vue3 = node('/v3', { component: 'layouts/default/index' })

  it('is detected at any depth', () => {
    expect(isOfNewerFramework([vue3])).toBe(true)
    expect(isOfNewerFramework([node('/a', { children: [node('/b', { children: [vue3] })] })])).toBe(true)
    expect(isOfNewerFramework([node('/a', { component: 'layouts/RouteView' })])).toBe(false)
  })

  it('terminates the search in a cyclic menu', () => {
    const loop = node('/loop')
    loop.children = [loop]
    expect(isOfNewerFramework([loop])).toBe(false)
  })
})
